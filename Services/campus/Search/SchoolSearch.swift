import Schema
import ServiceKit
import Store

/// The search in what the school shows to everybody. The lists are short (their limits are at most 4,000), so
/// they are read and compared without an index.
extension CampusService {
  /// The results of one kind, and the days of menus and of the calendar that count.
  static let maxFoundOfKind = 12
  private static let menusBefore: Int64 = 7
  private static let menusAfter: Int64 = 60
  private static let entriesBefore: Int64 = 30
  private static let entriesAfter: Int64 = 365

  func searchSchool(_ request: Campus.SearchSchool, _ call: Call) async throws -> Campus.FoundInSchool {
    let person = try call.person
    return try await call.read { db in
      let today = try db.schoolFrame().today(call.now)
      func day(_ days: Int64) -> CivilDate { today.adding(days: days) ?? today }
      var found = SchoolResults(query: request.q)
      found.add(.schoolClass, try db.allClasses()) {
        [$0.name, $0.code, $0.teacherName, $0.room]
      } shown: {
        ($0.id.description, $0.name, $0.teacherName, nil)
      }
      found.add(.activity, try db.activities(seenBy: person)) {
        [$0.name.text, $0.about?.text, $0.adviser?.text, $0.place?.text]
      } shown: {
        ($0.id.description, $0.name.text, $0.place?.text, nil)
      }
      found.add(.contact, try db.contacts()) {
        [$0.name.text, $0.role.text, $0.department?.text, $0.room?.text]
      } shown: {
        (nil, $0.name.text, $0.role.text, nil)
      }
      // What comes stands before what was.
      func inOrder<Item>(_ all: [Item], _ date: (Item) -> CivilDate) -> [Item] {
        all.filter { date($0) >= today } + all.filter { date($0) < today }.reversed()
      }
      let menus = try db.lunches(from: day(-Self.menusBefore), to: day(Self.menusAfter))
      found.add(.dish, inOrder(menus, \.date).flatMap(\.served)) {
        [$0.dish, $0.station]
      } shown: {
        (nil, $0.dish, $0.station, $0.date)
      }
      let entries = try db.entries(from: day(-Self.entriesBefore), to: day(Self.entriesAfter))
      found.add(.entry, inOrder(entries, \.ends)) {
        [$0.title.text, $0.place?.text]
      } shown: {
        (nil, $0.title.text, $0.place?.text, $0.starts)
      }
      return found.shown
    }
  }
}

/// The results by kind.
private struct SchoolResults {
  let query: SearchWords
  private var exact: [Campus.FoundOfSchool] = []
  private var near: [Campus.FoundOfSchool] = []

  init(query: SearchWords) { self.query = query }

  /// Of typing errors nothing is shown beside what has the words themselves.
  var shown: Campus.FoundInSchool {
    Campus.FoundInSchool(items: exact.isEmpty ? near : exact, isNear: exact.isEmpty && !near.isEmpty)
  }

  mutating func add<Item>(
    _ kind: Campus.FoundKind, _ all: [Item], texts: (Item) -> [String?],
    shown: (Item) -> (id: String?, title: String, note: String?, date: CivilDate?)
  ) {
    let found = WordForms.matching(query, all, limit: CampusService.maxFoundOfKind, texts: texts)
    let items = found.items.map {
      let (id, title, note, date) = shown($0)
      return Campus.FoundOfSchool(kind: kind, id: id, title: title, note: note, date: date)
    }
    if found.isNear { near += items } else { exact += items }
  }
}

/// A dish with its day.
private struct ServedDish {
  let date: CivilDate
  let station: String
  let dish: String
}

extension LunchRow {
  fileprivate var served: [ServedDish] {
    stations.flatMap { station in
      station.dishes.map { ServedDish(date: date, station: station.name.text, dish: $0.name.text) }
    }
  }
}

extension Database {
  fileprivate func allClasses() throws -> [ClassRow] {
    try all(
      "SELECT \(ClassRow.columns) FROM class ORDER BY sort_name, id LIMIT ?", Campus.maxClasses,
      map: ClassRow.init(row:))
  }
}
