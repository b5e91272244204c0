import Schema
import ServiceKit
import Store

/// A stored budget sheet, without its lines.
struct SheetRow: Hashable, Sendable {
  var currency: CurrencyCode
  /// The decimals of the currency when it was chosen. If ISO 4217 withdraws it, the sheet stays as it is.
  var digits: Int
  /// The budget limit in minor units, like all amounts here.
  var cap: Int64?
  var items = 0
  var planned: Int64 = 0
  var actual: Int64 = 0
  /// The sum of all lines, each with the price paid, or else the planned one.
  var expected: Int64 = 0
  var version: Int64 = 1

  init(currency: CurrencyCode, digits: Int) {
    self.currency = currency
    self.digits = digits
  }

  /// The amount by which it is over its cap.
  var overBy: Int64? {
    guard let cap, expected > cap else { return nil }
    return expected - cap
  }

  /// A price in the sheet's currency.
  /// - Throws: `price_bad` at `field`.
  func units(_ input: PriceInput, _ locale: LocaleName?, field: String) throws(Fault) -> Int64 {
    guard let units = input.units(in: currency, digits: digits, locale: locale) else {
      throw Fault(.priceBad, field: field)
    }
    return units
  }

  /// A price that an edit keeps, clears or sets.
  func patch(_ input: Patch<PriceInput>, _ locale: LocaleName?, field: String) throws(Fault) -> Patch<Int64> {
    switch input {
    case .keep: .keep
    case .clear: .clear
    case .set(let price): .set(try units(price, locale, field: field))
    }
  }
}

/// Budget sheets. The columns are read in the order of `sheetColumns`.
extension Database {
  /// The sheet of an event; nil if it was never used.
  func sheet(of event: EventID) throws -> SheetRow? {
    try one("SELECT \(sheetColumns) FROM budget WHERE event = ?", event.raw) { try SheetRow($0) }
  }

  /// Writes currency, cap and version; the sums follow the lines.
  func write(_ sheet: SheetRow, of event: EventID) throws {
    try run(
      """
      INSERT INTO budget(event, currency, digits, cap, version) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(event) DO UPDATE SET
        currency = excluded.currency, digits = excluded.digits, cap = excluded.cap, version = excluded.version
      """,
      event.raw, sheet.currency.text, sheet.digits, sheet.cap, sheet.version)
  }

  func budget(_ sheet: SheetRow, of event: EventID) throws -> Events.Budget {
    Events.Budget(
      currency: sheet.currency, digits: sheet.digits, cap: sheet.cap, lines: try lines(of: event),
      planned: sheet.planned, actual: sheet.actual, expected: sheet.expected, isOver: sheet.overBy != nil,
      overBy: sheet.overBy, version: sheet.version)
  }

  /// Permanently deletes restorable lines: their prices are in a currency that the sheet no longer has.
  func forgetDeletedLines(of event: EventID) throws {
    try run("DELETE FROM budget_line WHERE event = ? AND deleted_at IS NOT NULL", event.raw)
  }

  /// The sums of the sheet that an event shows; nil while the sheet is empty.
  func budgetSums(of event: EventID) throws -> Events.BudgetSums? {
    guard let sheet = try sheet(of: event), sheet.items > 0 || sheet.cap != nil else { return nil }
    return Events.BudgetSums(
      currency: sheet.currency, digits: sheet.digits, planned: sheet.planned, actual: sheet.actual,
      expected: sheet.expected, cap: sheet.cap)
  }

  /// Stores the sums of the lines.
  func sumUp(_ event: EventID) throws {
    try run(
      """
      UPDATE budget SET (items, planned, actual, expected) =
        (SELECT count(*), coalesce(sum(planned), 0), coalesce(sum(actual), 0),
           coalesce(sum(coalesce(actual, planned)), 0)
         FROM budget_line WHERE event = ? AND deleted_at IS NULL)
      WHERE event = ?
      """,
      event.raw, event.raw)
  }
}

private let sheetColumns = "currency, digits, cap, items, planned, actual, expected, version"

extension SheetRow {
  fileprivate init(_ row: borrowing Row) throws {
    self.init(currency: CurrencyCode(checked: try row.text("currency")), digits: Int(try row.int("digits")))
    cap = try row.intOrNil("cap")
    items = Int(try row.int("items"))
    planned = try row.int("planned")
    actual = try row.int("actual")
    expected = try row.int("expected")
    version = try row.int("version")
  }

  /// The sheet after an edit; the version increases only if something changed.
  /// - Throws: `currency_unknown`; `currency_fixed` while the sheet has lines; `price_bad` for a cap below
  ///   zero, and for a kept cap that the new currency cannot represent.
  func applying(_ edit: Events.EditBudget) throws(Fault) -> SheetRow {
    var edited = self
    if let currency = edit.currency, currency != self.currency {
      guard let digits = currency.digits else { throw Fault(.currencyUnknown, field: "currency") }
      guard items == 0 else { throw Fault(.currencyFixed, field: "currency") }
      (edited.currency, edited.digits) = (currency, digits)
      if edit.cap == .keep, let cap {
        let moved = PriceInput.text(Price.text(cap, digits: self.digits).trimmedDecimals)
        edited.cap = try edited.units(moved, nil, field: "cap")
      }
    }
    let cap = try edited.patch(edit.cap, edit.locale, field: "cap").applied(to: edited.cap)
    guard (cap ?? 0) >= 0 else { throw Fault(.priceBad, field: "cap") }
    edited.cap = cap
    if edited != self { edited.version += 1 }
    return edited
  }
}

extension String {
  /// `120` for `120.00`, `120.5` for `120.50`; a text without decimals stays.
  fileprivate var trimmedDecimals: String {
    guard contains(".") else { return self }
    var text = self
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension Events.BudgetLine: ListLine {
  static var table: ListTable { .budgetLines }
  static let columns = ["id", "text", "planned", "actual", "version"]

  var values: [(any SQLBindable)?] { [id.raw, text, planned, actual, version] }

  init(_ row: borrowing Row) throws {
    self.init(
      id: BudgetLineID(try row.id("id")), text: try row.text("text"), planned: try row.intOrNil("planned"),
      actual: try row.intOrNil("actual"), version: try row.int("version"))
  }

  static func listChanged(_ event: EventRow, _ db: borrowing Database, _ call: Call) throws {
    try db.sumUp(event.id)
    try db.publish(Events.BudgetChanged(event: event.id), to: try db.audience(of: event), call)
  }

  /// The line after an edit; the version increases only if something changed.
  /// - Throws: `title_blank` if the text is cleared, `price_bad`.
  func applying(_ edit: Events.EditBudgetLine, on sheet: SheetRow) throws(Fault) -> Events.BudgetLine {
    guard let text = edit.text.map(\.text).applied(to: text) else { throw Fault(.titleBlank, field: "text") }
    let planned = try sheet.patch(edit.planned, edit.locale, field: "planned").applied(to: planned)
    let actual = try sheet.patch(edit.actual, edit.locale, field: "actual").applied(to: actual)
    func edited(version: Int64) -> Events.BudgetLine {
      Events.BudgetLine(id: id, text: text, planned: planned, actual: actual, version: version)
    }
    return edited(version: version) == self ? self : edited(version: version + 1)
  }
}
