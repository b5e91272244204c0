// The rows of all snapshots. An event about a row that is missing here is applied twice after a snapshot that
// was read while it was published: harmless where its handler takes the newest state, wrong where it counts.

extension Auth.SignedUp: RowEvent {
  package var row: RowName { RowName("account", person.description) }
}

extension Auth.ProfileChanged: RowEvent {
  package var row: RowName { RowName("zone", person.description) }
}

extension Auth.SiteChanged: RowEvent {
  package var row: RowName { RowName("site") }
}

extension Roomhub.DormDefined: RowEvent {
  package var row: RowName { RowName("dorm", dorm.id.text) }
}

extension Roomhub.DormRemoved: RowEvent {
  package var row: RowName { RowName("dorm", dorm.text) }
}

extension Roomhub.MemberJoined: RowEvent {
  package var row: RowName { RowName("member", person.description) }
}

extension Roomhub.MemberLeft: RowEvent {
  package var row: RowName { RowName("member", person.description) }
}

extension Attendance.CourseAdded: RowEvent {
  package var row: RowName { RowName("course", id.description) }
}

extension Attendance.CourseDeleted: RowEvent {
  package var row: RowName { RowName("course", id.description) }
}

extension Attendance.RosterJoined: RowEvent {
  package var row: RowName { RowName("roster", course.description, person.description) }
}

extension Attendance.RosterLeft: RowEvent {
  package var row: RowName { RowName("roster", course.description, person.description) }
}

extension Alerts.AlertPlanned: RowEvent {
  package var row: RowName { key.row(of: person) }
}

extension Alerts.AlertCancelled: RowEvent {
  package var row: RowName { key.row(of: person) }
}

extension Alerts.AlertKey {
  fileprivate func row(of person: PersonID) -> RowName {
    RowName("alert", program.text, object.description, String(lead.minutes), person.description)
  }
}
