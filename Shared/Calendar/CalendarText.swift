internal import Schema

/// Writes a calendar file (RFC 5545): the header, each zone once, the events in the order they were added.
///
/// Lines end with CR LF and are folded at 75 octets without splitting a character.
package struct CalendarText: Sendable {
  /// The product that wrote the file.
  package static let product = "-//Quad//Quad//EN"
  /// The product of files of earlier versions.
  static let earlierProduct = "-//campus//events//EN"

  private let name: String?
  private var events: [CalendarEvent] = []

  /// - Parameter name: The name that clients show for a subscribed calendar.
  package init(name: String? = nil) { self.name = name }

  package mutating func add(_ event: CalendarEvent) { events.append(event) }

  package var text: String {
    var lines = ContentLines()
    lines.add("BEGIN:VCALENDAR")
    lines.add("VERSION:2.0")
    lines.add("PRODID:\(CalendarText.product)")
    lines.add("CALSCALE:GREGORIAN")
    if let name {
      lines.add(text: "NAME", name)
      lines.add(text: "X-WR-CALNAME", name)
    }
    for (zone, first, last) in zones() {
      ZoneLines(zone, from: first, until: last).write(to: &lines)
    }
    for event in events { CalendarText.write(event, to: &lines) }
    lines.add("END:VCALENDAR")
    return lines.text
  }

  /// Returns the zones used by events, each from its first event to its last moment, if that is known.
  private func zones() -> [(Zone, Instant, Instant?)] {
    var found: [Zone: (order: Int, first: Instant, last: Instant?)] = [:]
    for event in events {
      for case .zoned(let time, let zone) in [event.start, event.end ?? event.start] {
        let first = zone.instant(of: time).instant
        let last = event.rule == nil ? first : event.rule?.last(from: time, in: zone)?.instant
        guard let known = found[zone] else {
          found[zone] = (found.count, first, last)
          continue
        }
        // A single endless event makes the whole zone endless.
        let latest = known.last.flatMap { one in last.map { max(one, $0) } }
        found[zone] = (known.order, min(known.first, first), latest)
      }
    }
    return found.sorted { $0.value.order < $1.value.order }.map { ($0.key, $0.value.first, $0.value.last) }
  }

  private static func write(_ event: CalendarEvent, to lines: inout ContentLines) {
    lines.add("BEGIN:VEVENT")
    lines.add(text: "UID", event.uid)
    lines.add("DTSTAMP:\(Zone.utc.wallTime(at: event.stamp).basicText)Z")
    lines.add("SEQUENCE:\(max(0, event.sequence))")
    lines.add(time: "DTSTART", event.start)
    if let end = event.end { lines.add(time: "DTEND", end) }
    if let occurrence = event.occurrence { lines.add(time: "RECURRENCE-ID", occurrence) }
    if let rule = event.rule { lines.add("RRULE:\(rule.written(from: event.start).text)") }
    for time in event.excluded { lines.add(time: "EXDATE", time) }
    lines.add(text: "SUMMARY", event.summary)
    if let text = event.description { lines.add(text: "DESCRIPTION", text) }
    if let text = event.location { lines.add(text: "LOCATION", text) }
    if let url = event.url { lines.add(plain: "URL", url) }
    if let status = event.status { lines.add("STATUS:\(status.rawValue)") }
    for reminder in event.reminders {
      lines.add("BEGIN:VALARM")
      lines.add("ACTION:DISPLAY")
      lines.add(text: "DESCRIPTION", event.summary)
      lines.add("TRIGGER:\(CalendarText.duration(-reminder))")
      lines.add("END:VALARM")
    }
    lines.add("END:VEVENT")
  }

  /// Formats `-PT1H`, `P1DT9H`, `PT0S`.
  static func duration(_ seconds: Int) -> String {
    let length = Int(min(seconds.magnitude, UInt(Int32.max)))
    let parts = [(length / 3600 % 24, "H"), (length / 60 % 60, "M"), (length % 60, "S")]
    let time = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    let days = length / 86_400
    var text = seconds < 0 ? "-P" : "P"
    if days > 0 { text += "\(days)D" }
    if !time.isEmpty || days == 0 { text += "T" + (time.isEmpty ? "0S" : time) }
    return text
  }
}

/// Lines of a calendar file, folded and ended as RFC 5545 3.1 requires.
struct ContentLines {
  static let maxOctets = 75

  private var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func add(_ line: String) {
    if line.utf8.count <= ContentLines.maxOctets {
      bytes += line.utf8
      bytes += [13, 10]
      return
    }
    var width = 0
    for character in line {
      // A letter with its marks stays whole unless it is longer than a line.
      let parts =
        character.utf8.count < ContentLines.maxOctets
        ? [Array(character.utf8)] : character.unicodeScalars.map { Array(String($0).utf8) }
      for octets in parts {
        if width + octets.count > ContentLines.maxOctets {
          bytes += [13, 10, 32]
          width = 1
        }
        bytes += octets
        width += octets.count
      }
    }
    bytes += [13, 10]
  }

  /// Adds a TEXT value: `\`, `;`, `,` and line breaks are escaped, other control characters are removed.
  mutating func add(text name: String, _ value: String) {
    var escaped = "\(name):"
    var previous: Unicode.Scalar?
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        escaped.unicodeScalars.append("\\")
        escaped.unicodeScalars.append(scalar)
      case "\r": escaped += "\\n"
      case "\n": escaped += previous == "\r" ? "" : "\\n"
      case "\t": escaped += "\t"
      default:
        if scalar.properties.generalCategory != .control { escaped.unicodeScalars.append(scalar) }
      }
      previous = scalar
    }
    add(escaped)
  }

  /// Adds a value without escapes, such as an address.
  mutating func add(plain name: String, _ value: String) {
    var kept = String.UnicodeScalarView()
    for scalar in value.unicodeScalars where scalar.properties.generalCategory != .control {
      kept.append(scalar)
    }
    add("\(name):\(String(kept))")
  }

  mutating func add(time name: String, _ time: CalendarTime) {
    switch time {
    case .utc(let instant): add("\(name):\(Zone.utc.wallTime(at: instant).basicText)Z")
    case .zoned(let time, let zone): add("\(name);TZID=\(zone.name):\(time.basicText)")
    case .floating(let time): add("\(name):\(time.basicText)")
    case .date(let date): add("\(name);VALUE=DATE:\(date.basicText)")
    }
  }
}
