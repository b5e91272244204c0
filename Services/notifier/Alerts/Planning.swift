import Schema
import ServiceKit
import Store

/// Alerts that programs plan, cancel and raise. An alert is identified by its key and its person: planning it
/// again replaces it, and an event received twice counts once.
extension NotifierService {
  func registerPlanning(in handlers: inout Handlers) {
    for planner in Catalogue.alertPlanners {
      handlers.subscribe(to: Alerts.AlertPlanned.self, from: planner, reading: { try ToldAlert($0) }) {
        alert, db, call in
        let key = alert.told.key
        guard key.program == planner else { throw ForeignAlert(planner: planner, key: key) }
        try db.plan(alert, call)
      }
      handlers.subscribe(to: Alerts.AlertCancelled.self, from: planner) { told, db, call in
        guard told.key.program == planner else { throw ForeignAlert(planner: planner, key: told.key) }
        try db.cancel(told, call)
      }
      handlers.subscribe(to: Alerts.AlertRaised.self, from: planner) { told, db, call in
        try db.raise(told, call)
      }
      handlers.subscribeToSnapshot(from: planner, into: NotifierService.alerts(of: planner))
    }
    handlers.subscribeToSnapshot(from: .auth, into: PersonZones.copied())
    handlers.copySite()
    handlers.subscribe(to: Auth.ProfileChanged.self, from: .auth) { told, db, _ in
      guard try !db.isErased(told.person) else { return }
      _ = try db.profileChanged(told)
    }
  }
}

extension NotifierService {
  /// A snapshot lists only upcoming alerts, so an alert that is due and has not fired yet is not marked.
  static let listed = "ended_at IS NULL AND is_snoozed = 0 AND at > ?"

  /// - Parameter condition: The alerts that a snapshot of the program may list.
  static func alerts(of planner: ProgramName, marking condition: String = listed) -> CopiedTable {
    CopiedTable("alert", AlertRow.columns, of: planner, marking: condition) {
      try AlertRow($0)
    } sweep: { stale, db, call in
      for (person, alerts) in Dictionary(grouping: stale, by: \.person) {
        var moves = Moves(of: person)
        for alert in alerts { try db.cancel(alert, isDropped: false, &moves, call) }
        try db.settle(&moves)
        try db.publish(moves, call)
      }
    }
  }
}

/// A program planned an alert in the name of another program.
struct ForeignAlert: Error {
  let planner: ProgramName
  let key: Alerts.AlertKey
}

extension Database {
  /// The limit on a person's upcoming alerts: 5,000 events with 10 alerts each, doubled. Alerts beyond it are
  /// counted as missed and logged.
  static var maxAlerts: Int { 100_000 }

  func plan(_ planned: ToldAlert, _ call: Call) throws {
    let told = planned.told
    try ahead { _ = try $0.isErased(told.person) }
    try ahead { _ = try $0.alert(told.key, of: told.person, isSnoozed: false) }
    try ahead { _ = try $0.slots(of: told.person) }
    guard try !isErased(told.person) else { return }
    var earlier = try alert(told.key, of: told.person, isSnoozed: false)
    if let due = earlier, due.state == .armed || due.state == .queued, due.at <= call.now,
      due.at != told.at, !due.isOvertaken(by: told, now: call.now)
    {
      // The program planned the next time before this one fired.
      try fire([due], of: told.person, call)
      earlier = try alert(told.key, of: told.person, isSnoozed: false)
    }
    // An alert that was seeded into the past counts as missed at once, and nothing is published.
    let isPast = call.isSeeded && told.at <= call.now
    switch earlier?.state {
    case .queued?, .armed?: try replan(earlier, with: planned, call)
    case .fired?, .missed?, .cancelled?:
      guard let earlier, !earlier.isOver(as: told) else { return }
      try planAnew(earlier, with: planned, isPast: isPast, call)
    case nil: try planNew(planned, isPast: isPast, call)
    }
  }

  private func planNew(_ planned: ToldAlert, isPast: Bool, _ call: Call) throws {
    let told = planned.told
    var alert = AlertRow(planned, now: call.now)
    if told.importance == .crisis, !isPast {
      return try fireAtOnce(alert, call) { state in
        alert.state = state
        try insert(alert, endedAt: call.now)
      }
    }
    let slots = try slots(of: told.person)
    if isPast || slots.armed + slots.queued >= Database.maxAlerts {
      if !isPast { call.log(.error, "\(told.person) has \(Database.maxAlerts) alerts: one more is dropped") }
      alert.state = .missed
      return try insert(alert, endedAt: call.now)
    }
    var moves = Moves(of: told.person)
    try admit(alert, into: slots, &moves)
    try publish(moves, call)
  }

  /// Plans an ended alert again, for another time or because it was canceled before.
  private func planAnew(
    _ earlier: AlertRow, with planned: ToldAlert, isPast: Bool, _ call: Call
  ) throws {
    let told = planned.told
    var alert = earlier.taking(planned)
    alert.isDropped = false
    var moves = Moves(of: told.person)
    alert.state = .queued
    try update(alert)
    moves.note(alert.id, from: earlier.state, to: .queued)
    if isPast {
      try end(alert.id, as: .missed, at: call.now)
      return
    }
    if told.importance == .crisis {
      return try fireAtOnce(alert, call) { try end(alert.id, as: $0, at: call.now) }
    }
    try settle(&moves)
    try publish(moves, call)
  }

  /// Changes an upcoming alert.
  private func replan(_ earlier: AlertRow?, with planned: ToldAlert, _ call: Call) throws {
    guard let earlier else { return }
    let told = planned.told
    var alert = earlier.taking(planned)
    if told.importance == .crisis {
      try fireAtOnce(alert, call) { try end(alert.id, as: $0, at: call.now) }
      var moves = Moves(of: told.person)
      try settle(&moves)
      return try publish(moves, call)
    }
    guard alert.order != earlier.order, !alert.isPinned else { return try update(alert) }
    // The alert leaves its slot and joins the queue. `settle` decides whether it gets a slot again.
    alert.state = .queued
    try update(alert)
    var moves = Moves(of: told.person)
    moves.note(alert.id, from: earlier.state, to: .queued)
    try settle(&moves)
    try publish(moves, call)
  }

  func cancel(_ told: Alerts.AlertCancelled, _ call: Call) throws {
    var moves = Moves(of: told.person)
    for isSnoozed in [false, true] {
      guard let alert = try alert(told.key, of: told.person, isSnoozed: isSnoozed) else { continue }
      try cancel(alert, isDropped: false, &moves, call)
    }
    try settle(&moves)
    try publish(moves, call)
  }

  /// Cancels an alert, unless it has ended.
  func cancel(_ alert: AlertRow, isDropped: Bool, _ moves: inout Moves, _ call: Call) throws {
    guard alert.state == .queued || alert.state == .armed else { return }
    try end(alert.id, as: .cancelled, at: call.now, isDropped: isDropped)
    moves.note(alert.id, from: alert.state, to: .cancelled)
  }
}

extension AlertRow {
  /// True if this alert already covers the plan: it ended at the same time, and was not canceled unless the
  /// person dropped it.
  fileprivate func isOver(as told: Alerts.AlertPlanned) -> Bool {
    guard at == told.at else { return false }
    return state != .cancelled || isDropped
  }

  /// True for an occurrence of a repeating alert that did not fire before a later one was due, too. Only the
  /// latest fires.
  fileprivate func isOvertaken(by told: Alerts.AlertPlanned, now: Instant) -> Bool {
    body.value.recurrence != nil && told.recurrence != nil && at < told.at && told.at <= now
  }

  fileprivate func taking(_ planned: ToldAlert) -> AlertRow {
    var alert = self
    alert.at = planned.told.at
    alert.until = planned.told.until
    alert.importance = planned.told.importance
    alert.body = planned.body
    return alert
  }
}
