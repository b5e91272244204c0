import Calendar
import Schema
import ServiceKit
import Store

/// Stores the alerts that programs plan, arms 64 for each person, fires them into the inbox and delivers them
/// to channels.
struct NotifierService: Service {
  static let program = ProgramName.notifier
  static let migrations = NotifierStore.migrations

  let channels: ChannelDesk

  init(_ setup: ServiceSetup) throws {
    channels = try ChannelDesk(setup.settings)
    if let advice = channels.settings.contact.advice { setup.log(.info, "\(advice)") }
    if let name = setup.settings.text("TZ"), Zone.site.name != name {
      setup.log(.warning, "TZ is \(name), no zone of the database: who has told none is taken to live in UTC")
    }
  }

  func register(in handlers: inout Handlers) {
    registerPlanning(in: &handlers)
    registerAlerts(in: &handlers)
    registerInbox(in: &handlers)
    registerTimes(in: &handlers)
    registerPeople(in: &handlers)
    channels.register(in: &handlers)
    handlers.counts { db, now in try db.counts(at: now) }
    // No program keeps a copy of this data, so the snapshot is empty.
    handlers.publishesSnapshot(of: [])
  }

  func run(_ context: ServiceContext) async throws {
    try await cancelAlertsOfAbsentPrograms(context)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await FiringLoop(context: context).run() }
      group.addTask { await NotifierUpkeep(context: context).run() }
      group.addTask { try await DeliveryLoop(context: context, desk: channels).run() }
      try await group.waitForAll()
    }
  }

  func nextDue(_ db: borrowing Database) throws -> Instant? {
    [try db.nextAlert(), try db.nextDelivery()].compactMap { $0 }.min()
  }
}
