extension Events {
  static let budgetRequests: [any Request.Type] = [
    GetBudget.self, EditBudget.self, AddBudgetLine.self, EditBudgetLine.self, MoveBudgetLine.self,
    DeleteBudgetLine.self, RestoreBudgetLine.self,
  ]
  static let budgetEvents: [any Event.Type] = [BudgetChanged.self]

  /// Returns the whole sheet; an event without one returns an empty sheet.
  package struct GetBudget: Request {
    package typealias Reply = Budget
    package static let subject = "events.budget.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events/{id}/budget")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get the budget of an event."
    /// The event.
    package let id: EventID

    package init(id: EventID) {
      self.id = id
    }
  }

  /// A budget sheet. All amounts are whole minor units of the currency, and all sums are exact.
  package struct Budget: Codable, Hashable, Sendable {
    /// The currency of all amounts on the sheet.
    package let currency: CurrencyCode
    /// The number of decimals of a price in this currency: 2 for USD, 0 for JPY, 3 for TND.
    package let digits: Int
    /// The budget limit; absent without one.
    package let cap: Int64?
    /// The lines in their order, at most 200.
    package let lines: [BudgetLine]
    /// The sum of the planned amounts.
    package let planned: Int64
    /// The sum of the paid amounts.
    package let actual: Int64
    /// The expected total: each line counts with its paid amount, or else with its planned one.
    package let expected: Int64
    /// True if `expected` is over the cap.
    package let isOver: Bool
    /// The amount over the cap; absent unless it is exceeded.
    package let overBy: Int64?
    /// The number of edits of currency and cap; an edit names the version that it began from.
    package let version: Int64

    package init(
      currency: CurrencyCode, digits: Int, cap: Int64?, lines: [BudgetLine], planned: Int64, actual: Int64,
      expected: Int64, isOver: Bool, overBy: Int64?, version: Int64
    ) {
      self.currency = currency
      self.digits = digits
      self.cap = cap
      self.lines = lines
      self.planned = planned
      self.actual = actual
      self.expected = expected
      self.isOver = isOver
      self.overBy = overBy
      self.version = version
    }
  }

  /// A line of an event's budget.
  package struct BudgetLine: Codable, Hashable, Sendable {
    package let id: BudgetLineID
    /// The name of the line: `Cake`.
    package let text: String
    /// The planned amount in minor units; negative for a refund. Absent while it is unknown.
    package let planned: Int64?
    /// The amount spent, in minor units of the sheet's currency; below zero for a refund. Absent while
    /// nothing was spent.
    package let actual: Int64?
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(id: BudgetLineID, text: String, planned: Int64?, actual: Int64?, version: Int64) {
      self.id = id
      self.text = text
      self.planned = planned
      self.actual = actual
      self.version = version
    }
  }

  /// Changes the given members and keeps the others; `null` clears the cap. The currency of a sheet with
  /// lines cannot change. A change of the currency deletes for good the lines that could still be restored,
  /// and keeps the cap at the same number of whole units.
  package struct EditBudget: Request {
    package typealias Reply = Budget
    package static let subject = "events.budget.edit"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/events/{id}/budget")
    package static let faults = [
      FaultCode.notFound, .notAllowed, .changedElsewhere, .currencyUnknown, .currencyFixed, .priceBad,
    ]
    package static let summary = "Set the currency or the limit of an event's budget."
    /// The event.
    package let id: EventID
    /// The version that the edit began from.
    package let version: Int64
    /// The new currency of an empty sheet.
    package let currency: CurrencyCode?
    /// The cap, which must not be negative.
    package let cap: Patch<PriceInput>
    /// The locale of the cap's text; English unless given.
    package let locale: LocaleName?

    package init(
      id: EventID, version: Int64, currency: CurrencyCode? = nil, cap: Patch<PriceInput> = .keep,
      locale: LocaleName? = nil
    ) {
      self.id = id
      self.version = version
      self.currency = currency
      self.cap = cap
      self.locale = locale
    }
  }

  /// Adds a line to the budget of an event, at the end unless `after` is given.
  package struct AddBudgetLine: Request {
    package typealias Reply = BudgetLine
    package static let subject = "events.budgetLine.add"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/budget/lines", status: 201)
    package static let faults = [
      FaultCode.notFound, .notAllowed, .listFull, .priceBad, .currencyFixed, .afterUnknown,
    ]
    package static let summary = "Add a line to the budget of an event."
    /// The event.
    package let id: EventID
    package let text: BudgetText
    /// The planned amount.
    package let planned: PriceInput?
    /// The amount spent; below zero for a refund.
    package let actual: PriceInput?
    /// The locale of the prices; English unless given.
    package let locale: LocaleName?
    /// The currency of the prices. A sheet that was never used adopts it; otherwise it must be the sheet's
    /// own.
    package let currency: CurrencyCode?
    /// The line before the new one; the last line unless given.
    package let after: BudgetLineID?

    package init(
      id: EventID, text: BudgetText, planned: PriceInput? = nil, actual: PriceInput? = nil,
      locale: LocaleName? = nil, currency: CurrencyCode? = nil, after: BudgetLineID? = nil
    ) {
      self.id = id
      self.text = text
      self.planned = planned
      self.actual = actual
      self.locale = locale
      self.currency = currency
      self.after = after
    }
  }

  /// Changes the given members and keeps the others; `null` clears a member. An edit that changes nothing is
  /// not a conflict.
  package struct EditBudgetLine: Request {
    package typealias Reply = BudgetLine
    package static let subject = "events.budgetLine.edit"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/events/{id}/budget/lines/{line}")
    package static let faults = [FaultCode.notFound, .notAllowed, .changedElsewhere, .titleBlank, .priceBad]
    package static let summary = "Edit a line of a budget."
    /// The event.
    package let id: EventID
    package let line: BudgetLineID
    /// The version that the edit began from.
    package let version: Int64
    package let text: Patch<BudgetText>
    /// The planned amount; `null` clears it.
    package let planned: Patch<PriceInput>
    /// The amount spent, below zero for a refund; `null` clears it.
    package let actual: Patch<PriceInput>
    /// The locale of the prices; English unless given.
    package let locale: LocaleName?

    package init(
      id: EventID, line: BudgetLineID, version: Int64, text: Patch<BudgetText> = .keep,
      planned: Patch<PriceInput> = .keep, actual: Patch<PriceInput> = .keep, locale: LocaleName? = nil
    ) {
      self.id = id
      self.line = line
      self.version = version
      self.text = text
      self.planned = planned
      self.actual = actual
      self.locale = locale
    }
  }

  /// Moves a line to another position on the sheet.
  package struct MoveBudgetLine: Request {
    package typealias Reply = BudgetLine
    package static let subject = "events.budgetLine.move"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/budget/lines/{line}/move")
    package static let faults = [FaultCode.notFound, .notAllowed, .afterUnknown]
    package static let summary = "Move a line to another position in its budget."
    /// The event.
    package let id: EventID
    package let line: BudgetLineID
    /// The line before the new position; the first position unless given.
    package let after: BudgetLineID?

    package init(id: EventID, line: BudgetLineID, after: BudgetLineID? = nil) {
      self.id = id
      self.line = line
      self.after = after
    }
  }

  /// Deletes a line from the sheet; it can be restored for 30 days.
  package struct DeleteBudgetLine: Request {
    package typealias Reply = Empty
    package static let subject = "events.budgetLine.delete"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(
      .delete, "/v1/events/{id}/budget/lines/{line}", status: 204)
    package static let faults = [FaultCode.notFound, .notAllowed]
    package static let summary = "Delete a line of a budget."
    /// The event.
    package let id: EventID
    package let line: BudgetLineID

    package init(id: EventID, line: BudgetLineID) {
      self.id = id
      self.line = line
    }
  }

  /// Restores a deleted line at its old position in the sheet.
  package struct RestoreBudgetLine: Request {
    package typealias Reply = BudgetLine
    package static let subject = "events.budgetLine.restore"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/events/{id}/budget/lines/{line}/restore")
    package static let faults = [FaultCode.notFound, .notAllowed, .listFull]
    package static let summary = "Restore a deleted budget line, up to 30 days later."
    /// The event.
    package let id: EventID
    package let line: BudgetLineID

    package init(id: EventID, line: BudgetLineID) {
      self.id = id
      self.line = line
    }
  }

  /// The event's budget sheet changed: fetch it again.
  package struct BudgetChanged: Event {
    package static let topic = "events.budget.changed"
    package static let audience = AudienceKind.people
    /// The event with the budget.
    package let event: EventID

    package init(event: EventID) {
      self.event = event
    }
  }

  /// The sums of a budget sheet, shown on the event itself, in minor units of its currency.
  package struct BudgetSums: Codable, Hashable, Sendable {
    /// The currency of the sums.
    package let currency: CurrencyCode
    /// The number of decimals of a price in this currency.
    package let digits: Int
    /// The sum of the planned amounts, in minor units of the currency.
    package let planned: Int64
    /// The sum of the amounts spent, in minor units of the currency.
    package let actual: Int64
    /// The expected total, the one figure to show: each line counts with its paid amount, or else with its
    /// planned one.
    package let expected: Int64
    /// The budget limit, in minor units of the currency. Absent without a limit.
    package let cap: Int64?

    package init(
      currency: CurrencyCode, digits: Int, planned: Int64, actual: Int64, expected: Int64, cap: Int64?
    ) {
      self.currency = currency
      self.digits = digits
      self.planned = planned
      self.actual = actual
      self.expected = expected
      self.cap = cap
    }
  }
}

/// The name of a line of a budget.
package struct BudgetText: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 200
  /// The maximum size, so that a whole list or a whole sheet fits into one reply.
  package static let maxBytes = 200 * 32
  package static let blank = FaultCode.titleBlank
  package static let sampleText = "Paper cups"
}

extension FaultCode {
  package static let currencyFixed = FaultCode(
    .failedPrecondition, "currency_fixed",
    "You can change the currency only while the budget is empty.")
}
