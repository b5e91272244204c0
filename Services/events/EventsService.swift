import Schema
import ServiceKit
import Store

/// Events with their countdowns, to-do lists and budgets.
struct EventsService: Service {
  static let program = ProgramName.events
  static let migrations = EventsStore.migrations

  let clock: SiteClock
  let currency: SheetCurrency
  /// The language of previews until the site stores one.
  let language: Alerts.Language
  /// The name of the site until it stores one.
  let siteName: String
  let desk = CalendarDesk()

  init(_ setup: ServiceSetup) throws {
    clock = setup.clock
    currency = try SheetCurrency(setup.settings)
    language = try setup.settings.language("QUAD_LANGUAGE")
    siteName = setup.settings.text("QUAD_SITE_NAME") ?? "Quad"
  }

  func register(in handlers: inout Handlers) {
    registerEvents(in: &handlers)
    registerLists(in: &handlers)
    handlers.counts { db, now in try db.counts(at: now) }
    handlers.publishesSnapshot(of: [reminders, pictures])
  }

  func run(_ context: ServiceContext) async throws {
    await EventUpkeep(context: context).run()
  }

  func nextDue(_ db: borrowing Database) throws -> Instant? { try db.nextMove(at: clock.now) }
}
