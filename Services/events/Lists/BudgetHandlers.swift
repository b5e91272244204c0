import Schema
import ServiceKit
import Store

/// The budget sheet of an event. Everyone who sees the event sees it; roommates edit it together.
extension EventsService {
  func registerBudgets(in handlers: inout Handlers) {
    handlers.on(Events.GetBudget.self, getBudget)
    handlers.on(Events.EditBudget.self, editBudget)
    handlers.on(Events.AddBudgetLine.self, addBudgetLine)
    handlers.on(Events.EditBudgetLine.self, editBudgetLine)
    handlers.on(Events.MoveBudgetLine.self) { try await move($0.line, of: $0.id, after: $0.after, $1) }
    handlers.on(Events.DeleteBudgetLine.self) {
      try await delete(Events.BudgetLine.self, $0.line, of: $0.id, $1)
    }
    handlers.on(Events.RestoreBudgetLine.self) { try await restore($0.line, of: $0.id, $1) }
  }

  func getBudget(_ request: Events.GetBudget, _ call: Call) async throws -> Events.Budget {
    let person = try call.person
    return try await call.read { db in
      let event = try db.visibleEvent(request.id, for: person)
      return try db.budget(try db.sheet(of: event.id) ?? newSheet, of: event.id)
    }
  }

  func editBudget(_ request: Events.EditBudget, _ call: Call) async throws -> EncodedReply<Events.Budget> {
    let person = try call.person
    return try await call.write { db in
      let event = try db.workedOnEvent(request.id, by: person)
      let sheet = try db.sheet(of: event.id) ?? newSheet
      let isStale = sheet.version != request.version
      let edited: SheetRow
      do throws(Fault) { edited = try sheet.applying(request) } catch {
        // The cause of the fault may be a concurrent change.
        guard isStale, error.code != FaultCode.currencyUnknown.code else { throw error }
        throw try Fault.changedElsewhere(current: try db.budget(sheet, of: event.id))
      }
      guard edited != sheet else { return try db.budget(sheet, of: event.id) }
      guard !isStale else {
        throw try Fault.changedElsewhere(current: try db.budget(sheet, of: event.id))
      }
      if edited.currency != sheet.currency { try db.forgetDeletedLines(of: event.id) }
      try db.write(edited, of: event.id)
      try Events.BudgetLine.listChanged(event, db, call)
      return try db.budget(edited, of: event.id)
    }
  }

  func addBudgetLine(_ request: Events.AddBudgetLine, _ call: Call) async throws -> EncodedReply<
    Events.BudgetLine
  > {
    let person = try call.person
    return try await call.write { db in
      let event = try db.workedOnEvent(request.id, by: person)
      let sheet = try usedSheet(of: event, currency: request.currency, db)
      try db.requireSpace(in: .budgetLines, of: event.id)
      let line = Events.BudgetLine(
        id: .timed(call.now), text: request.text.text,
        planned: try request.planned.map { try sheet.units($0, request.locale, field: "planned") },
        actual: try request.actual.map { try sheet.units($0, request.locale, field: "actual") }, version: 1)
      return try db.add(line, after: request.after, to: event, call)
    }
  }

  func editBudgetLine(_ request: Events.EditBudgetLine, _ call: Call) async throws -> EncodedReply<
    Events.BudgetLine
  > {
    let person = try call.person
    return try await call.write { db in
      let event = try db.workedOnEvent(request.id, by: person)
      let line: Events.BudgetLine = try db.line(request.line, of: event.id)
      let edited = try line.applying(request, on: try db.sheet(of: event.id) ?? newSheet)
      return try db.replace(line, with: edited, from: request.version, of: event, call)
    }
  }

  /// The sheet of an event whose budget was never used.
  private var newSheet: SheetRow { SheetRow(currency: currency.code, digits: currency.digits) }

  /// The sheet for a new line; its first use stores it.
  /// - Throws: `currency_unknown`; `currency_fixed` if the line is priced in another currency.
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
