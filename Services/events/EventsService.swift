import Schema
import ServiceKit
import Store

/// Events with their countdowns, to-do lists and budgets, and their calendars.
struct EventsService: Service {
  static let program = ProgramName.events
  static let migrations = EventsStore.migrations

  init(_ setup: ServiceSetup) throws {}

  func register(in handlers: inout Handlers) {
    registerEvents(in: &handlers)
    registerLists(in: &handlers)
    registerCalendars(in: &handlers)
  }
}

extension EventsService {
  func registerEvents(in handlers: inout Handlers) {}
}

extension EventsService {
  func registerLists(in handlers: inout Handlers) {}
}

extension EventsService {
  func registerCalendars(in handlers: inout Handlers) {}
}
