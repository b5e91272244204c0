import Calendar
import Schema
import ServiceKit
import Store

/// The alerts of check-ins. They are planned when they are due, so that a check-in that changes has none to
/// be canceled, and a student who has checked in is not told that it closes.
extension Database {
  /// Notifies the students that a check-in has opened.
  func notifyOpening(_ row: CheckInRow, _ course: CourseRow, _ call: Call) throws {
    var told = row
    told.tells = nil
    try update(told)
    try publish(.opened, of: told, call)
    try notifyOpen(told, course, call)
  }

  func notifyOpen(_ row: CheckInRow, _ course: CourseRow, _ call: Call) throws {
    var values = [
      Alerts.AlertValue(name: "course", text: course.shortName),
      Alerts.AlertValue(name: "closes", text: row.closes.description),
    ]
    if let name = row.spotName { values.append(Alerts.AlertValue(name: "place", text: name)) }
    try plan(Alerts.AlertText(.checkInOpen, values), .atTheTime, row, call)
  }

  /// Notifies the students who have not checked in that a check-in closes soon.
  func notifyClosingSoon(_ row: CheckInRow, _ course: CourseRow, _ call: Call) throws {
    var told = row
    told.soon = nil
    try update(told)
    let text = Alerts.AlertText(
      .checkInSoon,
      [
        Alerts.AlertValue(name: "course", text: course.shortName),
        Alerts.AlertValue(name: "closes", text: row.closes.description),
      ])
    try plan(text, CheckInRow.soonLead, row, call)
  }

  /// Plans an alert for now, for the students without a record. It is of no use once the check-in has closed.
  private func plan(_ text: Alerts.AlertText, _ lead: LeadTime, _ row: CheckInRow, _ call: Call) throws {
    guard row.closes > call.now else { return }
    let key = Alerts.AlertKey(program: .attendance, object: AlertObjectID(row.id.raw), lead: lead)
    for person in try withoutRecord(in: row) {
      try publish(
        Alerts.AlertPlanned(
          key: key, person: person, at: call.now, until: row.closes, text: text, importance: .high,
          because: Alerts.AlertReasons(checked: [Alerts.AlertReason(.studentOfCourse)]), recurrence: nil),
        to: .programs, call)
    }
  }

  /// Notifies a student of something that an instructor did.
  func notify(
    _ person: PersonID, _ key: Alerts.TextKey, of object: RawUUID, _ values: [(name: String, text: String)],
    importance: Alerts.AlertImportance = .normal, _ call: Call
  ) throws {
    let text = Alerts.AlertText(key, values.map { Alerts.AlertValue(name: $0.name, text: $0.text) })
    try publish(
      Alerts.AlertRaised(
        program: .attendance, object: AlertObjectID(object), people: [person], text: text,
        importance: importance),
      to: .programs, call)
  }

  // MARK: - Days

  /// The day of a moment in the zone of the site.
  func day(of moment: Instant) throws -> CivilDate { try zone().date(at: moment) }

  /// The zone of the site; that of this machine if it lacks it.
  func zone() throws -> Zone {
    guard let name = try site().zone else { return .site }
    do { return try Zone.named(name) } catch { return .site }
  }
}

extension CourseRow {
  /// `STAT 101`, or the name of a course without a code.
  var shortName: String { code ?? name }
}
