import Schema
import ServiceKit
import Store

/// The school day: days and bells, classes and schedules, news, lunch, activities, contacts, calendar.
struct CampusService: Service {
  static let program = ProgramName.campus
  static let migrations = CampusStore.migrations

  let clock: SiteClock

  init(_ setup: ServiceSetup) throws {
    clock = setup.clock
  }

  func register(in handlers: inout Handlers) {
    registerSetup(in: &handlers)
    registerDays(in: &handlers)
    registerClosings(in: &handlers)
    registerClasses(in: &handlers)
    registerSchedule(in: &handlers)
    registerNotices(in: &handlers)
    registerTogether(in: &handlers)
    registerSources(in: &handlers)
    registerAnnouncements(in: &handlers)
    registerLunch(in: &handlers)
    registerActivities(in: &handlers)
    registerContacts(in: &handlers)
    registerCalendar(in: &handlers)
    registerImport(in: &handlers)
    handlers.on(Campus.SearchSchool.self, searchSchool)
    registerCopies(in: &handlers)
    registerPeople(in: &handlers)
    handlers.publishesSnapshot(of: [listedClasses, rosters, meetings, reminders, noticeAlerts])
  }

  func run(_ context: ServiceContext) async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await ClosingNotices(context: context).run() }
      group.addTask { await PlanningUpkeep(context: context).run() }
      group.addTask { await NewsReader(context: context).run() }
      group.addTask { await NewsAlerts(context: context).run() }
    }
  }

  func nextDue(_ db: borrowing Database) throws -> Instant? {
    let now = clock.now
    let times = [
      try db.nextClosingNotice(at: now), try db.nextPlanning(at: now), try db.nextNews(at: now),
    ]
    return times.compactMap { $0 }.min()
  }
}
