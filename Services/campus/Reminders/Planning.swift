import Calendar
import Schema
import ServiceKit
import Store

/// Marks of what has to be computed again. Whatever changes a day, a class, a schedule or a notice sets them
/// in its own transaction; `PlanningUpkeep` works them off in small steps.
extension Database {
  /// Computes a person's roster rows and reminders again.
  func replan(_ person: PersonID) throws {
    try run("INSERT INTO replan(person) VALUES (?) ON CONFLICT(person) DO NOTHING", person.raw)
  }

  /// Computes those of everybody who takes a class in any term.
  func replanPeople(of id: ClassID) throws {
    try run(
      """
      INSERT INTO replan(person) SELECT DISTINCT person FROM schedule_class WHERE class = ?
      ON CONFLICT(person) DO NOTHING
      """,
      id.raw)
  }

  /// Computes the meetings of a date again.
  func remeet(_ date: CivilDate) throws {
    try run("INSERT INTO remeet(date) VALUES (?) ON CONFLICT(date) DO NOTHING", date.daysSince1970)
  }

  /// Computes all meetings again that are published.
  func remeetAll() throws {
    for date in try publishedDates() { try remeet(date) }
  }

  /// The dates whose meetings have been published. They begin with the date that the last step was for: a
  /// request may be about the past.
  func publishedDates() throws -> [CivilDate] {
    guard let first = try plannedFor().date else { return [] }
    return (first..<first + Int64(Campus.MeetingsChanged.days)).map { CivilDate(daysSince1970: $0) }
  }

  /// The days from one date to another have changed, or their bells: meetings and reminders follow.
  func daysChanged(from: CivilDate, to: CivilDate) throws {
    for date in try publishedDates() where from <= date && date <= to { try remeet(date) }
    try replanReminders()
  }

  // MARK: - Steps

  /// The date, the term of the rosters and the zone of the bells for which everything has been computed.
  private struct PlannedFor: Equatable {
    var date: Int64?
    var term: TermID?
    var zone: String?
  }

  private func plannedFor() throws -> PlannedFor {
    try one("SELECT date, term, zone FROM planning WHERE id = 1") { row in
      PlannedFor(
        date: try row.intOrNil("date"), term: try row.idOrNil("term").map { TermID($0) },
        zone: try row.textOrNil("zone"))
    } ?? PlannedFor()
  }

  private func toPlanFor(_ now: Instant) throws -> PlannedFor {
    let school = try schoolFrame()
    let today = school.today(now)
    return PlannedFor(
      date: today.daysSince1970, term: try rosterTerm(on: today)?.id, zone: school.zone.name)
  }

  /// Begins a new date, term or zone: meetings of past dates go, those of the date that comes into sight are
  /// computed, and the rosters become those of the term that runs.
  func beginDate(_ now: Instant) throws {
    let (known, new) = (try plannedFor(), try toPlanFor(now))
    guard known != new, let today = new.date else { return }
    let days = Int64(Campus.MeetingsChanged.days)
    let seen = known.zone == new.zone ? known.date.map { $0 + days } : nil
    for day in max(seen ?? today, today)..<max(today + days, seen ?? today) {
      try remeet(CivilDate(daysSince1970: day))
    }
    try run("DELETE FROM meeting WHERE date < ?", today)
    try run("DELETE FROM remeet WHERE date < ?", today)
    try run("DELETE FROM reminder WHERE date < ?", today - 1)
    if known.zone != new.zone { try replanReminders() }
    if known.term != new.term { try replanRosters(known.term, new.term) }
    try run(
      "UPDATE planning SET date = ?, term = ?, zone = ? WHERE id = 1", today, new.term?.raw, new.zone)
  }

  private func replanReminders() throws {
    try run(
      """
      INSERT INTO replan(person) SELECT person FROM school_choice WHERE reminder IS NOT NULL
      ON CONFLICT(person) DO NOTHING
      """)
  }

  private func replanRosters(_ old: TermID?, _ new: TermID?) throws {
    try run(
      """
      INSERT INTO replan(person) SELECT DISTINCT person FROM schedule WHERE term IN (?, ?)
      ON CONFLICT(person) DO NOTHING
      """,
      old?.raw, new?.raw)
    try run(
      """
      INSERT INTO replan(person) SELECT DISTINCT person FROM roster WHERE true
      ON CONFLICT(person) DO NOTHING
      """)
  }

  /// The people whose plans are due.
  func peopleToPlan(at now: Instant, limit: Int) throws -> [PersonID] {
    let marked = try all("SELECT person FROM replan ORDER BY person LIMIT ?", limit) {
      PersonID(try $0.id("person"))
    }
    guard marked.count < limit else { return marked }
    let known = Set(marked)
    let due = try all(
      "SELECT person FROM school_choice WHERE plan_at IS NOT NULL AND plan_at <= ? ORDER BY plan_at LIMIT ?",
      now, limit - marked.count
    ) { PersonID(try $0.id("person")) }
    return marked + due.filter { !known.contains($0) }
  }

  func hasPeopleToPlan(at now: Instant) throws -> Bool { try !peopleToPlan(at: now, limit: 1).isEmpty }

  /// The first date of which meetings are to be computed.
  func dateToMeet() throws -> CivilDate? {
    try one("SELECT date FROM remeet ORDER BY date LIMIT 1") {
      CivilDate(daysSince1970: try $0.int("date"))
    }
  }

  /// The time at which planning is next due: now while something is marked, else the next plan of a person or
  /// the next date. Nil without a term to plan for; the day after a term still ends its rosters.
  func nextPlanning(at now: Instant) throws -> Instant? {
    if try noticeToTell() != nil { return now }
    if try hasPeopleToPlan(at: now) { return now }
    if try dateToMeet() != nil { return now }
    guard try plannedFor() == toPlanFor(now) else { return now }
    let school = try schoolFrame()
    let today = school.today(now)
    let hasTerm = try one(
      "SELECT 1 FROM term WHERE ends >= ? LIMIT 1", today.daysSince1970 - 1, map: { _ in true })
    guard hasTerm == true, let tomorrow = today.adding(days: 1) else { return nil }
    let plan =
      try one("SELECT min(plan_at) AS plan_at FROM school_choice WHERE plan_at IS NOT NULL") {
        try $0.instantOrNil("plan_at")
      } ?? nil
    let next = school.zone.startOfDay(tomorrow)
    return plan.map { min($0, next) } ?? next
  }
}

/// Works off the marks in small steps, so that other writes wait for at most one step.
struct PlanningUpkeep: Sendable {
  let context: ServiceContext

  static let interval = Duration.seconds(1)
  /// The limit of people whose plans are computed in one transaction.
  static let peopleAStep = 512

  func run() async {
    while !Task.isCancelled {
      do {
        let moment = context.clock.now
        try await step()
        try await context.clock.wait(for: PlanningUpkeep.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "school plans: \(error)")
        do { try await Task.sleep(for: PlanningUpkeep.interval) } catch { return }
      }
    }
  }

  /// Does all work that is due now.
  func step() async throws {
    let now = context.clock.now
    guard let next = try await context.store.read({ try $0.nextPlanning(at: now) }), next <= now else {
      return
    }
    while !Task.isCancelled, try await context.store.read({ try $0.noticeToTell() }) != nil {
      let call = context.ownCall()
      // A request may have changed the work in between.
      try await context.store.write { db in
        if let work = try db.noticeToTell() { try db.notifyNext(work, call) }
      }
    }
    try await context.store.write { db in try db.beginDate(now) }
    while !Task.isCancelled, try await context.store.read({ try $0.hasPeopleToPlan(at: now) }) {
      let call = context.ownCall()
      try await context.store.write { db in
        let people = try db.peopleToPlan(at: now, limit: PlanningUpkeep.peopleAStep)
        try db.plan(people, call)
      }
    }
    while !Task.isCancelled, let date = try await context.store.read({ try $0.dateToMeet() }) {
      let call = context.ownCall()
      try await context.store.write { db in try db.publishMeetings(on: date, call) }
    }
  }
}
