import Schema
import ServiceKit

extension EventsService {
  /// Registers to-do lists and budget sheets.
  func registerLists(in handlers: inout Handlers) {
    registerToDos(in: &handlers)
    registerBudgets(in: &handlers)
  }
}

/// The default currency of budget sheets: `QUAD_CURRENCY`, or US dollars if that is not set.
struct SheetCurrency: Sendable {
  static let setting = "QUAD_CURRENCY"

  let code: CurrencyCode
  let digits: Int

  init(_ settings: Settings) throws(SettingError) {
    let text = settings.text(SheetCurrency.setting) ?? "USD"
    guard let code = CurrencyCode(text), let digits = code.digits else {
      throw SettingError(
        name: SheetCurrency.setting, problem: "\(text) is no currency of ISO 4217 such as EUR")
    }
    self.code = code
    self.digits = digits
  }
}
