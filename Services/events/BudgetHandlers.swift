import Schema
import ServiceKit
import Store

/// The budget sheet of an event. Whoever sees the event sees and edits it.
extension EventsService {
  func registerBudgets(in handlers: inout Handlers) {
    handlers.on(Events.GetBudget.self, getBudget)
    handlers.on(Events.EditBudget.self, editBudget)
    handlers.on(Events.AddBudgetLine.self, addBudgetLine)
    handlers.on(Events.EditBudgetLine.self, editBudgetLine)
    handlers.on(Events.MoveBudgetLine.self, moveBudgetLine)
    handlers.on(Events.DeleteBudgetLine.self, deleteBudgetLine)
    handlers.on(Events.RestoreBudgetLine.self, restoreBudgetLine)
  }

  func getBudget(_ request: Events.GetBudget, _ call: Call) async throws -> Events.Budget {
    let person = try call.person
    return try await call.read { db in
      let event = try db.visibleEvent(request.id, for: person)
      return try db.budget(try db.sheet(of: event.id) ?? newSheet, of: event.id)
    }
  }

  func editBudget(_ request: Events.EditBudget, _ call: Call) async throws -> Events.Budget {
    let person = try call.person
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      let sheet = try db.sheet(of: event.id) ?? newSheet
      let isStale = sheet.version != request.version
      let edited: SheetRow
      do throws(Fault) { edited = try sheet.applying(request) } catch {
        // What was wrong about it may be what the other one changed.
        guard isStale, error.code != FaultCode.currencyUnknown.code else { throw error }
        throw try Fault.changedElsewhere(current: try db.budget(sheet, of: event.id))
      }
      guard edited != sheet else { return try db.budget(sheet, of: event.id) }
      guard !isStale else {
        throw try Fault.changedElsewhere(current: try db.budget(sheet, of: event.id))
      }
      if edited.currency != sheet.currency { try db.forgetDeletedLines(of: event.id) }
      try db.write(edited, of: event.id)
      try db.budgetChanged(event, call)
      return try db.budget(edited, of: event.id)
    }
  }

  func addBudgetLine(_ request: Events.AddBudgetLine, _ call: Call) async throws -> Events.BudgetLine {
    let person = try call.person
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      let sheet = try usedSheet(of: event, currency: request.currency, db)
      guard sheet.items < Events.mostListed else { throw Fault(.listFull) }
      let line = Events.BudgetLine(
        id: .timed(call.now), text: request.text.text,
        planned: try request.planned.map { try sheet.units($0, request.locale, field: "planned") },
        actual: try request.actual.map { try sheet.units($0, request.locale, field: "actual") }, version: 1)
      let spot = request.after.map { ListSpot.after($0.raw) } ?? .last
      let place = try db.place(for: line.id.raw, at: spot, in: .budgetLines, of: event.id)
      try db.insert(line, at: place, of: event.id)
      try db.budgetChanged(event, call)
      return line
    }
  }

  func editBudgetLine(_ request: Events.EditBudgetLine, _ call: Call) async throws -> Events.BudgetLine {
    let person = try call.person
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      let line = try db.budgetLine(request.line, of: event.id)
      let edited = try line.applying(request, on: try db.sheet(of: event.id) ?? newSheet)
      guard edited != line else { return line }
      guard line.version == request.version else { throw try Fault.changedElsewhere(current: line) }
      try db.update(edited)
      try db.budgetChanged(event, call)
      return edited
    }
  }

  func moveBudgetLine(_ request: Events.MoveBudgetLine, _ call: Call) async throws -> Events.BudgetLine {
    let person = try call.person
    let spot = request.after.map { ListSpot.after($0.raw) } ?? .first
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      let line = try db.budgetLine(request.line, of: event.id)
      guard try !db.isAt(spot, line.id.raw, in: .budgetLines, of: event.id) else { return line }
      let place = try db.place(for: line.id.raw, at: spot, in: .budgetLines, of: event.id)
      try db.setPlace(place, of: line.id.raw, in: .budgetLines)
      try db.budgetChanged(event, call)
      return line
    }
  }

  func deleteBudgetLine(_ request: Events.DeleteBudgetLine, _ call: Call) async throws -> Empty {
    let person = try call.person
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      let (line, deleted) = try db.storedLine(request.line, of: event.id)
      guard deleted == nil else { return Empty() }
      try db.setDeleted(line.id.raw, at: call.now, in: .budgetLines, of: event.id)
      try db.budgetChanged(event, call)
      return Empty()
    }
  }

  func restoreBudgetLine(
    _ request: Events.RestoreBudgetLine, _ call: Call
  ) async throws -> Events.BudgetLine {
    let person = try call.person
    return try await call.write { db in
      let event = try db.visibleEvent(request.id, for: person)
      let (line, deleted) = try db.storedLine(request.line, of: event.id)
      guard let deleted else { return line }
      guard call.now.since(deleted) <= EventsService.restoreLimit else { throw Fault(.notFound) }
      guard (try db.sheet(of: event.id)?.items ?? 0) < Events.mostListed else { throw Fault(.listFull) }
      try db.setRestored(line.id.raw, in: .budgetLines)
      try db.budgetChanged(event, call)
      return line
    }
  }

  /// The sheet of an event that was never used.
  private var newSheet: SheetRow { SheetRow(currency: currency.code, digits: currency.digits) }

  /// The sheet that a line goes onto; its first use writes it.
  /// - Throws: `currency_unknown`; `currency_fixed` when the line is priced in another currency.
  private func usedSheet(
    of event: EventRow, currency: CurrencyCode?, _ db: borrowing Database
  ) throws -> SheetRow {
    if let sheet = try db.sheet(of: event.id) {
      guard currency == nil || currency == sheet.currency else {
        throw Fault(.currencyFixed, field: "currency")
      }
      return sheet
    }
    var sheet = newSheet
    if let currency {
      guard let digits = currency.digits else { throw Fault(.currencyUnknown, field: "currency") }
      sheet = SheetRow(currency: currency, digits: digits)
    }
    try db.write(sheet, of: event.id)
    return sheet
  }
}
