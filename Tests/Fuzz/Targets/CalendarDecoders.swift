import Calendar
import Schema

/// Files of the time zone database, rules for repeats, calendar files.
extension Decoder {
  /// A file, then the seconds that are looked at, 8 bytes each.
  static let zone = Decoder(
    name: "zone",
    seeds: {
      ["UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "AAA3BBB,J60/1:30:15,300"].map
      {
        zoneFile(footer: $0)
      }
    }
  ) { bytes in
    let table: ZoneTable
    do throws(ZoneFault) { table = try ZoneTable(bytes) } catch {
      return error == .damaged ? nil : "refused as \(error)"
    }
    let zone = Zone(name: "Fuzz", table: table)
    var input = Input(Array(bytes.suffix(64)))
    let looks = (0..<8).map { _ in Instant(milliseconds: input.number() % 400_000_000_000_000) }
    for instant in looks + [Instant(milliseconds: .min), Instant(milliseconds: .max)] {
      let shown = zone.wallTime(at: instant)
      let (found, isAdjusted) = zone.instant(of: shown)
      // The first of a time that comes twice.
      let isBack = zone.wallTime(at: found) == shown && found <= instant
      guard isAdjusted || isBack || abs(instant.milliseconds) > 60_000_000_000_000 else {
        return "\(shown) of \(instant) is \(found)"
      }
    }
    let changes = zone.changes(from: looks[0], to: looks[0].advanced(by: .seconds(600_000_000)))
    return zip(changes, changes.dropFirst()).allSatisfy(<) ? nil : "changes out of order"
  }

  static let rule = Decoder(
    name: "rule",
    seeds: texts(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20301231T225959Z;WKST=SU",
      "FREQ=MONTHLY;BYDAY=-1FR,2MO;BYMONTHDAY=1,-1,31;COUNT=10", "FREQ=YEARLY;BYDAY=53SU;INTERVAL=9999",
      "FREQ=DAILY;INTERVAL=7;BYDAY=MO;UNTIL=99991231", "FREQ=YEARLY;BYMONTH=2;BYSETPOS=1")
  ) { bytes in
    var input = Input(bytes)
    let text = input.text()
    let rule: RecurrenceRule
    do throws(RuleFault) { rule = try RecurrenceRule(text) } catch {
      return error.message.isEmpty ? "no words" : nil
    }
    do {
      guard try RecurrenceRule(rule.text) == rule else { return "\(rule.text) is another after writing" }
    } catch { return "\(rule.text) is refused after writing: \(error)" }
    guard let start = WallTime(secondsSince1970: 1_772_332_200) else { return "no start" }
    let after = Instant(milliseconds: 1_772_000_000_000)
    let found = rule.occurrences(from: start, in: .utc, after: after, limit: 20)
    guard zip(found, found.dropFirst()).allSatisfy({ $0.instant < $1.instant }),
      found.allSatisfy({ $0.instant > after && $0.wallTime >= start })
    else { return "out of order: \(text)" }
    if let last = rule.last(from: start, in: .utc), let first = found.first, first.instant > last.instant {
      return "the last is before the first: \(text)"
    }
    let far = Instant(milliseconds: 250_000_000_000_000)
    return rule.occurrences(from: start, in: .utc, after: far, limit: 3).allSatisfy { $0.instant > far }
      ? nil : "before its limit: \(text)"
  }

  static let calendar = Decoder(
    name: "calendar",
    seeds: {
      let lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-TIMEZONE:Europe/Berlin", "BEGIN:VTIMEZONE", "TZID:Ours",
        "X-LIC-LOCATION:America/New_York", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:1@quad.example",
        "DTSTART;TZID=Ours:20261015T190000", "DTEND;TZID=\"W. Europe Standard Time\":20261016T210000",
        "RRULE:FREQ=YEARLY;BYMONTH=10", "SUMMARY:Mom’s\\, \\;birth\\n", " day", "SEQUENCE:2",
        "STATUS:TENTATIVE",
        "EXDATE:20271015T190000,20281015T190000", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT1H",
        "END:VALARM",
        "END:VEVENT", "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20261015", "DURATION:P1W",
        "URL:https://a.example/;x",
        "BEGIN:VALARM", "TRIGGER;VALUE=DATE-TIME:20261014T180000Z", "END:VALARM", "END:VEVENT",
        "END:VCALENDAR",
      ]
      return ["\r\n", "\n"].map { Array((lines.joined(separator: $0) + $0).utf8) }
    }
  ) { bytes in
    let read: ReadCalendar
    do throws(CalendarFault) { read = try CalendarReader.read(bytes) } catch {
      return error.code.message.isEmpty ? "no words" : nil
    }
    let lines = bytes.count { $0 == 10 || $0 == 13 } + 1
    guard read.problems.allSatisfy({ (1...lines).contains($0.line) && !$0.message.isEmpty }) else {
      return "a problem past the file: \(read.problems)"
    }
    var calendar = CalendarText(name: read.name)
    for event in read.events { calendar.add(written(event)) }
    let again: ReadCalendar
    do { again = try CalendarReader.read(Array(calendar.text.utf8)) } catch {
      return "refused after writing: \(error)"
    }
    guard again.problems.isEmpty, again.events.count == read.events.count else {
      return "problems after writing: \(again.problems)"
    }
    for (one, other) in zip(read.events, again.events) where written(one) != written(other) {
      return "\(written(one)) is \(written(other)) after writing"
    }
    return nil
  }

  private static func written(_ event: ReadEvent) -> CalendarEvent {
    CalendarEvent(
      uid: event.uid ?? "", sequence: event.sequence, stamp: Instant(milliseconds: 0), start: event.start,
      end: event.end, rule: event.rule, summary: event.summary ?? "", description: event.description,
      location: event.location, url: event.url, status: event.status, reminders: event.reminders)
  }

  /// Two changes, then what the footer says.
  private static func zoneFile(footer: String) -> [UInt8] {
    func big(_ value: Int, _ width: Int) -> [UInt8] {
      (1...width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - $0))) }
    }
    func block(_ changes: [Int], width: Int) -> [UInt8] {
      let counts = [0, 0, 0, changes.count, 2, 8].flatMap { big($0, 4) }
      let head = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts
      let times = changes.flatMap { big($0, width) } + changes.indices.map { UInt8($0 % 2) }
      return head + times + big(3600, 4) + [0, 0] + big(7200, 4) + [1, 4] + Array("CET\0DST\0".utf8)
    }
    let changes = [1_711_846_800, 1_729_990_800]
    return block(changes, width: 4) + block(changes, width: 8) + Array("\n\(footer)\n".utf8)
  }
}
