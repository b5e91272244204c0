/// Courses and their rosters.
package enum Attendance {
  package static let requests: [any Request.Type] =
    courseRequests + rosterRequests + importRequests + checkInRequests + draftRequests
    + registerRequests + excuseRequests + reportRequests + personRequests
  package static let events: [any Event.Type] = courseEvents + rosterEvents + checkInEvents + [Audited.self]

  private static let courseRequests: [any Request.Type] = [
    ListCourses.self, AddCourse.self, GetCourse.self, EditCourse.self, DeleteCourse.self,
  ]
  private static let rosterRequests: [any Request.Type] = [
    ListRoster.self, Enroll.self, SetRosterRole.self, RemoveFromRoster.self, SetAdviser.self,
    RemoveAdviser.self, ListAdvised.self,
  ]
  private static let checkInRequests: [any Request.Type] = [
    ListCheckIns.self, ListOpenCheckIns.self, OpenCheckIn.self, GetCheckIn.self, EditCheckIn.self,
    CloseCheckIn.self, ReopenCheckIn.self, DeleteCheckIn.self, RestoreCheckIn.self, GetCheckInCode.self,
    TryCheckIn.self, CheckMeIn.self, GetTicket.self, ListSpots.self, SaveSpot.self, DeleteSpot.self,
  ]
  private static let registerRequests: [any Request.Type] = [
    ListRegister.self, SetMark.self, ListMarks.self, ListMyRecords.self,
  ]
  private static let excuseRequests: [any Request.Type] = [
    FileExcuse.self, ListExcuses.self, AnswerExcuse.self, WithdrawExcuse.self,
  ]
  private static let reportRequests: [any Request.Type] = [
    ListCourseAttendance.self, ListAttendance.self, ListRecords.self, ExportRecords.self, LockTerm.self,
    UnlockTerm.self, SetWarnings.self, GetWarnings.self,
  ]
  private static let personRequests: [any Request.Type] = [ExportPerson.self, ErasePerson.self]
  private static let courseEvents: [any Event.Type] = [
    CourseAdded.self, CourseChanged.self, CourseDeleted.self,
  ]
  private static let checkInEvents: [any Event.Type] = [
    CheckInChanged.self, RecordChanged.self, ExcuseChanged.self, DraftsChanged.self,
  ]
  private static let rosterEvents: [any Event.Type] = [RosterJoined.self, RosterLeft.self]

  /// An administrator's action in attendance; auth keeps the log of all programs.
  package struct Audited: AuditedEvent {
    package static let topic = "attendance.audit.recorded"
    package static let version = "1.6"
    package static let audience = AudienceKind.programs
    /// The entry to be added to the audit log.
    package let entry: Auth.AuditEntry

    package init(entry: Auth.AuditEntry) {
      self.entry = entry
    }
  }
}
