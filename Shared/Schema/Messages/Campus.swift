/// The school day: days and bells, classes and schedules, news, lunch, activities, contacts, calendar.
package enum Campus {
  package static let requests: [any Request.Type] =
    setupRequests + dayRequests + closingRequests + classRequests + scheduleRequests
    + noticeRequests + togetherRequests + sourceRequests + newsRequests
    + announcementRequests + lunchRequests + activityRequests + contactRequests
    + calendarRequests + importRequests + meetingRequests + personRequests
  package static let events: [any Event.Type] =
    setupEvents + dayEvents + closingEvents + classEvents + scheduleEvents + noticeEvents
    + togetherEvents + sourceEvents + newsEvents + announcementEvents + lunchEvents
    + activityEvents + contactEvents + calendarEvents + importEvents + meetingEvents + [Audited.self]

  private static let personRequests: [any Request.Type] = [ExportPerson.self, ErasePerson.self]

  /// An administrator's action in campus; auth keeps the log of all programs.
  package struct Audited: AuditedEvent {
    package static let topic = "campus.audit.recorded"
    package static let version = "1.1"
    package static let audience = AudienceKind.programs
    /// The entry to be added to the audit log.
    package let entry: Auth.AuditEntry

    package init(entry: Auth.AuditEntry) {
      self.entry = entry
    }
  }
}
