import Schema
import Terminal

/// A live countdown: its display and its keys. It reads no clock; the caller passes the current time.
struct CountdownFace: Sendable {
  let event: Events.CalendarEvent
  /// The chosen unit. While it is grayed out, a smaller one is counted.
  private(set) var chosen: CountdownUnit
  private(set) var isWandOn: Bool
  var isAway = false

  /// The number of rows that large digits need with everything around them, and the number for small digits.
  private static let rows = (large: 16, small: 14)

  init(_ event: Events.CalendarEvent, chosen: CountdownUnit, isWandOn: Bool) {
    (self.event, self.chosen, self.isWandOn) = (event, chosen, isWandOn)
  }

  /// The same face with the current event.
  func with(_ event: Events.CalendarEvent, isAway: Bool) -> CountdownFace {
    var face = CountdownFace(event, chosen: chosen, isWandOn: isWandOn)
    face.isAway = isAway
    return face
  }

  /// Reads the countdown. Once the event is too close, the wand turns itself off and stays off.
  mutating func reading(at now: Instant) -> Countdown {
    let reading = Countdown(to: event.next, at: now, wand: isWandOn)
    isWandOn = reading.isWandOn
    return reading
  }

  /// Handles a key.
  /// - Returns: false if the key ends the countdown.
  mutating func take(_ key: Key, at now: Instant) -> Bool {
    let reading = reading(at: now)
    let offered = CountdownUnit.allCases.filter { !reading.isGrey($0) }
    let place = offered.firstIndex(of: reading.selected(chosen))
    switch key {
    case .letter("q"), .letter("Q"), .letter("\u{4}"): return false
    case .letter(" "): isWandOn = !isWandOn && reading.isWandEnabled
    case .left: if let place, place > 0 { chosen = offered[place - 1] }
    case .right: if let place, place + 1 < offered.count { chosen = offered[place + 1] }
    case .letter(let letter):
      // Grayed-out units cannot be chosen.
      if let unit = offered.first(where: { $0.rawValue.first == Character(letter.lowercased()) }) {
        chosen = unit
      }
    }
    return true
  }

  // MARK: - Drawing

  mutating func lines(at now: Instant, columns: Int, rows: Int, inColour: Bool) -> [StyledText] {
    let reading = reading(at: now)
    let margin = columns < 60 ? " " : "  "
    let room = max(columns - margin.count, 1)
    var lines: [StyledText] = [StyledText(DisplayWidth.cut(Plain.line(event.title), to: room), .bold)]
    let place = event.place.map { " · \(Plain.line($0))" } ?? ""
    lines.append(StyledText(DisplayWidth.cut("\(EventWords.when(event))\(place)", to: room), .dim))
    lines.append("")
    lines += digits(reading, room: room, rows: rows)
    lines.append("")
    if reading.isPast || reading.phrase == .hereAsCounted {
      lines.append(StyledText(EventWords.phrase(reading.phrase), .green))
    } else {
      let unit = reading.selected(chosen)
      lines.append("Until " + StyledText(EventWords.this(reading.value(in: unit), unit), .bold))
    }
    lines += [selector(reading, room: room, inColour: inColour), "", wand(reading)]
    lines.append("")
    lines.append(
      isAway
        ? StyledText("No connection; still counting.", .red)
        : StyledText(keys(reading, room: room), .dim))
    // Blank lines go first: on a phone the keyboard covers half of the screen.
    if lines.count > rows { lines.removeAll { $0.text.isEmpty } }
    return lines.map { StyledText(margin) + $0 }
  }

  private func keys(_ reading: Countdown, room: Int) -> String {
    if reading.isPast { return "q quit" }
    let all = "w d h m s unit · space wand · q quit"
    return all.count <= room ? all : "w d h m s · space · q"
  }

  private func digits(_ reading: Countdown, room: Int, rows: Int) -> [StyledText] {
    let digits = reading.digits
    let groups = [
      ("\(digits.days)", "days"), (CountdownFace.two(digits.hours), "hours"),
      (CountdownFace.two(digits.minutes), "minutes"), (CountdownFace.two(digits.seconds), "seconds"),
    ]
    let style: StyledText.Style = reading.isPast ? .dim : reading.isWandOn ? .green : .plain
    for (size, needs, gaps) in [
      (BigDigits.Size.large, CountdownFace.rows.large, [4, 3]), (.small, CountdownFace.rows.small, [3, 2]),
    ] where rows >= needs {
      let widths = groups.map { max(BigDigits.width($0.0, size), $0.1.count) }
      for gap in gaps where widths.reduce(0, +) + gap * (groups.count - 1) <= room {
        let blank = String(repeating: " ", count: gap)
        func row(_ cells: [String]) -> String {
          zip(cells, widths).map { $0 + String(repeating: " ", count: max($1 - $0.count, 0)) }
            .joined(separator: blank)
        }
        let drawn = groups.map { BigDigits.rows($0.0, size) }
        return (0..<size.rows).map { line in StyledText(row(drawn.map { $0[line] }), style) }
          + [StyledText(row(groups.map(\.1)), .dim)]
      }
    }
    return [StyledText(CountdownFace.clock(reading), reading.isPast ? .dim : .bold)]
  }

  /// The main digits, such as `3 days 04:33:10`.
  static func clock(_ reading: Countdown) -> String {
    let digits = reading.digits
    let time = [digits.hours, digits.minutes, digits.seconds].map(two).joined(separator: ":")
    return digits.days == 0 ? time : "\(EventWords.this(digits.days, .days)) \(time)"
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// All units, with the counted one in brackets. Without colors the grayed-out units are in parentheses.
  private func selector(_ reading: Countdown, room: Int, inColour: Bool) -> StyledText {
    let selected = reading.selected(chosen)
    let width = CountdownUnit.allCases.reduce(0) { $0 + $1.rawValue.count + 2 }
    return CountdownUnit.allCases.reduce("") { line, unit in
      let name = width <= room ? unit.rawValue : String(unit.rawValue.prefix(1))
      if reading.isGrey(unit) {
        return line + StyledText(inColour ? " \(name) " : "(\(name))", .dim)
      }
      return line
        + (unit == selected ? StyledText("[\(name)]", .bold) : StyledText(" \(name) "))
    }
  }

  private func wand(_ reading: Countdown) -> StyledText {
    if reading.isPast { return "" }
    if reading.isWandOn { return "Wand " + StyledText("on: two days less", .green) }
    return reading.isWandEnabled
      ? "Wand off: space takes two days off" : StyledText("Wand off: fewer than two days left", .dim)
  }
}
