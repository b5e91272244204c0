import Calendar
import Crypto
import Schema
import ServiceKit
import Store

/// The days that a feed is made of, and what all of its events share.
struct FeedFrame: Sendable {
  static let past: Int64 = 31
  static let ahead: Int64 = 366
  /// The limit of a text in bytes, as JSON on the bus: within the size limit of a message.
  static let maxBytes = 3_500_000
  /// The limit of events in a feed.
  static let maxEvents = 6000

  let from: CivilDate
  let to: CivilDate
  let zone: Zone
  let words: FeedWords
  /// The beginning of the day in UTC: the text changes with the school's data, and else once a day.
  let stamp: Instant

  init(zone: Zone, language: Alerts.Language, at now: Instant) throws(Fault) {
    let today = zone.date(at: now)
    guard let from = today.adding(days: -FeedFrame.past), let to = today.adding(days: FeedFrame.ahead) else {
      throw Fault(.dateBad)
    }
    (self.from, self.to) = (from, to)
    self.zone = zone
    words = .of(language)
    stamp = Zone.utc.startOfDay(Zone.utc.date(at: now))
  }

  /// The file of a feed. Events beyond the limits are left out from the end, so that the rest arrives.
  func text(_ kind: Campus.FeedKind, _ events: [Calendar.CalendarEvent]) -> String {
    var calendar = CalendarText(name: words.name(of: kind))
    var left = FeedFrame.maxBytes
    for event in events.prefix(FeedFrame.maxEvents) {
      left -= event.roughBytes
      guard left > 0 else { break }
      calendar.add(event)
    }
    return calendar.text
  }

  /// The events of whole days: the day type of each school day, and each day on which the school is closed.
  func cycle(_ days: [SchoolDay]) -> [Calendar.CalendarEvent] {
    days.compactMap { day in
      guard let term = day.term, day.state != .noSchool else { return nil }
      let title =
        day.isSchool
        ? day.dayType?.name.text : day.note.map { words.title(words.closed, $0.text) } ?? words.closed
      guard let title else { return nil }
      return wholeDay(
        day.date, of: [term.raw.bytes], title, day.isSchool ? day.note?.text : nil)
    }
  }

  /// The menus of the days on which the school is open, each as a whole day.
  func lunch(_ menus: [LunchRow], _ days: [SchoolDay], tokenHash: [UInt8]) -> [Calendar.CalendarEvent] {
    let closed = Set(days.filter { $0.state == .closed }.map(\.date))
    return menus.filter { !$0.stations.isEmpty && !closed.contains($0.date) }.map { menu in
      let title = menu.stations.flatMap(\.dishes).map(\.name.text).prefix(FeedFrame.titleDishes)
      let text = menu.stations.map { station in
        "\(station.name): \(station.dishes.map(\.name.text).joined(separator: ", "))"
      }
      return wholeDay(
        menu.date, of: [tokenHash], title.joined(separator: ", "), text.joined(separator: "\n"))
    }
  }

  /// The dishes in the title of a day; the description has all.
  private static let titleDishes = 3

  func activities(_ meetings: [Campus.ActivityMeeting]) -> [Calendar.CalendarEvent] {
    var seen: [String: Int] = [:]
    return meetings.map { meeting in
      // An activity that meets twice on a day has two events, which keep their ids if bells move.
      let key = "\(meeting.activity) \(meeting.date)"
      let number = seen[key, default: 0]
      seen[key] = number + 1
      return Calendar.CalendarEvent(
        uid: FeedFrame.uid([meeting.activity.raw.bytes, Array("\(meeting.date) \(number)".utf8)]),
        sequence: 0, stamp: stamp, start: .utc(meeting.starts), end: .utc(meeting.ends),
        summary: meeting.name.text, location: meeting.place?.text)
    }
  }

  private func wholeDay(
    _ date: CivilDate, of parts: [[UInt8]], _ title: String, _ text: String?
  ) -> Calendar.CalendarEvent {
    Calendar.CalendarEvent(
      uid: FeedFrame.uid(parts + [Array(date.description.utf8)]), sequence: 0, stamp: stamp,
      start: .date(date), end: date.adding(days: 1).map { .date($0) }, summary: title, description: text)
  }

  /// An id without a host (RFC 7986, 5.3): the same parts have the same one, in the form of a version 8 UUID
  /// (RFC 9562, 5.8).
  static func uid(_ parts: [[UInt8]]) -> String {
    var bytes = Array(BLAKE2b.hash(parts: parts).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return RawUUID(bytes: bytes)?.description ?? Base64URL.encode(bytes)
  }
}

/// The words of feeds in the language of the site.
struct FeedWords: Sendable {
  let closed: String
  let cancelled: String
  private let colon: String
  private let cycle: String
  private let classes: String
  private let activities: String
  private let lunch: String

  static func of(_ language: Alerts.Language) -> FeedWords {
    switch language {
    case .english:
      FeedWords(
        closed: "No school", cancelled: "Canceled", colon: ": ", cycle: "School days", classes: "My classes",
        activities: "My activities", lunch: "Lunch")
    case .german:
      FeedWords(
        closed: "Schulfrei", cancelled: "Fällt aus", colon: ": ", cycle: "Schultage", classes: "Meine Kurse",
        activities: "Meine AGs", lunch: "Mittagessen")
    case .french:
      FeedWords(
        closed: "Pas de cours", cancelled: "Annulé", colon: "\u{a0}: ", cycle: "Jours de cours",
        classes: "Mes cours", activities: "Mes activités", lunch: "Cantine")
    }
  }

  /// `Canceled: Biology`.
  func title(_ word: String, _ text: String) -> String { word + colon + text }

  func name(of kind: Campus.FeedKind) -> String {
    switch kind {
    case .cycle: cycle
    case .classes: classes
    case .activities: activities
    case .lunch: lunch
    }
  }
}

extension Calendar.CalendarEvent {
  /// The approximate size in a reply: a fixed overhead, and the texts with their escapes and folds.
  fileprivate var roughBytes: Int {
    400 + [summary, description ?? "", location ?? ""].reduce(0) { $0 + $1.utf8.count * 3 }
  }
}

extension Database {
  /// The words of a feed in the language of the site.
  func feedText(of feed: FeedRow, at now: Instant) throws -> String {
    let frame = try FeedFrame(
      zone: try schoolZone(), language: try site().language ?? .english, at: now)
    switch feed.kind {
    case .cycle:
      return frame.text(.cycle, frame.cycle(try schoolDays(from: frame.from, to: frame.to)))
    case .classes:
      return frame.text(.classes, try classEvents(of: feed.person, frame))
    case .activities:
      return frame.text(
        .activities,
        frame.activities(try activityMeetings(of: feed.person, from: frame.from, to: frame.to)))
    case .lunch:
      let days = try schoolDays(from: frame.from, to: frame.to)
      let menus = try lunches(from: frame.from, to: frame.to)
      return frame.text(.lunch, frame.lunch(menus, days, tokenHash: feed.tokenHash))
    }
  }
}
