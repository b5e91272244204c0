import Calendar
import GatewayClient
import Schema
import SiteCommands
import Terminal

/// A person of the demo, signed in.
struct DemoPerson: Sendable {
  let name: String
  let sender: PatientSender
}

/// The actions of the demo's people before the semester begins.
struct DemoPeople: Sendable {
  let site: DemoSite.Running
  let calendar: DemoCalendar

  /// The number of sign-ups at once; two Argon2id threads serve them.
  private static let signUpsAtOnce = 4
  static let atOnce = 8
  static let zone = ZoneName(checked: "America/New_York")
  /// Three reminders for each event of the first person.
  private static let leads = LeadTimes(checked: [0, 60, 1440].map { LeadTime(checked: $0) })
  private static let fewLeads = LeadTimes(checked: [0, 1440].map { LeadTime(checked: $0) })
  /// The number of events of each other person.
  private static let eventsOfOthers = 2

  private static let firstNames = [
    "Ada", "Ben", "Chidi", "Dana", "Emre", "Farah", "Goran", "Hana", "Ines", "Jonas", "Keiko", "Luca", "Mira",
    "Noor", "Olga", "Paul", "Quinn", "Rosa", "Sami", "Tara",
  ]
  private static let lastNames = ["Okafor", "Lindqvist", "Moreau", "Tanaka", "Schröder"]
  private static let kinds = ["Problem set", "Essay", "Reading", "Quiz", "Group work", "Presentation"]

  func signUp(_ count: Int) async throws -> [DemoPerson] {
    guard let password = Password(RawUUID.random().description) else { throw Failure("no password") }
    return try await inParallel(0..<count, atOnce: DemoPeople.signUpsAtOnce) { index in
      let first = DemoPeople.firstNames[index % DemoPeople.firstNames.count]
      let last = DemoPeople.lastNames[
        (index / DemoPeople.firstNames.count + index) % DemoPeople.lastNames.count]
      let account = try await PatientSender(client: site.client).send(
        Auth.SignUp(
          email: EmailAddress(checked: "\(first.lowercased()).\(index + 1)@hilltop.example"),
          password: password, firstName: GivenName(checked: first), lastName: FamilyName(checked: last),
          signIn: true))
      return DemoPerson(
        name: "\(first) \(last)", sender: PatientSender(client: site.client.with(token: account.token)))
    }
  }

  /// Imports the same file for all people and returns the report of the first; all reports are alike.
  func importCalendar(for people: [DemoPerson]) async throws -> Events.ImportedCalendar? {
    try await inParallel(people.indices, atOnce: DemoPeople.atOnce) { index in
      try await people[index].sender.send(Events.ImportCalendar(calendar: calendar.file))
    }.first
  }

  /// Adds the events of the first person, and a few for each of the others.
  func addEvents(_ count: Int, for people: [DemoPerson]) async throws {
    guard let first = people.first else { return }
    try await inParallel(0..<count, atOnce: DemoPeople.atOnce) { index in
      try await add(index, DemoPeople.leads, first)
    }
    try await inParallel(1..<max(people.count, 1), atOnce: DemoPeople.atOnce) { person in
      for index in 0..<DemoPeople.eventsOfOthers {
        try await add(person * 7 + index * 31, DemoPeople.fewLeads, people[person])
      }
    }
    let meeting = Events.AddEvent(
      title: EventTitle(checked: DemoPeople.weekly), when: DemoPeople.time(week: 0, isLate: false),
      recurrence: RecurrenceText(checked: "FREQ=WEEKLY;COUNT=15"), leads: .set(.standard))
    let night = Events.AddEvent(
      title: EventTitle(checked: DemoPeople.night),
      when: EventTime(
        date: DemoPeople.nightDate, time: TimeOfDay(hour: 1, minute: 30), zone: DemoPeople.zone))
    _ = try await first.sender.send(meeting)
    _ = try await first.sender.send(night)
  }

  /// The title of the meeting each Monday at 9, before and after the clocks go back.
  static let weekly = "Monday meeting"
  /// The title of the event at 01:30 in the night in which clocks show that time twice.
  static let night = "Night watch"
  private static let nightDate = CivilDate(daysSince1970: 20_758)  // 2026-11-01

  private func add(_ index: Int, _ leads: LeadTimes, _ person: DemoPerson) async throws {
    let week = index % DemoPeople.weeks
    let round = index / DemoPeople.weeks
    let kind = DemoPeople.kinds[round % DemoPeople.kinds.count]
    _ = try await person.sender.send(
      Events.AddEvent(
        title: EventTitle(checked: "\(kind) \(week + 1)"),
        when: DemoPeople.time(week: week, isLate: round % 2 == 1), leads: .set(leads)))
  }

  /// The number of weeks in the semester.
  static let weeks = 15
  private static let firstMonday: Int64 = 20_689  // 2026-08-24

  /// An event's time: Mondays at 9 or Thursdays at noon. Few distinct moments mean few steps of the clock.
  private static func time(week: Int, isLate: Bool) -> EventTime {
    let date = CivilDate(daysSince1970: firstMonday + Int64(week * 7 + (isLate ? 3 : 0)))
    return EventTime(date: date, time: TimeOfDay(hour: isLate ? 12 : 9, minute: 0), zone: zone)
  }

  /// Adds an event before all others of the first person; its alerts take slots from the latest ones.
  func addSooner(_ person: DemoPerson) async throws {
    let when = EventTime(
      date: CivilDate(daysSince1970: 20_687), time: TimeOfDay(hour: 9, minute: 0), zone: DemoPeople.zone)
    _ = try await person.sender.send(
      Events.AddEvent(
        title: EventTitle(checked: "Room inspection"), when: when, leads: .set(DemoPeople.leads)))
  }

  /// Deletes a few upcoming events.
  func deleteEvents(_ count: Int, of person: DemoPerson) async throws -> Int {
    let page = try await person.sender.send(Events.ListEvents(state: .upcoming, limit: Paging.standard))
    let single = page.items.filter { $0.recurrence == nil && ($0.leads?.all.count ?? 0) > 1 }.suffix(count)
    for event in single { _ = try await person.sender.send(Events.DeleteEvent(id: event.id)) }
    return single.count
  }
}

/// The results of `body` for each item, in the order of the items; at most `atOnce` run in parallel.
@discardableResult
func inParallel<Items: RandomAccessCollection & Sendable, Result: Sendable>(
  _ items: Items, atOnce: Int, _ body: @escaping @Sendable (Items.Element) async throws -> Result
) async throws -> [Result] where Items.Element: Sendable {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var results: [(Int, Result)] = []
    for (index, item) in items.enumerated() {
      if index >= atOnce, let result = try await group.next() { results.append(result) }
      group.addTask { (index, try await body(item)) }
    }
    while let result = try await group.next() { results.append(result) }
    return results.sorted { $0.0 < $1.0 }.map { $0.1 }
  }
}
