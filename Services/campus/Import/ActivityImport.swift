import Schema
import ServiceKit
import Store

/// The activities as a table: a row for each regular meeting. The meetings of an activity are those of the
/// file.
enum ActivityImport: ImportTable {
  static let kind = Campus.ImportKind.activities
  static let key = ["name"]
  static let columns: [ImportColumn] = [
    ImportColumn("name", as: nil, "activity", "club", "ag"),
    ImportColumn("about", as: nil, "description", "beschreibung"),
    ImportColumn("adviser", as: nil, "advisor", "leitung"),
    ImportColumn("place", as: nil, "room", "location", "ort"),
    ImportColumn("link", as: nil, "url", "website"),
    .part("weekday", .number, as: nil, "wochentag"),
    .part("daytype", as: "dayType", "tagestyp"),
    .part("at", as: nil, "when", "wann"),
    .part("period", .number, as: nil, "stunde"),
    .part("starts", .time, as: nil, "start", "time", "beginn"),
    .part("minutes", .number, as: nil, "length", "minuten"),
  ]

  static func stored(_ db: borrowing Database) throws -> [ImportEntry] {
    let dayTypes = Dictionary(
      try db.dayTypes().map { ($0.id, $0.name.text) }, uniquingKeysWith: { first, _ in first })
    return try db.importedActivities().map { activity in
      var head: ImportCells = ["name": .string(activity.name.text)]
      head["about"] = activity.about.map { .string($0.text) }
      head["adviser"] = activity.adviser.map { .string($0.text) }
      head["place"] = activity.place.map { .string($0.text) }
      head["link"] = activity.link.map { .string($0.text) }
      let parts = activity.meets.map { meeting in
        var cells: ImportCells = [
          "at": .string(meeting.at.rawValue), "minutes": .int(Int64(meeting.minutes.count)),
        ]
        cells["weekday"] = meeting.weekday.map { .int(Int64($0.count)) }
        cells["daytype"] = meeting.dayType.flatMap { dayTypes[$0] }.map { .string($0) }
        cells["period"] = meeting.period.map { .int(Int64($0.count)) }
        cells["starts"] = meeting.starts.map { .string(ImportDates.written($0)) }
        return cells
      }
      return ImportEntry(head: head, parts: parts)
    }
  }

  static func put(_ changes: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws {
    let call = run.call
    let dayTypes = Dictionary(
      try db.dayTypes().map { ($0.name.text.lowercased(), $0.id.description) },
      uniquingKeysWith: { first, _ in first })
    let known = Dictionary(
      try db.importedActivities().map { ($0.name.text.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first })
    for change in changes {
      var meets: [JSONValue] = []
      var isWhole = true
      for (index, part) in change.entry.parts.enumerated() {
        var members = members(of: part, parts: true).filter { $0.name != "dayType" }
        if case .string(let name)? = part["daytype"] {
          guard let id = dayTypes[name.lowercased()] else {
            run.refuse(change, column: "daytype", part: index, .importDayTypeUnknown)
            isWhole = false
            continue
          }
          members.append(JSONValue.Member("dayType", .string(id)))
        }
        meets.append(.object(members))
      }
      guard isWhole else { continue }
      let old = known[key(of: change.entry.head)]
      let members = members(of: change.entry.head) + [JSONValue.Member("meets", .array(meets))]
      try run.store(Campus.AddActivity.self, members, of: change) { request in
        try db.put(
          ActivityRow(
            id: old?.id ?? .timed(call.now), name: request.name, about: request.about,
            adviser: request.adviser, place: request.place, link: request.link, meets: request.meets ?? [],
            version: (old?.version ?? 0) + 1), call)
      }
    }
  }
}

extension Database {
  /// All activities by name, as nobody in particular sees them.
  func importedActivities() throws -> [ActivityRow] { try activities(seenBy: PersonID(.min)) }
}
