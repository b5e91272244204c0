import Schema
import ServiceKit
import Store

/// Meetings, as published by campus: each becomes the draft of a check-in. Without campus there are none.
extension AttendanceService {
  func meetingsChanged(_ told: Campus.MeetingsChanged, _ db: borrowing Database, _ call: Call) throws {
    guard let course = try db.listedCourse(of: told.id) else { return }
    try db.run(
      "UPDATE draft SET is_stale = 0 WHERE course = ? AND day = ?", course.id.raw, told.date.description)
    try db.deleteDrafts(of: course.id, endedBefore: call.now.advanced(by: .zero - Database.keepsDrafts))
    let known = try db.drafts(of: course.id, on: told.date).map {
      DraftPlan.Known(id: $0.id, meeting: $0.meeting, isOpened: $0.checkIn != nil)
    }
    let meetings = told.meetings.prefix(Campus.MeetingsChanged.maxMeetings).filter { $0.ends > call.now }
    let plan = DraftPlan(known, meetings)
    guard !plan.isEmpty else { return }
    for id in plan.removed { try db.deleteDraft(id) }
    for change in plan.changed { try db.update(change) }
    for meeting in plan.added { try db.insert(meeting, of: course.id, on: told.date, at: call.now) }
    try db.publishDrafts(of: course.id, call)
  }

  /// The snapshot lists the days with meetings. What was opened stays.
  static let draftCopies = CopiedTable("draft", "id, course", marking: "checkin IS NULL") {
    (DraftID(try $0.id("id")), CourseID(try $0.id("course")))
  } sweep: { gone, db, call in
    for (id, _) in gone { try db.deleteDraft(id) }
    for course in Set(gone.map { $0.1 }) { try db.publishDrafts(of: course, call) }
  }
}
