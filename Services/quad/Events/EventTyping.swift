import Calendar
import Schema
import SiteCommands
import Terminal

/// Parsers for the parts of an event that a person types: times, lengths, reminders, repeats.
enum EventTyping {
  static let timeForms = "\(DueTime.forms); a day without a time makes it all-day"
  static let lengthForms = "30m, 2h, 3d, or 1w"

  /// Parses the time of an event.
  /// - Parameters:
  ///   - zone: the zone of the time.
  ///   - isAllDay: true accepts only a day.
  /// - Throws: `UsageError` that lists the forms.
  static func time(
    _ text: String, isAllDay: Bool, in zone: Zone, named name: ZoneName, now: Instant = LocalTime.now
  ) throws(UsageError) -> EventTime {
    let wall: WallTime
    var hasTime = true
    switch DueTime.reading(text, now, in: zone) {
    case .moment(let instant)?: wall = zone.wallTime(at: instant)
    case .wall(let date, let time)?:
      wall = WallTime(date: date, time: time ?? .midnight)
      hasTime = time != nil
    case nil: throw UsageError("\(text): enter a time like \(DueTime.forms)")
    }
    guard !isAllDay || !hasTime || text.hasPrefix("+") else {
      throw UsageError("\(text): enter a day without a time for --all-day")
    }
    return EventTime(date: wall.date, time: hasTime && !isAllDay ? wall.time : nil, zone: name)
  }

  /// Parses a day: `tomorrow`, `fri`, `in 3 days`, `24.12.`, `2026-11-24`.
  static func day(_ text: String, now: Instant = LocalTime.now) throws(UsageError) -> CivilDate {
    switch DueTime.reading(text, now, in: LocalTime.zone) {
    case .wall(let date, nil)?: return date
    case .wall(let date, _)? where text.hasPrefix("+"): return date
    default: throw UsageError("\(text): enter a day like tomorrow, fri, in 3 days, 24.12., or 2026-11-24")
    }
  }

  /// The zone that the option names, or this machine's.
  static func zone(_ option: String?) throws -> (zone: Zone, name: ZoneName) {
    guard let option else {
      guard let name = MachineZone.current.name else {
        throw EnvironmentError(
          problem: "this machine's time zone has no name; use --zone or TZ, such as Europe/Berlin")
      }
      return (LocalTime.zone, name)
    }
    return try zone(named: try Typed.value(option, "zone"))
  }

  static func zone(named name: ZoneName) throws -> (zone: Zone, name: ZoneName) {
    do { return (try Zone.named(name), name) } catch {
      guard error == .unknown else { throw Failure("cannot read the time zone \(name) on this machine") }
      throw UsageError("unknown time zone \(name); enter one like Europe/Berlin")
    }
  }

  /// Returns the minutes of `90m`, `2h`, `3d` or `1w`; `0` is none.
  static func minutes(_ text: String) -> Int? {
    if text == "0" { return 0 }
    let units: [Character: Int] = ["m": 1, "h": 60, "d": 1440, "w": 10_080]
    let digits = text.dropLast()
    guard let last = text.last, let unit = units[last], (1...6).contains(digits.utf8.count),
      digits.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(digits)
    else { return nil }
    return count * unit
  }

  static func length(_ text: String) throws -> EventMinutes {
    guard let count = minutes(text) else {
      throw UsageError("--length \(text): enter a length like \(lengthForms)")
    }
    guard let length = EventMinutes(count) else { throw Fault(.lengthBad, field: "length") }
    return length
  }

  /// The change of the reminders: no option keeps them, `none` clears them.
  static func leads(_ visit: Visit) throws -> Patch<LeadTimes> {
    let texts = visit.arguments.list("remind")
    if texts.isEmpty { return .keep }
    return texts == ["none"] ? .clear : .set(try leads(texts))
  }

  /// Parses lead times, the times between a reminder and its event; `0` is at the event's time.
  static func leads(_ texts: [String]) throws -> LeadTimes {
    let leads = try texts.flatMap { $0.split(separator: ",") }.map { text in
      guard let count = minutes(String(text)) else {
        throw UsageError("--remind \(text): enter 0, or a lead time like \(lengthForms)")
      }
      guard let lead = LeadTime(minutes: count) else { throw Fault(.leadBad, field: "remind") }
      return lead
    }
    guard let all = LeadTimes(leads) else { throw Fault(.leadsBad, field: "remind") }
    return all
  }

  static func drawing(_ text: String) throws(UsageError) -> Events.EventDrawing {
    try choice(text, "drawing")
  }

  static func color(_ text: String) throws(UsageError) -> Events.EventColor { try choice(text, "color") }

  private static func choice<Value: Choice>(_ text: String, _ name: String) throws(UsageError) -> Value {
    guard let value = Value(rawValue: text.lowercased()) else {
      throw UsageError("unknown \(name) \"\(text)\"", choices: Value.allCases.map(\.rawValue))
    }
    return value
  }

  static let rules = [
    "daily": "FREQ=DAILY", "weekly": "FREQ=WEEKLY", "monthly": "FREQ=MONTHLY", "yearly": "FREQ=YEARLY",
  ]

  static func rule(_ text: String) throws -> RecurrenceText {
    try Typed.value(rules[text.lowercased()] ?? text, "repeat")
  }
}
