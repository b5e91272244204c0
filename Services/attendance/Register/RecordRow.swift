import Schema
import ServiceKit
import Store

/// A student's stored record in a check-in.
struct RecordRow: Sendable, Hashable {
  let checkIn: CheckInID
  let person: PersonID
  let id: ReceiptID
  var status: Attendance.Status
  var means: Attendance.Means
  var at: Instant
  /// The first status, once an instructor has changed it.
  var original: Attendance.Status?
  /// The mark that a confirmation gives a pending record.
  var wouldBe: Attendance.Mark?
  var markedBy: PersonID?
  var reason: String?
  var flags: Set<Attendance.RecordFlag> = []
  var distanceFeet: Int?
  var accuracy: Int?
  /// A keyed hash of the device's token.
  var device: [UInt8]?
  /// A hash of the ticket it was made with: a ticket is good for one person.
  var ticket: [UInt8]?
  var changes: Int

  /// The limit of changes of a record.
  static let maxChanges = 20

  static let columns = """
    record.checkin, record.person, record.id AS record_id, status, means, at, original, would_be, marked_by,
    reason, flags, distance_ft, accuracy_m, device, ticket, changes
    """

  init(_ row: borrowing Row) throws {
    checkIn = CheckInID(try row.id("checkin"))
    person = PersonID(try row.id("person"))
    id = ReceiptID(try row.id("record_id"))
    status = try Attendance.Status(stored: row.text("status"))
    means = try Attendance.Means(stored: row.text("means"))
    at = try row.instant("at")
    original = try row.textOrNil("original").map { try Attendance.Status(stored: $0) }
    wouldBe = try row.textOrNil("would_be").map { try Attendance.Mark(stored: $0) }
    markedBy = try row.idOrNil("marked_by").map { PersonID($0) }
    reason = try row.textOrNil("reason")
    flags = try RecordRow.flags(stored: row.text("flags"))
    distanceFeet = try row.intOrNil("distance_ft").map { Int($0) }
    accuracy = try row.intOrNil("accuracy_m").map { Int($0) }
    device = try row.blobOrNil("device")
    ticket = try row.blobOrNil("ticket")
    changes = Int(try row.int("changes"))
  }

  init(
    _ checkIn: CheckInID, _ person: PersonID, _ status: Attendance.Status, _ means: Attendance.Means,
    at now: Instant, id: ReceiptID? = nil
  ) {
    self.checkIn = checkIn
    self.person = person
    self.id = id ?? .timed(now)
    self.status = status
    self.means = means
    at = now
    changes = 0
  }

  /// True for a record that the closing made: a press that was in time replaces it.
  var isOfClosing: Bool { changes == 0 && (means == .closing || means == .excuse) }

  /// True for a record that no press changes.
  var isFinal: Bool { !isOfClosing && status != .pending }

  var receipt: Attendance.Receipt { Attendance.Receipt(id: id, status: status, at: at, means: means) }

  /// The flags in the order of their declaration.
  var sortedFlags: [Attendance.RecordFlag] { Attendance.RecordFlag.allCases.filter { flags.contains($0) } }

  fileprivate var storedFlags: String { sortedFlags.map(\.rawValue).joined(separator: ",") }

  static func flags(stored text: String) throws -> Set<Attendance.RecordFlag> {
    Set(
      try text.split(separator: ",").map { name in
        guard let flag = Attendance.RecordFlag(rawValue: String(name)) else {
          throw DamagedRow(what: "flag \(name)")
        }
        return flag
      })
  }
}

extension Database {
  func record(of person: PersonID, in checkIn: CheckInID) throws -> RecordRow? {
    try one(
      "SELECT \(RecordRow.columns) FROM record WHERE checkin = ? AND person = ?", checkIn.raw, person.raw
    ) { try RecordRow($0) }
  }

  /// Stores a record, or replaces the one there is.
  func put(_ row: RecordRow) throws {
    try run(
      """
      INSERT INTO record(checkin, person, id, status, means, at, original, would_be, marked_by, reason, flags,
        distance_ft, accuracy_m, device, ticket, changes)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(checkin, person) DO UPDATE SET status = excluded.status, means = excluded.means,
        at = excluded.at, original = excluded.original, would_be = excluded.would_be,
        marked_by = excluded.marked_by, reason = excluded.reason, flags = excluded.flags,
        distance_ft = excluded.distance_ft, accuracy_m = excluded.accuracy_m, device = excluded.device,
        ticket = excluded.ticket, changes = excluded.changes
      """,
      row.checkIn.raw, row.person.raw, row.id.raw, row.status.rawValue, row.means.rawValue, row.at,
      row.original?.rawValue, row.wouldBe?.rawValue, row.markedBy?.raw, row.reason, row.storedFlags,
      row.distanceFeet, row.accuracy, row.device, row.ticket, row.changes)
  }

  /// Adds a change to the history of a record.
  func note(_ row: RecordRow, before: Attendance.Status?, at now: Instant) throws {
    try run(
      """
      INSERT INTO mark(id, checkin, person, at, marked_by, before, after, means, reason)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      RawUUID.timed(now), row.checkIn.raw, row.person.raw, now, row.markedBy?.raw, before?.rawValue,
      row.status.rawValue, row.means.rawValue, row.reason)
  }

  /// The record that was made with this ticket; nil if it has not been used.
  func person(ofTicket ticket: [UInt8], in checkIn: CheckInID) throws -> PersonID? {
    try one("SELECT person FROM record WHERE checkin = ? AND ticket = ?", checkIn.raw, ticket) {
      PersonID(try $0.id("person"))
    }
  }

  /// The records of other people that were made with this device.
  func records(ofDevice device: [UInt8], in checkIn: CheckInID, without person: PersonID) throws
    -> [RecordRow]
  {
    try all(
      """
      SELECT \(RecordRow.columns) FROM record WHERE checkin = ? AND device = ? AND person <> ?
      ORDER BY person LIMIT ?
      """,
      checkIn.raw, device, person.raw, Database.maxOnRoster
    ) { try RecordRow($0) }
  }

  /// The students of the course who have no record, and were in the course when the class began: a roll on
  /// paper is entered days later.
  func unmarked(in row: CheckInRow) throws -> [PersonID] {
    try all(
      """
      SELECT roster.person FROM roster
      LEFT JOIN record ON record.checkin = ? AND record.person = roster.person
      WHERE roster.course = ? AND role = 'student' AND joined_at <= ? AND record.person IS NULL
      ORDER BY roster.person LIMIT ?
      """,
      row.id.raw, row.course.raw, row.starts, Database.maxOnRoster
    ) { PersonID(try $0.id("person")) }
  }

  /// The students of the course without a record.
  func withoutRecord(in row: CheckInRow) throws -> [PersonID] {
    try all(
      """
      SELECT roster.person FROM roster
      LEFT JOIN record ON record.checkin = ? AND record.person = roster.person
      WHERE roster.course = ? AND role = 'student' AND record.person IS NULL ORDER BY roster.person LIMIT ?
      """,
      row.id.raw, row.course.raw, Database.maxOnRoster
    ) { PersonID(try $0.id("person")) }
  }

  func tally(of row: CheckInRow) throws -> Attendance.Tally {
    var counts: [Attendance.Status: Int] = [:]
    for (status, count) in try all(
      "SELECT status, count(*) AS count FROM record WHERE checkin = ? GROUP BY status", row.id.raw,
      map: { (try Attendance.Status(stored: $0.text("status")), Int(try $0.int("count"))) })
    {
      counts[status] = count
    }
    if row.closed == nil { counts[.unmarked] = try withoutRecord(in: row).count }
    return Attendance.Tally(counts)
  }
}

extension Attendance.Tally {
  init(_ counts: [Attendance.Status: Int]) {
    self.init(
      present: counts[.present] ?? 0, late: counts[.late] ?? 0, excused: counts[.excused] ?? 0,
      absent: counts[.absent] ?? 0, pending: counts[.pending] ?? 0, unmarked: counts[.unmarked] ?? 0)
  }

  /// Present and late of present, late and absent, in percent to one decimal; nil while nothing counts.
  var percent: Double? {
    let counted = present + late + absent
    guard counted > 0 else { return nil }
    return (Double(present + late) / Double(counted) * 1000).rounded() / 10
  }
}

extension Attendance.Status {
  init(stored text: String) throws {
    guard let status = Attendance.Status(rawValue: text) else { throw DamagedRow(what: "status \(text)") }
    self = status
  }

  init(_ mark: Attendance.Mark) {
    switch mark {
    case .present: self = .present
    case .late: self = .late
    case .excused: self = .excused
    case .absent: self = .absent
    }
  }
}

extension Attendance.Mark {
  init(stored text: String) throws {
    guard let mark = Attendance.Mark(rawValue: text) else { throw DamagedRow(what: "mark \(text)") }
    self = mark
  }
}

extension Attendance.Means {
  init(stored text: String) throws {
    guard let means = Attendance.Means(rawValue: text) else { throw DamagedRow(what: "means \(text)") }
    self = means
  }
}
