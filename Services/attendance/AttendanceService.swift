import Schema
import ServiceKit
import Store

/// Courses with their rosters, check-ins and records.
struct AttendanceService: Service {
  static let program = ProgramName.attendance
  static let migrations = AttendanceStore.migrations

  let clock: SiteClock
  let origin: SiteOrigin
  /// The positions of recent presses; in memory alone.
  let presses = PressMemory()
  let limits = PressLimits()
  let desk = RosterDesk()
  let lookUps = LookUpLimit()

  init(_ setup: ServiceSetup) throws {
    clock = setup.clock
    origin = try SiteOrigin(setup.settings, from: "QUAD_ORIGIN")
  }

  func register(in handlers: inout Handlers) {
    registerCourses(in: &handlers)
    registerRosters(in: &handlers)
    registerAdvisers(in: &handlers)
    registerCheckIns(in: &handlers)
    registerDrafts(in: &handlers)
    registerPresses(in: &handlers)
    registerRegister(in: &handlers)
    registerExcuses(in: &handlers)
    registerSpots(in: &handlers)
    registerReports(in: &handlers)
    registerLoading(in: &handlers)
    registerImports(in: &handlers)
    registerPeople(in: &handlers)
    handlers.counts { db, now in try db.counts(at: now) }
    handlers.publishesSnapshot(of: [courses, rosters])
  }

  func run(_ context: ServiceContext) async throws {
    async let expected: Void = ExpectedUpkeep(context: context).run()
    await CheckInUpkeep(context: context).run()
    await expected
  }

  func nextDue(_ db: borrowing Database) throws -> Instant? {
    [try db.nextCheckInWork(), try db.nextExpectedWork(at: clock.now), try db.nextFormerWork()]
      .compactMap { $0 }.min()
  }
}
