import Crypto
import Schema
import ServiceKit
import Store

extension Database {
  /// The limit of notices in a list: more than a term has days.
  private static var maxNotices: Int { 500 }
  private static var noticeColumns: String { "class, date, room, substitute, note, is_cancelled, at" }

  /// The class of a request by its teacher or an administrator.
  func noticedClass(_ id: ClassID, _ call: Call) throws -> ClassRow {
    let person = try call.person
    guard let row = try schoolClass(id) else { throw Fault(.notFound) }
    guard row.teacher == person || call.isAdministrator else { throw Fault(.notAllowed) }
    return row
  }

  /// The bells of a date that has not passed.
  func changeableBells(on date: CivilDate, _ call: Call) throws -> DayBells {
    let school = try schoolFrame()
    guard date >= school.today(call.now) else { throw Fault(.pastDay, field: "date") }
    return try bells(on: date, school)
  }

  func notice(of id: ClassID, on date: CivilDate) throws -> Campus.ClassNotice? {
    try one(
      "SELECT \(Database.noticeColumns) FROM class_notice WHERE class = ? AND date = ?", id.raw,
      date.daysSince1970, map: Campus.ClassNotice.init(row:))
  }

  /// The notices of a class, by date.
  func notices(of id: ClassID, from date: CivilDate) throws -> [Campus.ClassNotice] {
    try all(
      """
      SELECT \(Database.noticeColumns) FROM class_notice WHERE class = ? AND date >= ? ORDER BY date LIMIT ?
      """,
      id.raw, date.daysSince1970, Database.maxNotices, map: Campus.ClassNotice.init(row:))
  }

  /// The notices of some classes on a date.
  func notices(of classes: Set<ClassID>, on date: CivilDate) throws -> [ClassID: Campus.SlotNotice] {
    var notices: [ClassID: Campus.SlotNotice] = [:]
    for id in classes { notices[id] = try notice(of: id, on: date)?.slot }
    return notices
  }

  /// The notices of all classes on a date.
  func notices(on date: CivilDate) throws -> [ClassID: Campus.SlotNotice] {
    let rows = try all(
      "SELECT \(Database.noticeColumns) FROM class_notice WHERE date = ? LIMIT ?", date.daysSince1970,
      Campus.maxClasses, map: Campus.ClassNotice.init(row:))
    return Dictionary(rows.map { ($0.class, $0.slot) }) { first, _ in first }
  }

  func put(_ notice: Campus.ClassNotice) throws {
    try run(
      """
      INSERT INTO class_notice(class, date, room, substitute, note, is_cancelled, at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(class, date) DO UPDATE SET room = excluded.room, substitute = excluded.substitute,
        note = excluded.note, is_cancelled = excluded.is_cancelled, at = excluded.at
      """,
      notice.class.raw, notice.date.daysSince1970, notice.room?.text, notice.substitute?.text,
      notice.note?.text, notice.isCancelled ? 1 : 0, notice.at)
  }

  /// Everything that follows from a notice or its removal: the students are notified until the class is over,
  /// their reminders and the class's meetings follow.
  func noticeChanged(_ row: ClassRow, _ bells: DayBells, _ call: Call) throws {
    try publish(Campus.ClassChanged(id: row.id), to: .everyone, call)
    try replanPeople(of: row.id)
    if let teacher = row.teacher { try replan(teacher) }
    if try publishedDates().contains(bells.day.date) { try remeet(bells.day.date) }
    try notifyStudents(of: row.id, on: bells.day.date, call)
  }
}

extension ID<AlertObject> {
  /// The same id for the same object, date and number, without a row that keeps it.
  static func derived(from object: [UInt8], _ date: CivilDate, _ number: Int = 0) -> AlertObjectID {
    let hash = BLAKE2b.hash(parts: [object, Array(date.description.utf8), Array(String(number).utf8)])
    return AlertObjectID(RawUUID(bytes: hash.prefix(16)) ?? .min)
  }
}

extension Campus.ClassNotice {
  init(row: borrowing Row) throws {
    self.init(
      class: ClassID(try row.id("class")), date: CivilDate(daysSince1970: try row.int("date")),
      room: try row.textOrNil("room").map { RoomName(checked: $0) },
      substitute: try row.textOrNil("substitute").map { TeacherName(checked: $0) },
      note: try row.textOrNil("note").map { NoticeNote(checked: $0) },
      isCancelled: try row.int("is_cancelled") == 1, at: try row.instant("at"))
  }
}
