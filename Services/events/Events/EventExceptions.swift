import Calendar
import Schema

/// The dates of a repeating event that are skipped or moved, by date.
struct EventExceptions: Sendable, Hashable {
  private(set) var all: [Events.DateException] = []

  /// The approximate size of one in a reply.
  static let roughBytes = 100

  static let none = EventExceptions()

  private init() {}

  /// - Parameter all: At most `Events.DateException.maxCount`, each date once, in any order.
  init(_ all: [Events.DateException]) { self.all = all.sorted { $0.date < $1.date } }

  var isEmpty: Bool { all.isEmpty }

  subscript(date: CivilDate) -> Events.DateException? { all.first { $0.date == date } }

  /// - Throws: `too_many_exceptions` at the limit.
  mutating func set(_ exception: Events.DateException) throws(Fault) {
    var others = all.filter { $0.date != exception.date }
    guard others.count < Events.DateException.maxCount else { throw Fault(.tooManyExceptions) }
    others.append(exception)
    self = EventExceptions(others)
  }

  mutating func remove(_ date: CivilDate) { all.removeAll { $0.date == date } }

  /// Keeps those that `isKept` accepts.
  func filtered(_ isKept: (Events.DateException) -> Bool) -> EventExceptions {
    EventExceptions(all.filter(isKept))
  }
}

/// The form in the store: `2026-10-15` is skipped, `2026-10-15>2026-10-16T19:00:00/90` moved; dates are
/// separated by spaces.
extension EventExceptions {
  var stored: String { all.map(\.stored).joined(separator: " ") }

  /// Nil if the text is not in the form of `stored`.
  init?(stored text: String) {
    let parts = text.split(separator: " ")
    let all = parts.compactMap { Events.DateException(stored: $0) }
    guard all.count == parts.count else { return nil }
    self.init(all)
  }
}

extension Events.DateException {
  fileprivate var stored: String {
    guard let moved else { return "\(date)" }
    let time = moved.time.map { "T\($0)" } ?? ""
    let minutes = moved.minutes.map { "/\($0.count)" } ?? ""
    return "\(date)>\(moved.date)\(time)\(minutes)"
  }

  fileprivate init?(stored text: Substring) {
    let sides = text.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
    guard let date = sides.first.flatMap({ CivilDate(String($0)) }) else { return nil }
    guard sides.count > 1 else {
      self.init(date: date, moved: nil)
      return
    }
    let parts = sides[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let start = parts[0].split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let day = start.first.flatMap({ CivilDate(String($0)) }) else { return nil }
    let time = start.count > 1 ? TimeOfDay(String(start[1])) : nil
    let minutes = parts.count > 1 ? Int(parts[1]).flatMap { EventMinutes($0) } : nil
    guard (start.count > 1) == (time != nil), (parts.count > 1) == (minutes != nil) else { return nil }
    self.init(date: date, moved: Events.MovedDate(date: day, time: time, minutes: minutes))
  }
}

/// The rules for skipping and moving a date.
extension EventRow {
  /// - Throws: `date_unknown` for a date that the event does not have, `date_last` if no date would be left.
  mutating func skip(_ date: CivilDate, at now: Instant) throws(Fault) {
    guard exceptions[date] != Events.DateException(date: date, moved: nil) else { return }
    guard try EventTimes(self).has(date) else { throw Fault(.dateUnknown, field: "date") }
    try exceptions.set(Events.DateException(date: date, moved: nil))
    try schedule(now)
  }

  /// - Throws: `date_unknown` for a date that the event does not have, `date_bad` for a new year that nobody
  ///   means, `date_not_future` for a time that has passed, `length_bad` for an all-day event with a part of
  ///   a day.
  mutating func move(_ date: CivilDate, to target: Events.MovedDate, at now: Instant) throws(Fault) {
    try target.date.checkEntered("to.date")
    let times = try EventTimes(self)
    let moved = Events.MovedDate(
      date: target.date, time: when.isAllDay ? nil : target.time ?? when.time,
      minutes: target.minutes == minutes ? nil : target.minutes)
    let exception = Events.DateException(date: date, moved: moved)
    guard exceptions[date] != exception else { return }
    guard times.has(date) else { throw Fault(.dateUnknown, field: "date") }
    try moved.minutes?.check(in: when)
    guard times.start(of: moved) > now else { throw Fault(notAfter: now) }
    if moved == Events.MovedDate(date: date, time: when.time) {
      exceptions.remove(date)
    } else {
      try exceptions.set(exception)
    }
    try schedule(now)
  }

  mutating func restore(_ date: CivilDate, at now: Instant) throws(Fault) {
    guard exceptions[date] != nil else { return }
    exceptions.remove(date)
    try schedule(now)
  }

  /// The exceptions after a change to the time or the rule: those whose dates the event still has. A move to
  /// a time of day means nothing once the event takes all day, nor the other way around.
  func exceptionsKept(from old: EventRow) throws(Fault) -> EventExceptions {
    guard recurrence != nil, !exceptions.isEmpty else { return .none }
    let times = try EventTimes(self)
    let isSameKind = when.isAllDay == old.when.isAllDay
    return exceptions.filtered { times.has($0.date) && (isSameKind || $0.moved == nil) }
  }
}

extension EventMinutes {
  /// - Throws: `length_bad` for an all-day event that does not last whole days.
  func check(in when: EventTime) throws(Fault) {
    guard when.isAllDay else { return }
    guard count > 0, count % EventMinutes.day.count == 0 else { throw Fault(.lengthBad, field: "minutes") }
  }
}
