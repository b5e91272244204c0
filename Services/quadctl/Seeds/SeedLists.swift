import Schema

/// To-dos and budgets of seed events, added by the event's owner right after the event.
extension SeedLoader {
  /// The version of a budget that nobody has edited.
  private static let firstVersion: Int64 = 1

  /// - Parameter isPrivate: True if nobody but the owner sees the event, so that nobody else can have a
  ///   to-do of it.
  func addLists(
    of event: Seeds.Event, _ id: EventID, isPrivate: Bool, at time: Instant, _ row: String
  ) async throws {
    for var toDo in event.toDos ?? [] {
      if isPrivate, toDo.for != event.by { toDo.for = nil }
      try await add(toDo, to: event, id, at: time, row)
    }
    guard let budget = event.budget else { return }
    let edit = Events.EditBudget(
      id: id, version: SeedLoader.firstVersion, currency: budget.currency,
      cap: budget.cap.map { .set(.text($0)) } ?? .keep)
    _ = try await send(edit, as: event.by, at: time, event, row)
    for line in budget.lines {
      let request = Events.AddBudgetLine(
        id: id, text: line.text, planned: line.planned.map { .text($0) },
        actual: line.actual.map { .text($0) }, currency: budget.currency)
      _ = try await send(request, as: event.by, at: time, SeedLine(event: row, line: line), row)
    }
  }

  private func add(
    _ toDo: Seeds.ToDo, to event: Seeds.Event, _ id: EventID, at time: Instant, _ row: String
  ) async throws {
    let assignee = try toDo.for.map { key in
      guard let person = account(of: key) else { throw SeedLoader.unknown(key, row) }
      return person
    }
    let line = SeedLine(event: row, line: toDo)
    let due = toDo.due?.instant(now: now).siteDate
    let added = try await send(
      Events.AddToDo(id: id, text: toDo.text, due: due, assignee: assignee), as: event.by, at: time, line,
      row)
    guard toDo.isDone ?? false else { return }
    let tick = Events.EditToDo(id: id, toDo: added.id, version: added.version, isDone: true)
    _ = try await send(tick, as: event.by, at: time, line, row)
  }
}

/// A line of an event's list, told apart from the same line of another event.
private struct SeedLine<Line: Encodable & Sendable>: Encodable, Sendable {
  let event: String
  let line: Line
}
