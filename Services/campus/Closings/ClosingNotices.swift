import Calendar
import Schema
import ServiceKit
import Store

/// Notifies everybody of a closing, or of its end. A row of `closing_notice` says who is left, so that the
/// work goes on after a crash, and each step is a transaction of its own.
struct ClosingNotices: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(1)
  /// The people of a step: one event to the notifier.
  static let peopleAStep = Audience.maxPeople

  func run() async {
    while !Task.isCancelled {
      do {
        let moment = context.clock.now
        try await step()
        try await context.clock.wait(for: ClosingNotices.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "notices of closings: \(error)")
        do { try await Task.sleep(for: ClosingNotices.interval) } catch { return }
      }
    }
  }

  /// Does all work that is left.
  func step() async throws {
    while !Task.isCancelled, let closing = try await context.store.read({ try $0.closingToNotify() }) {
      let call = context.ownCall()
      try await context.store.write { try $0.notifyNext(of: closing, call) }
    }
  }
}

extension Database {
  /// A closing that people have not been notified of.
  fileprivate func closingToNotify() throws -> ClosingID? {
    try one("SELECT closing FROM closing_notice ORDER BY closing LIMIT 1") { ClosingID(try $0.id("closing")) }
  }

  /// The time at which notices are due: at once.
  func nextClosingNotice(at now: Instant) throws -> Instant? { try closingToNotify().map { _ in now } }

  /// Notifies the next people, or ends the work.
  func notifyNext(of id: ClosingID, _ call: Call) throws {
    guard let closing = try closing(id),
      let people = try peopleToNotify(of: id, limit: ClosingNotices.peopleAStep),
      try closing.date >= schoolDate(at: call.now), let last = people.last
    else {
      try run("DELETE FROM closing_notice WHERE closing = ?", id.raw)
      return
    }
    try publish(
      Alerts.AlertRaised(
        program: .campus, object: AlertObjectID(id.raw), people: people, text: try text(of: closing),
        importance: .high),
      to: .programs, call)
    try run("UPDATE closing_notice SET told_to = ? WHERE closing = ?", last.raw, id.raw)
  }

  /// The people who are left, in the order of their ids; nil if the work is done.
  private func peopleToNotify(of id: ClosingID, limit: Int) throws -> [PersonID]? {
    let place = try one("SELECT told_to, ends_at FROM closing_notice WHERE closing = ?", id.raw) { row in
      (toldTo: try row.blobOrNil("told_to"), endsAt: try row.blobOrNil("ends_at"))
    }
    guard let place else { return nil }
    // Every id is behind an empty one, and none is before it.
    let first = place.toldTo ?? []
    guard let last = place.endsAt else {
      return try all("SELECT id FROM person WHERE id > ? ORDER BY id LIMIT ?", first, limit) {
        PersonID(try $0.id("id"))
      }
    }
    return try all(
      "SELECT id FROM person WHERE id > ? AND id <= ? ORDER BY id LIMIT ?", first, last, limit
    ) { PersonID(try $0.id("id")) }
  }

  private func text(of closing: ClosingRow) throws -> Alerts.AlertText {
    let isReopening = closing.undone != nil
    var values = [Alerts.AlertValue(name: "day", text: closing.date.description)]
    if !isReopening, let note = closing.note {
      values.append(Alerts.AlertValue(name: "note", text: note.text))
    }
    let next = isReopening ? try schoolDay(on: closing.date) : try nextSchoolDay(after: closing.date)
    if let next, let dayType = next.dayType {
      if !isReopening { values.append(Alerts.AlertValue(name: "next", text: next.date.description)) }
      values.append(Alerts.AlertValue(name: "type", text: dayType.name.text))
    }
    return Alerts.AlertText(isReopening ? .dayReopened : .dayClosed, values)
  }
}
