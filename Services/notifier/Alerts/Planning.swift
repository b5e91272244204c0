import Schema
import ServiceKit
import Store

/// What programs plan, take back and raise. An alert is known by its key and its person: planning it again
/// replaces it, and what is told twice counts once.
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
      handlers.subscribeToSnapshot(
        from: planner,
        begins: { db, call in
          try db.markStale(planner, at: call.now)
          if planner == .auth { try db.beginZones() }
        },
        ends: { db, call in
          try db.cancelStale(planner, call)
          if planner == .auth { try db.forgetStaleZones() }
        })
    }
    handlers.subscribe(to: Auth.ProfileChanged.self, from: .auth) { told, db, _ in
      guard try !db.isErased(told.person) else { return }
      _ = try db.profileChanged(told)
    }
  }
}

/// A program planned an alert in the name of another one.
struct ForeignAlert: Error {
  let planner: ProgramName
  let key: Alerts.AlertKey
}

extension Database {
  /// Alerts to come a person has at most: 5,000 events with 10 reminders each, and twice that. What is beyond
  /// is counted as missed and logged.
  static var maxAlerts: Int { 100_000 }

  func plan(_ planned: ToldAlert, _ call: Call) throws {
    let told = planned.told
    guard try !isErased(told.person) else { return }
    var earlier = try alert(told.key, of: told.person, isSnoozed: false)
    if let due = earlier, due.state == .armed || due.state == .queued, due.at <= call.now, due.at != told.at {
      // Its program was faster with the next time than the firing with this one.
      try fire([due], of: told.person, call)
      earlier = try alert(told.key, of: told.person, isSnoozed: false)
    }
    // What was seeded into the past was missed when it was planned: nobody is told.
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
      alert.state = .fired
      try insert(alert, endedAt: call.now)
      return try fireAtOnce(alert, call)
    }
    let slots = try slots(of: told.person)
    if isPast || slots.armed + slots.queued >= Database.maxAlerts {
      if !isPast { call.log(.error, "\(told.person) has \(Database.maxAlerts) alerts: one more is dropped") }
      alert.state = .missed
      return try insert(alert, endedAt: call.now)
    }
    var moves = Moves(of: told.person)
    try admit(alert, &moves)
    try publish(moves, call)
  }

  /// One that is over comes again, at another time or because it was taken back before.
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
      try end(alert.id, as: .fired, at: call.now)
      return try fireAtOnce(alert, call)
    }
    try settle(&moves)
    try publish(moves, call)
  }

  /// One that is still to come changes.
  private func replan(_ earlier: AlertRow?, with planned: ToldAlert, _ call: Call) throws {
    guard let earlier else { return }
    let told = planned.told
    var alert = earlier.taking(planned)
    if told.importance == .crisis {
      try end(alert.id, as: .fired, at: call.now)
      try fireAtOnce(alert, call)
      var moves = Moves(of: told.person)
      try settle(&moves)
      return try publish(moves, call)
    }
    guard alert.order != earlier.order, !alert.isPinned else { return try update(alert) }
    // It leaves its slot and stands in line: where it comes out is decided anew.
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

  /// Does nothing to one that is over.
  func cancel(_ alert: AlertRow, isDropped: Bool, _ moves: inout Moves, _ call: Call) throws {
    guard alert.state == .queued || alert.state == .armed else { return }
    try end(alert.id, as: .cancelled, at: call.now, isDropped: isDropped)
    moves.note(alert.id, from: alert.state, to: .cancelled)
  }

  /// Marks what this program has planned until its snapshot names it. That tells of what is to come alone:
  /// what is due by now and has not fired yet stays.
  func markStale(_ program: ProgramName, at now: Instant) throws {
    try run(
      "UPDATE alert SET is_stale = 1 WHERE program = ? AND ended_at IS NULL AND is_snoozed = 0 AND at > ?",
      program.text, now)
  }

  /// Alerts cancelled, or zones forgotten, in one go.
  private static var staleStep: Int { 500 }

  func forgetStaleZones() throws {
    while try forgetStaleZones(limit: Database.staleStep).count == Database.staleStep {}
  }

  func cancelStale(_ program: ProgramName, _ call: Call) throws {
    while true {
      let stale = try all(
        "SELECT \(AlertRow.columns) FROM alert WHERE program = ? AND is_stale = 1 LIMIT ?", program.text,
        Database.staleStep
      ) { try AlertRow($0) }
      guard !stale.isEmpty else { return }
      for (person, alerts) in Dictionary(grouping: stale, by: \.person) {
        var moves = Moves(of: person)
        for alert in alerts { try cancel(alert, isDropped: false, &moves, call) }
        try settle(&moves)
        try publish(moves, call)
      }
    }
  }
}

extension AlertRow {
  /// Whether this one is done with what is told again: it came, or its person did not want it.
  fileprivate func isOver(as told: Alerts.AlertPlanned) -> Bool {
    guard at == told.at else { return false }
    return state != .cancelled || isDropped
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
