import Schema
import ServiceKit
import Store

/// A drafted check-in.
struct DraftRow: Sendable, Hashable {
  let id: DraftID
  let course: CourseID
  let day: CivilDate
  let meeting: Campus.Meeting
  let isSkipped: Bool
  /// The check-in that was opened from it; nil until then.
  let checkIn: CheckInID?

  static let columns =
    "draft.id, draft.course, day, block, draft.starts_at, ends_at, room, is_skipped, checkin"

  init(_ row: borrowing Row) throws {
    id = DraftID(try row.id("id"))
    course = CourseID(try row.id("course"))
    let text = try row.text("day")
    guard let day = CivilDate(text) else { throw DamagedRow(what: "day \(text)") }
    self.day = day
    meeting = Campus.Meeting(
      starts: try row.instant("starts_at"), ends: try row.instant("ends_at"),
      block: Int(try row.int("block")), room: try row.textOrNil("room"))
    isSkipped = try row.int("is_skipped") == 1
    checkIn = try row.idOrNil("checkin").map { CheckInID($0) }
  }
}

extension Database {
  /// The limit of drafts in a list: a teacher's classes of eight days.
  static var maxListedDrafts: Int { 100 }
  /// A draft is deleted so long after its class; its check-in stays.
  static var keepsDrafts: Duration { .seconds(24 * 3600) }

  func draft(_ id: DraftID) throws -> DraftRow? {
    try one("SELECT \(DraftRow.columns) FROM draft WHERE id = ?", id.raw) { try DraftRow($0) }
  }

  func drafts(of course: CourseID, on day: CivilDate) throws -> [DraftRow] {
    try all(
      "SELECT \(DraftRow.columns) FROM draft WHERE course = ? AND day = ? ORDER BY starts_at, id LIMIT ?",
      course.raw, day.description, 2 * Campus.MeetingsChanged.maxMeetings
    ) { try DraftRow($0) }
  }

  /// The drafts that a person may open, by time. One whose check-in was deleted waits again.
  func waitingDrafts(taughtBy person: PersonID, after now: Instant, until: Instant) throws
    -> [DraftRow]
  {
    try all(
      """
      SELECT \(DraftRow.columns) FROM roster JOIN draft ON draft.course = roster.course
      LEFT JOIN checkin ON checkin.id = draft.checkin
      WHERE roster.person = ? AND role = 'instructor' AND ends_at > ? AND draft.starts_at <= ?
        AND is_skipped = 0 AND (checkin.id IS NULL OR checkin.deleted_at IS NOT NULL)
      ORDER BY draft.starts_at, draft.id LIMIT ?
      """,
      person.raw, now, until, Database.maxListedDrafts
    ) { try DraftRow($0) }
  }

  func insert(_ meeting: Campus.Meeting, of course: CourseID, on day: CivilDate, at now: Instant) throws {
    try run(
      "INSERT INTO draft(id, course, day, block, starts_at, ends_at, room) VALUES (?, ?, ?, ?, ?, ?, ?)",
      DraftID.timed(now).raw, course.raw, day.description, meeting.block, meeting.starts, meeting.ends,
      meeting.room)
  }

  func update(_ draft: DraftPlan.Change) throws {
    let meeting = draft.meeting
    try run(
      "UPDATE draft SET block = ?, starts_at = ?, ends_at = ?, room = ? WHERE id = ?", meeting.block,
      meeting.starts, meeting.ends, meeting.room, draft.id.raw)
  }

  func deleteDraft(_ id: DraftID) throws { try run("DELETE FROM draft WHERE id = ?", id.raw) }

  /// Deletes what was drafted for a course and has not been opened.
  func deleteUnopenedDrafts(of course: CourseID) throws {
    try run("DELETE FROM draft WHERE course = ? AND checkin IS NULL", course.raw)
  }

  func deleteDrafts(of course: CourseID, endedBefore moment: Instant) throws {
    try run("DELETE FROM draft WHERE course = ? AND ends_at < ?", course.raw, moment)
  }

  func setSkipped(_ isSkipped: Bool, _ id: DraftID) throws {
    try run("UPDATE draft SET is_skipped = ? WHERE id = ?", isSkipped ? 1 : 0, id.raw)
  }

  func setOpened(_ id: DraftID, as checkIn: CheckInID) throws {
    try run("UPDATE draft SET checkin = ?, is_skipped = 0 WHERE id = ?", checkIn.raw, id.raw)
  }

  /// Tells the instructors of a course to fetch its drafts again.
  func publishDrafts(of course: CourseID, _ call: Call) throws {
    try publish(
      Attendance.DraftsChanged(course: course), to: .people(try instructors(of: course)), call)
  }
}
