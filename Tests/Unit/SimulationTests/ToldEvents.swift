import JSON
import Schema
import Store
import Synchronization

/// Every alert that a program has told, with the time on its clock: what the outcome is held against.
final class ToldEvents: Sendable {
  struct PersonAlert: Hashable, Sendable {
    let key: Alerts.AlertKey
    let person: PersonID
  }

  enum Word: Sendable, Equatable {
    case planned(Instant)
    case cancelled
  }

  struct Told: Sendable {
    let sequence: Int64
    let word: Word
    let at: Instant
    var isRepeating = false
  }

  private let state = Mutex<[PersonAlert: [Told]]>([:])

  var all: [PersonAlert: [Told]] { state.withLock { $0 } }

  func add(_ events: [StoredEvent], at now: Instant) {
    for stored in events { add(stored, now) }
  }

  private func add(_ stored: StoredEvent, _ now: Instant) {
    let body = stored.event.body
    do {
      switch stored.event.type {
      case Alerts.AlertPlanned.topic:
        let alert = try JSONCoding.decode(Alerts.AlertPlanned.self, from: body)
        add(
          .planned(alert.at), PersonAlert(key: alert.key, person: alert.person), stored.seq, now,
          isRepeating: alert.recurrence != nil)
      case Alerts.AlertCancelled.topic:
        let alert = try JSONCoding.decode(Alerts.AlertCancelled.self, from: body)
        add(.cancelled, PersonAlert(key: alert.key, person: alert.person), stored.seq, now)
      default: break
      }
    } catch {
      add(.cancelled, PersonAlert(key: .unreadable, person: .random()), stored.seq, now)
    }
  }

  private func add(
    _ word: Word, _ place: PersonAlert, _ sequence: Int64, _ now: Instant, isRepeating: Bool = false
  ) {
    let told = Told(sequence: sequence, word: word, at: now, isRepeating: isRepeating)
    state.withLock { $0[place, default: []].append(told) }
  }
}

extension Alerts.AlertKey {
  /// Of an event that nobody can read, which fails the simulation.
  static let unreadable = Alerts.AlertKey(
    program: ProgramName("unreadable"), object: .random(), lead: .atTheTime)
}

/// How often a place's alerts have to have come, and may have at most.
struct Expected: Equatable {
  var least = 0
  var most = 0
  /// What the last word said; nil where a snapshot has passed over it.
  var last: ToldEvents.Word?

  /// - Parameter skipped: sequences that the notifier never saw, because a snapshot stood for them.
  init(_ told: [ToldEvents.Told], until now: Instant, skipped: Set<Int64>) {
    for (index, one) in told.enumerated() {
      guard case .planned(let at) = one.word, at <= now else { continue }
      let next = index + 1 < told.count ? told[index + 1] : nil
      // Told once more with other words: the same alert.
      if let next, next.word == one.word { continue }
      most += 1
      let isOver = next.map { $0.at > at && !$0.overtakes(one, until: now) } ?? true
      if isOver, !skipped.contains(one.sequence) { least += 1 }
      // Something that came between was passed over, and so may have been this one.
      if skipped.contains(one.sequence), isOver { continue }
    }
    if let end = told.last, !skipped.contains(end.sequence) { last = end.word }
  }
}

extension ToldEvents.Told {
  /// True for a later occurrence that is due, too: the earlier one need not come.
  fileprivate func overtakes(_ earlier: ToldEvents.Told, until now: Instant) -> Bool {
    guard isRepeating, earlier.isRepeating, case .planned(let before) = earlier.word,
      case .planned(let at) = word
    else { return false }
    return before < at && at <= now
  }
}
