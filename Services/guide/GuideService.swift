import Schema
import ServiceKit
import Store

/// First aid: the guide's content, people's training, and what administrators say about both.
struct GuideService: Service {
  static let program = ProgramName.guide
  static let migrations = GuideStore.migrations

  let clock: SiteClock
  let content: GuideContent
  let desk = AEDDesk()

  init(_ setup: ServiceSetup) throws {
    clock = setup.clock
    content = try GuideContent(setup)
  }

  func register(in handlers: inout Handlers) {
    registerContent(in: &handlers)
    registerTraining(in: &handlers)
    registerAEDs(in: &handlers)
    registerCrises(in: &handlers)
    registerReadiness(in: &handlers)
    registerCopies(in: &handlers)
    registerPeople(in: &handlers)
    handlers.counts { db, now in try db.counts(at: now) }
    handlers.figures { db, now in try db.figures(at: now) }
    handlers.publishesSnapshot(of: [refreshers, crisisAlerts])
  }

  func run(_ context: ServiceContext) async throws {
    await CrisisUpkeep(context: context).run()
  }
}
