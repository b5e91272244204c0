import Schema
import ServiceKit
import Store

/// The setup of the school: settings, terms, bells, day types.
extension CampusService {
  func registerSetup(in handlers: inout Handlers) {
    handlers.copySite()
    registerSchool(in: &handlers)
    registerTerms(in: &handlers)
    registerBells(in: &handlers)
    registerDayTypes(in: &handlers)
  }
}
