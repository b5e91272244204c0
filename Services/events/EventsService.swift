import Schema
import ServiceKit
import Store

/// Events with their countdowns, to-do lists and budgets, and their calendars.
struct EventsService: Service {
  static let program = ProgramName.events
  static let migrations = EventsStore.migrations

  let clock: SiteClock

  init(_ setup: ServiceSetup) throws {
    clock = setup.clock
  }

  func register(in handlers: inout Handlers) {
    registerEvents(in: &handlers)
    registerLists(in: &handlers)
    registerCalendars(in: &handlers)
    handlers.tellsSnapshot(snapshot)
  }

  func run(_ context: ServiceContext) async throws {
    await EventUpkeep(context: context).run()
  }
}

extension EventsService {
  func registerLists(in handlers: inout Handlers) {
    func add<R: Request>(_ type: R.Type) {
      handlers.on(type) { _, _ in throw Fault(.unknownSubject) }
    }
    for request in Catalogue.requests
    where request.subject.hasPrefix("events.toDo.") || request.subject.hasPrefix("events.budget") {
      add(request)
    }
  }
}

extension EventsService {
  func registerCalendars(in handlers: inout Handlers) {}
}
