import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad events budget`: the budget sheet of an event.
enum BudgetVerbs {
  static let kind = "budget line"

  private static let locale = Option.value(
    "locale", "LOCALE", is: "Format of prices, such as de (default LANG)")

  static let all = [
    Verb.event(
      "budget", "EVENT", "Show the budget of an event", options: [locale], run: show),
    .event(
      "budget add", "EVENT TEXT…", "Add a line",
      options: [
        .value("planned", "PRICE", is: "Planned price, such as 12.50; enter refunds as negative amounts"),
        .value("paid", "PRICE", is: "Price paid"),
        .value("currency", "CODE", is: "Currency, such as EUR; the first line sets it for the budget"),
        locale,
      ], run: add),
    .event(
      "budget edit", "EVENT N", "Change a line",
      options: [
        .value("text", "TEXT", is: "New text"),
        .value("planned", "PRICE|none", is: "Planned price; none removes it"),
        .value("paid", "PRICE|none", is: "Price paid"), locale,
      ], run: edit),
    .event("budget move", "EVENT N AFTER", "Move a line below another one; 0 is the top", run: move),
    .event("budget rm", "EVENT N …", "Delete lines; restore brings them back for 30 days", run: delete),
    .event(
      "budget restore", "EVENT N|last …", "Restore deleted lines; last means those rm deleted last",
      run: restore),
    .event(
      "budget cap", "EVENT PRICE|none", "Set the budget limit", options: [locale], run: cap),
    .event(
      "budget currency", "EVENT CODE", "Set the currency of an empty budget", options: [locale],
      run: currency),
  ]

  // MARK: - The sheet

  @Sendable private static func show(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let event = try await EventVerbs.id(visit)
    let budget = try await visit.send(Events.GetBudget(id: event))
    try await visit.show(budget) { try say(budget, of: event, visit) }
  }

  private static func say(_ budget: Events.Budget, of event: EventID, _ visit: Visit) throws {
    let amounts = Amounts(budget, try locale(visit))
    if budget.lines.isEmpty {
      Output.say("No lines yet. To add one: quad events budget add EVENT TEXT --planned PRICE")
    } else {
      Output.say(table(budget, amounts))
      EventLines.number(visit, kind, of: event, budget.lines.map { $0.id.description })
    }
    guard let cap = budget.cap else { return }
    if let over = budget.overBy {
      Output.say(StyledText("\(amounts.text(over)) over the limit of \(amounts.text(cap))", .red))
    } else {
      Output.say("\(amounts.text(cap - budget.expected)) left of the limit of \(amounts.text(cap))")
    }
  }

  /// A table of the lines. The sums come from the site, in whole minor units; fractions are never added up.
  static func table(_ budget: Events.Budget, _ amounts: Amounts) -> Table {
    var table = Table([.right("#"), .text("FOR"), .right("PLANNED"), .right("PAID"), .right("EXPECTED")])
    func amount(_ units: Int64?) -> StyledText { StyledText(units.map(amounts.number) ?? "") }
    for (index, line) in budget.lines.enumerated() {
      table.add([
        "\(index + 1)", StyledText(line.text), amount(line.planned), amount(line.actual),
        amount(line.actual ?? line.planned),
      ])
    }
    table.add([
      "", StyledText("Total in \(budget.currency)", .bold), StyledText(amounts.number(budget.planned), .bold),
      StyledText(amounts.number(budget.actual), .bold),
      StyledText(amounts.number(budget.expected), budget.isOver ? .red : .bold),
    ])
    return table.filled
  }

  private static func locale(_ visit: Visit) throws -> LocaleName? {
    guard let text = visit.arguments.value("locale") else { return MoneyLocale.environment }
    return try Typed.value(text, "locale")
  }

  /// The lines of a budget by their texts.
  private static func titles(_ visit: Visit, _ event: EventID) -> Titles {
    {
      let budget = try await visit.send(Events.GetBudget(id: event))
      return TitledList(budget.lines.map { TitledObject($0.id, $0.text) })
    }
  }

  // MARK: - Changes

  @Sendable private static func add(_ visit: Visit) async throws {
    let arguments = visit.arguments
    let event = try await EventVerbs.id(visit)
    let text: BudgetText = try Typed.value(arguments.words.dropFirst().joined(separator: " "), "text")
    let currency: CurrencyCode? = try arguments.value("currency").map { text throws(Fault) in
      try Typed.value(text.uppercased(), "currency")
    }
    let added = try await visit.send(
      Events.AddBudgetLine(
        id: event, text: text, planned: arguments.value("planned").map { .text($0) },
        actual: arguments.value("paid").map { .text($0) }, locale: try locale(visit), currency: currency))
    try await visit.show(added) { try await say(added, "added", event, visit) }
  }

  /// Prints a changed line and the new sums of the sheet.
  private static func say(
    _ line: Events.BudgetLine, _ done: String, _ event: EventID, _ visit: Visit
  ) async throws {
    let budget = try await visit.send(Events.GetBudget(id: event))
    let amounts = Amounts(budget, try locale(visit))
    let parts = [
      line.planned.map { "planned \(amounts.number($0))" }, line.actual.map { "paid \(amounts.number($0))" },
    ]
    let prices = parts.compactMap(\.self).joined(separator: ", ")
    Output.say("\(done): \(Plain.line(line.text))\(prices.isEmpty ? "" : ", \(prices)")")
    let over = budget.overBy.map { ", \(amounts.text($0)) over the limit" } ?? ""
    Output.say("expected now: \(amounts.text(budget.expected))\(over)")
  }

  @Sendable private static func edit(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    let (id, rest): (BudgetLineID, [String]) = try await EventLines.one(
      visit, of: kind, in: event, titles(visit, event))
    guard rest.isEmpty else {
      throw UsageError("unexpected argument \"\(rest[0])\"; to change the text, use --text")
    }
    let text: BudgetText? = try visit.option("text")
    let planned: Patch<PriceInput> = try visit.patch("planned") { .text($0) }
    let paid: Patch<PriceInput> = try visit.patch("paid") { .text($0) }
    guard text != nil || planned != .keep || paid != .keep else {
      throw UsageError("nothing to change: use --text, --planned, or --paid")
    }
    let budget = try await visit.send(Events.GetBudget(id: event))
    let request = Events.EditBudgetLine(
      id: event, line: id, version: budget.lines.first { $0.id == id }?.version ?? 0,
      text: text.map { .set($0) } ?? .keep, planned: planned, actual: paid, locale: try locale(visit))
    let line: Events.BudgetLine
    do { line = try await visit.send(request) } catch ClientError.refused(let fault)
      where fault.code == FaultCode.changedElsewhere.code
    {
      let now = try fault.current(Events.BudgetLine.self)
      throw Failure(
        "\(fault.forPerson)\n  it is now: \(Plain.line(now.text)); to change it anyway, repeat the command",
        ExitStatus(fault)
      )
    }
    try await visit.show(line) { try await say(line, "changed", event, visit) }
  }

  @Sendable private static func move(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    let words = try visit.arguments.exactly("EVENT", "N", "AFTER")
    let ids: [BudgetLineID] = try await EventLines.ids(
      visit, [words[1]], of: kind, in: event, titles(visit, event))
    let after: [BudgetLineID] =
      words[2] == "0"
      ? []
      : try await EventLines.ids(
        visit, [words[2]], of: kind, in: event, titles(visit, event))
    let line = try await visit.send(Events.MoveBudgetLine(id: event, line: ids[0], after: after.first))
    try await visit.show(line) { Output.say("moved: \(Plain.line(line.text))") }
  }

  @Sendable private static func delete(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    let ids: [BudgetLineID] = try await EventLines.ids(
      visit, visit.arguments.words.dropFirst(), of: kind, in: event, titles(visit, event))
    for (index, id) in ids.enumerated() {
      let reply = try await visit.send(Events.DeleteBudgetLine(id: event, line: id))
      EventLines.number(visit, EventLines.deleted(kind), of: event, ids.prefix(index + 1).map(\.description))
      try await visit.show(reply) {
        Output.say("deleted; to undo within 30 days, run: quad events budget restore EVENT last")
      }
    }
  }

  @Sendable private static func restore(_ visit: Visit) async throws {
    let event = try await EventVerbs.id(visit)
    for id: BudgetLineID in try await EventLines.restored(visit, kind, in: event, "budget") {
      let line = try await visit.send(Events.RestoreBudgetLine(id: event, line: id))
      try await visit.show(line) { Output.say("restored: \(Plain.line(line.text))") }
    }
  }

  @Sendable private static func cap(_ visit: Visit) async throws {
    let words = try visit.arguments.exactly("EVENT", "PRICE|none")
    let locale = try locale(visit)
    try await change(visit) { id, version in
      Events.EditBudget(
        id: id, version: version, cap: words[1] == "none" ? .clear : .set(.text(words[1])), locale: locale)
    }
  }

  @Sendable private static func currency(_ visit: Visit) async throws {
    let words = try visit.arguments.exactly("EVENT", "CODE")
    let currency: CurrencyCode = try Typed.value(words[1].uppercased(), "currency")
    try await change(visit) { id, version in Events.EditBudget(id: id, version: version, currency: currency) }
  }

  private static func change(_ visit: Visit, _ request: (EventID, Int64) -> Events.EditBudget) async throws {
    let event = try await EventVerbs.id(visit)
    let version = try await visit.send(Events.GetBudget(id: event)).version
    let budget = try await visit.send(request(event, version))
    try await visit.show(budget) {
      Output.say("the budget is in \(budget.currency)")
      try say(budget, of: event, visit)
    }
  }
}
