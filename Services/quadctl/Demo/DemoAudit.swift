import Schema
import SiteCommands

/// The notifications of all inboxes over the semester. Notifications are kept for 90 days only, so the
/// inboxes are read several times.
struct DemoAudit: Sendable {
  /// The counts of a person's alerts, and the problems found in them.
  struct Finding: Sendable {
    let name: String
    let counts: Notifier.AlertCounts
    let problems: [String]
  }

  private var notices: [[NoticeID: Notifier.Notice]]

  /// The maximum number of notifications read from one inbox.
  private static let maxNotices = 20_000

  init(people: Int) { notices = Array(repeating: [:], count: people) }

  mutating func readInboxes(of people: [DemoPerson]) async throws {
    let read = try await inParallel(people.indices, atOnce: DemoPeople.atOnce) { index in
      try await DemoAudit.inbox(of: people[index])
    }
    for (index, inbox) in read.enumerated() {
      for notice in inbox { notices[index][notice.id] = notice }
    }
  }

  private static func inbox(of person: DemoPerson) async throws -> [Notifier.Notice] {
    var found: [Notifier.Notice] = []
    var cursor: Cursor?
    repeat {
      let page = try await person.sender.send(Notifier.ListInbox(cursor: cursor, limit: Paging.standard))
      found += page.items
      cursor = page.next
    } while cursor != nil && found.count < maxNotices
    return found
  }

  /// The first person's notifications of events with this title, sorted by time.
  func notices(titled title: String) -> [Notifier.Notice] {
    (notices.first?.values).map { all in
      all.filter { AlertWords.title($0.text) == title && $0.kind != .missed }.sorted { $0.at < $1.at }
    } ?? []
  }

  func findings(of people: [DemoPerson]) async throws -> [Finding] {
    try await inParallel(people.indices, atOnce: DemoPeople.atOnce) { index in
      let counts = try await people[index].sender.send(Notifier.CountAlerts())
      return Finding(
        name: people[index].name, counts: counts,
        problems: DemoAudit.problems(counts, Array(notices[index].values)))
    }
  }

  /// - Parameter notices: all notifications that the person ever received.
  static func problems(_ counts: Notifier.AlertCounts, _ notices: [Notifier.Notice]) -> [String] {
    var problems: [String] = []
    let sum = counts.queued + counts.armed + counts.fired + counts.cancelled + counts.missed
    if counts.planned != sum { problems.append("\(counts.planned) in total, \(sum) accounted for") }
    let came = notices.filter { $0.kind == .fired || $0.kind == .late }
    if Int64(came.count) != counts.fired {
      problems.append("\(counts.fired) sent, \(came.count) in the inbox")
    }
    // A recurring alert is one alert with a new time in each notification.
    let times = Dictionary(grouping: came) { Time(alert: $0.alert, text: $0.text) }
    for (time, notices) in times where notices.count > 1 {
      problems.append("\(AlertWords.text(time.text)): sent \(notices.count) times")
    }
    return problems
  }

  private struct Time: Hashable {
    let alert: AlertID?
    let text: Alerts.AlertText
  }
}
