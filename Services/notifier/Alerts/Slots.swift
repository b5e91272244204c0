import Schema
import ServiceKit
import Store

/// The changes to the alerts of one person.
struct Moves: Gathering {
  private struct Move: Sendable {
    let from: AlertState?
    var to: AlertState
  }

  let person: PersonID
  private var moves: [AlertID: Move] = [:]
  private var order: [AlertID] = []

  init(of person: PersonID) {
    self.person = person
  }

  /// - Parameter from: nil for a new alert.
  mutating func note(_ id: AlertID, from: AlertState?, to: AlertState) {
    if moves[id] == nil { order.append(id) }
    moves[id, default: Move(from: from, to: to)].to = to
  }

  mutating func add(_ later: Moves) {
    for id in later.order {
      if let move = later.moves[id] { note(id, from: move.from, to: move.to) }
    }
  }

  func publish(_ db: borrowing Database, _ call: Call) throws {
    guard !isEmpty else { return }
    try db.publish(told, to: .people([person]), call)
  }

  /// The limit on ids of each kind in an event. Subscribers fetch the list again anyway.
  static let maxListed = 64

  var isEmpty: Bool { !order.contains { moves[$0].map { $0.from != $0.to } ?? false } }

  var told: Notifier.AlertsChanged {
    func those(_ isMeant: (Move) -> Bool) -> [AlertID] {
      Array(order.filter { moves[$0].map(isMeant) ?? false }.prefix(Moves.maxListed))
    }
    return Notifier.AlertsChanged(
      armed: those { $0.to == .armed && $0.from != .armed },
      queued: those { $0.to == .queued && $0.from != .queued && $0.from != .armed },
      demoted: those { $0.to == .queued && $0.from == .armed },
      gone: those { $0.to != .armed && $0.to != .queued && $0.from != $0.to })
  }
}

/// The slots of a person's alerts. Pinned alerts hold one, and so do the first of the others by time,
/// importance, creation and id. A change that may free a slot ends with `settle`, in the same transaction.
extension Database {
  func slots(of person: PersonID) throws -> Notifier.Slots {
    try one("SELECT armed, queued, pinned FROM slots WHERE person = ?", person.raw) {
      Notifier.Slots(
        armed: Int(try $0.int("armed")), queued: Int(try $0.int("queued")), pinned: Int(try $0.int("pinned")))
    } ?? Notifier.Slots(armed: 0, queued: 0, pinned: 0)
  }

  /// Inserts a new alert at its own position, armed or queued.
  /// - Parameter slots: those of its person.
  func admit(_ alert: AlertRow, into slots: Notifier.Slots, _ moves: inout Moves) throws {
    var alert = alert
    if slots.armed < Notifier.Slots.maxArmed, slots.queued == 0 {
      alert.state = .armed
    } else if slots.armed == Notifier.Slots.maxArmed,
      let last = try lastArmed(of: alert.person), alert.order < last
    {
      try move(AlertID(last.id), to: .queued, from: .armed, &moves)
      alert.state = .armed
    } else {
      alert.state = .queued
    }
    try insert(alert)
    moves.note(alert.id, from: nil, to: alert.state)
  }

  /// Promotes queued alerts into free slots, and swaps a queued alert with an armed one that comes after it.
  func settle(_ moves: inout Moves) throws {
    let person = moves.person
    let slots = try slots(of: person)
    guard slots.queued > 0 else { return }
    let free = max(Notifier.Slots.maxArmed - slots.armed, 0)
    if free > 0 {
      for first in try firstQueued(of: person, limit: free) {
        try move(AlertID(first.id), to: .armed, from: .queued, &moves)
      }
    }
    guard slots.queued > free else { return }
    // Each pass swaps an earlier alert into a slot.
    for _ in 0..<Notifier.Slots.maxArmed {
      guard let first = try firstQueued(of: person, limit: 1).first, let last = try lastArmed(of: person),
        first < last
      else { return }
      try move(AlertID(last.id), to: .queued, from: .armed, &moves)
      try move(AlertID(first.id), to: .armed, from: .queued, &moves)
    }
  }

  /// Gives an armed or a queued alert a permanent slot.
  /// - Throws: `too_many_pins`.
  func pin(_ alert: AlertRow, _ moves: inout Moves) throws {
    guard !alert.isPinned else { return }
    let slots = try slots(of: alert.person)
    guard slots.pinned < Notifier.Slots.maxPinned else { throw Fault(.tooManyPins) }
    let isFull = slots.armed == Notifier.Slots.maxArmed
    if alert.state == .queued, isFull, let last = try lastArmed(of: alert.person) {
      try move(AlertID(last.id), to: .queued, from: .armed, &moves)
    }
    try run("UPDATE alert SET state = 'armed', is_pinned = 1 WHERE id = ?", alert.id.raw)
    moves.note(alert.id, from: alert.state, to: .armed)
  }

  func unpin(_ alert: AlertRow, _ moves: inout Moves) throws {
    try run("UPDATE alert SET is_pinned = 0 WHERE id = ?", alert.id.raw)
    try settle(&moves)
  }

  /// Publishes the changes to the person's devices, once for all events that are applied together.
  func publish(_ moves: Moves, _ call: Call) throws {
    guard !moves.isEmpty else { return }
    try Gathered.add(moves, about: moves.person.raw, self, call)
  }

  private func move(
    _ id: AlertID, to state: AlertState, from: AlertState, _ moves: inout Moves
  ) throws {
    try run("UPDATE alert SET state = ? WHERE id = ?", state.rawValue, id.raw)
    moves.note(id, from: from, to: state)
  }

  private func firstQueued(of person: PersonID, limit: Int) throws -> [AlertOrder] {
    try all(
      """
      SELECT at, rank, created_at, id FROM alert WHERE person = ? AND state = 'queued'
        AND ended_at IS NULL
      ORDER BY at, rank, created_at, id LIMIT ?
      """,
      person.raw, limit
    ) { try AlertOrder($0) }
  }

  /// The last armed alert, which gives up its slot first. Pinned alerts keep theirs.
  private func lastArmed(of person: PersonID) throws -> AlertOrder? {
    try one(
      """
      SELECT at, rank, created_at, id FROM alert WHERE person = ? AND state = 'armed'
        AND ended_at IS NULL AND is_pinned = 0
      ORDER BY at DESC, rank DESC, created_at DESC, id DESC LIMIT 1
      """,
      person.raw
    ) { try AlertOrder($0) }
  }
}

extension AlertOrder {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(
      at: try row.instant("at"), rank: try row.int("rank"), created: try row.instant("created_at"),
      id: try row.id("id"))
  }
}
