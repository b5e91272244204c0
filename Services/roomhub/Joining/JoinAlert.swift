import Schema

extension JoinRequestRow {
  /// The alert to a member that a person asks to join the room. It fires at once.
  /// - Parameter name: the first name of the person, if known.
  func alert(to member: PersonID, by name: String?, at now: Instant) -> Alerts.AlertPlanned {
    Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .roomhub, object: AlertObjectID(id.raw), lead: .atTheTime),
      person: member, at: now, until: now.advanced(by: .seconds(24 * 3600)),
      text: Alerts.AlertText(.joinAsked, name.map { [Alerts.AlertValue(name: "by", text: $0)] } ?? []),
      importance: .normal, because: Alerts.AlertReasons(checked: [Alerts.AlertReason(.roomOfMember)]),
      recurrence: nil)
  }
}
