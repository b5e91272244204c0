import Schema
import ServiceKit
import Store

/// A budget sheet as stored, without its lines.
struct SheetRow: Hashable, Sendable {
  var currency: CurrencyCode
  /// Decimals of the currency when it was chosen: ISO 4217 may withdraw it, the sheet stays as it is.
  var digits: Int
  /// In minor units, as everything here.
  var cap: Int64?
  var items = 0
  var planned: Int64 = 0
  var actual: Int64 = 0
  /// Of each line what was paid, or else what is planned.
  var expected: Int64 = 0
  var version: Int64 = 1

  init(currency: CurrencyCode, digits: Int) {
    self.currency = currency
    self.digits = digits
  }

  /// By how much it is over its cap.
  var overBy: Int64? {
    guard let cap, expected > cap else { return nil }
    return expected - cap
  }

  /// A price in its currency.
  /// - Throws: `price_bad` at `field`.
  func units(_ input: PriceInput, _ locale: LocaleName?, field: String) throws(Fault) -> Int64 {
    guard let units = input.units(in: currency, digits: digits, locale: locale) else {
      throw Fault(.priceBad, field: field)
    }
    return units
  }

  /// A price that may be kept or cleared.
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
  /// Nil for a sheet that was never used.
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

  /// Deletes for good what could be restored: it is priced in a currency that the sheet no longer has.
  func forgetDeletedLines(of event: EventID) throws {
    try run("DELETE FROM budget_line WHERE event = ? AND deleted_at IS NOT NULL", event.raw)
  }

  /// What an event shows of its sheet; nil while there is nothing on it.
  func budgetSums(of event: EventID) throws -> Events.BudgetSums? {
    guard let sheet = try sheet(of: event), sheet.items > 0 || sheet.cap != nil else { return nil }
    return Events.BudgetSums(
      currency: sheet.currency, digits: sheet.digits, planned: sheet.planned, actual: sheet.actual,
      expected: sheet.expected, cap: sheet.cap)
  }

  /// Writes the sums of the lines.
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
    self.init(currency: CurrencyCode(checked: try row.text(0)), digits: Int(try row.int(1)))
    cap = try row.intOrNil(2)
    items = Int(try row.int(3))
    planned = try row.int(4)
    actual = try row.int(5)
    expected = try row.int(6)
    version = try row.int(7)
  }

  /// What an edit makes of it; the version grows only if something is different then.
  /// - Throws: `currency_unknown`; `currency_fixed` while the sheet has lines; `price_bad` for a cap below
  ///   zero, and for one that has to stay and cannot be told in the new currency.
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
  /// `120` for `120.00`, `120.5` for `120.50`; what has no decimals stays.
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
      id: BudgetLineID(try row.id(0)), text: try row.text(1), planned: try row.intOrNil(2),
      actual: try row.intOrNil(3), version: try row.int(4))
  }

  static func listChanged(_ event: EventRow, _ db: borrowing Database, _ call: Call) throws {
    try db.sumUp(event.id)
    try db.tell(Events.BudgetChanged(event: event.id), to: try db.audience(of: event), call)
  }

  /// What an edit makes of it; the version grows only if something is different then.
  /// - Throws: `title_blank` when the text is to be cleared, `price_bad`.
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
