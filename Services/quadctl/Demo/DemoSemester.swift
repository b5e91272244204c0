import Calendar
import GatewayClient
import Schema
import SiteCommands
import Terminal

/// The demo itself: people and their events, then a semester in a few hundred steps of the clock.
final class DemoSemester {
  private let site: DemoSite.Running
  private let count: Int
  private let events: Int
  private let calendar: DemoCalendar
  private let setting: DemoPeople
  private let view: DemoView
  private var people: [DemoPerson] = []
  private var audit: DemoAudit
  private var steps = 0
  private var lastMonth: Int64 = 0

  /// The night in which the clocks of New York go back, and a moment two days later.
  private static let clocksGoBack = Instant(milliseconds: 1_793_512_800_000)  // 2026-11-01T06:00:00Z
  private static let dayAfter = Instant(milliseconds: 1_793_721_600_000)  // 2026-11-03T16:00:00Z
  /// The site is stopped over Thanksgiving.
  /// From 2026-11-25T01:00:00Z to 2026-11-29T18:00:00Z.
  private static let off =
    Instant(milliseconds: 1_795_568_400_000)...Instant(milliseconds: 1_795_975_200_000)
  private static let deletion = Instant(milliseconds: 1_790_856_000_000)  // 2026-10-01T12:00:00Z
  private static let end = Instant(milliseconds: 1_797_379_200_000)  // 2026-12-16T00:00:00Z
  private static let deleted = 3
  /// The number of people whose counts are listed individually.
  private static let shownPeople = 5

  init(_ site: DemoSite.Running, people: Int, events: Int, _ calendar: DemoCalendar) throws {
    self.site = site
    count = people
    self.events = events
    self.calendar = calendar
    setting = DemoPeople(site: site, calendar: calendar)
    view = DemoView(zone: try Zone.named(DemoPeople.zone))
    audit = DemoAudit(people: people)
  }

  nonisolated(nonsending) func play() async throws {
    do {
      try await prepare()
      try await goThroughSemester()
      try await conclude()
    } catch {
      view.erase()
      throw error
    }
  }

  // MARK: - Before the semester

  nonisolated(nonsending) private func prepare() async throws {
    view.say("started a separate site in \(site.folder); its clock is at \(view.moment(DemoSite.start))")
    people = try await setting.signUp(count)
    view.say("\(Phrases.counted(Int64(count), "person").asPeople) signed up")
    if let imported = try await setting.importCalendar(for: people) {
      view.say("everyone imported \(calendar.name): \(imported.added) events, \(imported.skipped) skipped")
      for problem in imported.problems {
        view.say(StyledText("  \(calendar.name):\(problem.line): \(Plain.line(problem.message))", .dim))
      }
    }
    try await setting.addEvents(events, for: people)
    try await site.clock.settle()
    let before = try await slots()
    view.say("\(people[0].name) has \(events) more events with 3 reminders each: \(AlertRows.slots(before))")
    try await setting.addSooner(people[0])
    try await site.clock.settle()
    let after = try await slots()
    let demoted = after.queued - before.queued
    view.say(
      "added one before all of them: its 3 reminders are scheduled, and \(demoted) others wait again: "
        + "\(AlertRows.slots(after))")
  }

  private nonisolated(nonsending) func slots() async throws -> Notifier.Slots {
    let slots = try await people[0].sender.send(Notifier.ListAlerts(limit: PageLimit(1))).slots
    guard slots.armed <= slots.maxArmed else {
      throw Failure("\(slots.armed) alerts of one person are scheduled")
    }
    guard slots.armed == slots.maxArmed || slots.queued == 0 else {
      throw Failure("\(slots.queued) alerts wait while slots are free")
    }
    return slots
  }

  // MARK: - The semester

  nonisolated(nonsending) private func goThroughSemester() async throws {
    var state = try await site.clock.settle()
    var isDeleted = false
    var isBack = false
    while let next = state.next, next <= DemoSemester.end {
      try Task.checkCancellation()
      if !isDeleted, next > DemoSemester.deletion {
        isDeleted = true
        let count = try await setting.deleteEvents(DemoSemester.deleted, of: people[0])
        state = try await site.clock.settle()
        view.say(
          "\(view.moment(state.now))  \(people[0].name) deletes \(count) events; their reminders are canceled"
        )
        continue
      }
      if !isBack, next > DemoSemester.dayAfter {
        isBack = true
        try await checkClocks()
      }
      let isOff = DemoSemester.off.contains(next)
      if isOff {
        view.say(
          "\(view.moment(DemoSemester.off.lowerBound))  everyone is away: the clock skips Thanksgiving")
      }
      state = try await site.clock.go(to: isOff ? DemoSemester.off.upperBound : next)
      steps += 1
      try await show(state.now, isLast: isOff)
    }
    _ = try await site.clock.go(to: DemoSemester.end)
  }

  /// Prints a line for each month and each special moment, and draws the picture on a terminal.
  nonisolated(nonsending) private func show(_ now: Instant, isLast: Bool) async throws {
    let slots = try await slots()
    let month = WallTime(secondsSince1970: now.milliseconds / 1000)?.date.month ?? 0
    let isNewMonth = month != lastMonth
    guard isNewMonth || isLast || view.wantsScene else { return }
    lastMonth = month
    let sender = people[0].sender
    let counts = try await sender.send(Notifier.CountAlerts())
    if isNewMonth || isLast {
      view.say(
        "\(view.moment(now))  \(AlertRows.slots(slots)); \(counts.fired) sent, \(counts.missed) missed")
    }
    guard view.wantsScene else { return }
    let next = try await sender.send(Notifier.ListAlerts(limit: PageLimit(DemoView.shown))).items
    view.draw(
      DemoView.Scene(
        name: people[0].name, now: now, slots: slots, next: next, counts: counts, steps: steps))
  }

  /// Checks that an ambiguous time causes one reminder, and that an event at 9 stays at 9 in winter.
  nonisolated(nonsending) private func checkClocks() async throws {
    try await audit.readInboxes(of: people)
    let night = audit.notices(titled: DemoPeople.night)
    guard night.count == 1, let once = night.first, once.at < DemoSemester.clocksGoBack else {
      throw Failure("\(DemoPeople.night) was announced \(night.count) times: \(night.map(\.at.description))")
    }
    let meetings = audit.notices(titled: DemoPeople.weekly).suffix(2).map(\.at)
    let week = Duration.seconds(7 * 86_400 + 3600)
    guard meetings.count == 2, meetings[1].since(meetings[0]) == week else {
      throw Failure("\(DemoPeople.weekly) was announced at \(meetings.map(\.description))")
    }
    view.say("the clocks went back on November 1:")
    view.say("  \(DemoPeople.night) at 01:30, which came twice that day: one reminder, at \(once.at)")
    view.say(
      "  \(DemoPeople.weekly) at 9, before and after: reminders at \(meetings[0]) and \(meetings[1])")
  }

  // MARK: - The end

  nonisolated(nonsending) private func conclude() async throws {
    try await audit.readInboxes(of: people)
    let findings = try await audit.findings(of: people)
    view.say("\(view.moment(DemoSemester.end))  the semester is over after \(steps) clock steps")
    var table = Table([.left("PERSON")] + AlertRows.countTitles.map { .right($0) } + [.text("")])
    for finding in findings.prefix(DemoSemester.shownPeople) { table.add(row(finding)) }
    for finding in findings.dropFirst(DemoSemester.shownPeople) where !finding.problems.isEmpty {
      table.add(row(finding))
    }
    let sum = findings.map(\.counts).reduce(.none, +)
    table.add([StyledText("all \(findings.count)", .bold)] + AlertRows.cells(sum))
    Output.say(table)
    let wrong = findings.filter { !$0.problems.isEmpty }
    guard wrong.isEmpty else {
      throw Failure("\(wrong.count) of \(findings.count) people's alerts are not accounted for")
    }
    Output.say(
      StyledText(
        "for everyone: total = waiting + scheduled + sent + canceled + missed, and nothing was sent twice",
        .green)
    )
  }

  private func row(_ finding: DemoAudit.Finding) -> [StyledText] {
    [StyledText(finding.name)] + AlertRows.cells(finding.counts)
      + [
        finding.problems.isEmpty
          ? StyledText("✓", .green) : StyledText(finding.problems.joined(separator: "; "), .red)
      ]
  }
}

extension Notifier.AlertCounts {
  fileprivate static var none: Notifier.AlertCounts {
    Notifier.AlertCounts(planned: 0, queued: 0, armed: 0, fired: 0, cancelled: 0, missed: 0)
  }

  fileprivate static func + (left: Notifier.AlertCounts, right: Notifier.AlertCounts) -> Notifier.AlertCounts
  {
    Notifier.AlertCounts(
      planned: left.planned + right.planned, queued: left.queued + right.queued,
      armed: left.armed + right.armed, fired: left.fired + right.fired,
      cancelled: left.cancelled + right.cancelled, missed: left.missed + right.missed)
  }
}

extension String {
  /// The plural of a person: `1 person`, `40 people`.
  fileprivate var asPeople: String { hasSuffix("persons") ? "\(dropLast(7))people" : self }
}
