import Schema
import Store

/// A stored event.
struct EventRow: Sendable, Hashable {
  let id: EventID
  let owner: PersonID
  var title: String
  var notes: String?
  var place: String?
  /// The time as entered; for a repeating event, its first time.
  var when: EventTime
  var minutes: EventMinutes
  var recurrence: RecurrenceText?
  /// The dates of a repeating event that differ from its rule.
  var exceptions = EventExceptions.none
  /// Nil without reminders.
  var leads: LeadTimes?
  var picture: EventPicture?
  var look: EventLook
  /// The room that it is shared with.
  var room: RoomID?
  /// The course that it is shared with, never together with a room. See `circle`.
  var course: CourseID?
  /// The next start. For a repeating event it is as of the last move, so use `next(at:)`.
  var next: Instant
  /// The last start; `EventRow.endless` if the event repeats forever.
  var last: Instant
  /// The time at which a repeating event must be updated.
  var moves: Instant?
  /// The event's uid in calendar files, which never changes.
  let uid: String
  /// Counts the changes that calendars must import, as in RFC 5545.
  var sequence: Int64
  let added: Instant
  var deleted: Instant?
  /// Increases with every edit.
  var version: Int64
  /// The time of the last change that calendars must import.
  var revised: Instant

  /// The latest time that an `Instant` can hold.
  static let endless = Instant(milliseconds: .max)

  /// Marks a change that calendars must import.
  mutating func revise(_ now: Instant) {
    sequence += 1
    revised = now
  }
}

/// A row holds a value that its own check rejects: somebody wrote to the file.
struct DamagedRow: Error {
  let what: String
}

extension EventRow {
  static let columns = """
    id, owner, title, notes, place, date, time, zone, minutes, recurrence, leads, picture, credit, crop_x,
    crop_y, crop_width, crop_height, room, next_at, last_at, moves_at, uid, sequence, added_at, deleted_at,
    version, revised_at, course, exceptions, drawing, color
    """

  /// The values of these columns.
  var values: [(any SQLBindable)?] {
    [
      id.raw, owner.raw, title, notes, place, when.date.description, when.time?.description, when.zone.text,
      minutes.count, recurrence?.text, leads?.stored ?? "", picture?.object.text, picture?.credit?.text,
      picture?.crop?.x, picture?.crop?.y, picture?.crop?.width, picture?.crop?.height, room?.raw, next, last,
      moves, uid, sequence, added, deleted, version, revised, course?.raw,
      exceptions.stored, look.drawing.rawValue, look.color.rawValue,
    ]
  }

  init(_ row: borrowing Row) throws {
    let id = EventID(try row.id("id"))
    func damaged(_ column: String) -> DamagedRow { DamagedRow(what: "\(column) of event \(id)") }
    let time = try row.textOrNil("time")
    guard let date = CivilDate(try row.text("date")), let zone = ZoneName(try row.text("zone")),
      let minutes = EventMinutes(Int(try row.int("minutes")))
    else { throw damaged("time") }
    let timeOfDay = time.flatMap { TimeOfDay($0) }
    guard (time == nil) == (timeOfDay == nil) else { throw damaged("time") }
    let recurrence = try row.textOrNil("recurrence")
    let leads = try row.text("leads")
    guard leads.isEmpty || LeadTimes(stored: leads) != nil else { throw damaged("leads") }
    guard let exceptions = EventExceptions(stored: try row.text("exceptions")) else {
      throw damaged("exceptions")
    }
    let title = try row.text("title")
    self.init(
      id: id, owner: PersonID(try row.id("owner")), title: title,
      notes: try row.textOrNil("notes"),
      place: try row.textOrNil("place"), when: EventTime(date: date, time: timeOfDay, zone: zone),
      minutes: minutes, recurrence: recurrence.map { RecurrenceText(checked: $0) }, exceptions: exceptions,
      leads: LeadTimes(stored: leads), picture: try EventPicture(row),
      look: try EventLook(row, of: id, title: title),
      room: try row.idOrNil("room").map { RoomID($0) },
      course: try row.idOrNil("course").map { CourseID($0) },
      next: try row.instant("next_at"), last: try row.instant("last_at"),
      moves: try row.instantOrNil("moves_at"), uid: try row.text("uid"), sequence: try row.int("sequence"),
      added: try row.instant("added_at"), deleted: try row.instantOrNil("deleted_at"),
      version: try row.int("version"),
      revised: try row.instant("revised_at"))
  }
}

extension EventPicture {
  fileprivate init?(_ row: borrowing Row) throws {
    guard let object = try row.textOrNil("picture") else { return nil }
    var crop: Crop?
    if let x = try row.realOrNil("crop_x") {
      crop = Crop(
        x: x, y: try row.real("crop_y"), width: try row.real("crop_width"),
        height: try row.real("crop_height"))
    }
    self.init(
      object: ObjectName(checked: object),
      credit: try row.textOrNil("credit").map { PictureCredit(checked: $0) }, crop: crop)
  }
}

extension LeadTimes {
  /// Minutes separated by spaces.
  fileprivate var stored: String { all.map { "\($0.minutes)" }.joined(separator: " ") }

  /// Nil if the text is not in the form of `stored`.
  fileprivate init?(stored text: String) {
    let numbers = text.split(separator: " ").map { Int($0).flatMap { LeadTime(minutes: $0) } }
    guard !numbers.contains(nil) else { return nil }
    self.init(numbers.compactMap { $0 })
  }
}
