import Calendar
import Schema

/// Calendar files as rows of the school's calendar: an entry for each event, and for each date of one that
/// repeats.
extension ImportReading {
  /// The limit of the dates of one event that repeats.
  private static let maxRepeats = 400
  /// The problems of a file that cost nothing a school's calendar has.
  private static let harmless: Set<String> = [
    "alarm_bad", "component_unsupported", "zone_inexact", "text_bad", "line_bad", "end_unexpected",
    "rdate_unsupported",
  ]

  mutating func readCalendar(_ text: String, in zone: Zone) throws(Fault) {
    let file: ReadCalendar
    do { file = try CalendarReader.read(Array(text.utf8), zone: zone) } catch {
      throw Fault(error.code, field: "text")
    }
    for problem in file.problems where !ImportReading.harmless.contains(problem.code) {
      refuse(.calendar, row: problem.line, column: nil, problem.code, problem.message)
    }
    for event in file.events {
      guard event.status != .cancelled else { continue }
      for (starts, ends) in ImportReading.spans(of: event, in: zone) {
        countRow()
        guard rowCount <= Campus.maxImportRows else { throw Fault(.importFileLong, field: "text") }
        guard ImportReading.isEntered(starts), ImportReading.isEntered(ends) else {
          refuse(.calendar, row: event.line, column: "starts", .dateBad)
          continue
        }
        add(ImportReading.row(event, starts, ends), to: .calendar, CalendarImport.self)
      }
    }
  }

  /// True for a date that could be typed, too.
  private static func isEntered(_ time: CalendarTime) -> Bool {
    switch time {
    case .date(let date): CivilDate.enteredYears.contains(date.year)
    case .floating(let time): CivilDate.enteredYears.contains(time.date.year)
    default: false
    }
  }

  private static func row(_ event: ReadEvent, _ starts: CalendarTime, _ ends: CalendarTime) -> ImportRow {
    var cells: ImportCells = [:]
    let title = event.summary.map { Text.trim($0) } ?? ""
    if !title.isEmpty { cells["title"] = .string(title) }
    let place = event.location.map { Text.trim($0) } ?? ""
    if !place.isEmpty { cells["place"] = .string(place) }
    switch (starts, ends) {
    case (.floating(let first), .floating(let last)):
      cells["starts"] = .string(first.date.description)
      cells["ends"] = .string(last.date.description)
      cells["time"] = .string(ImportDates.written(first.time))
      if first != last { cells["until"] = .string(ImportDates.written(last.time)) }
    case (.date(let first), .date(let last)):
      cells["starts"] = .string(first.description)
      cells["ends"] = .string(last.description)
    default: break
    }
    return ImportRow(
      row: event.line, cells: cells, columns: ["title", "place", "starts", "ends", "time", "until"])
  }

  /// The first and last day of each date, or its times on the clocks of the school.
  private static func spans(
    of event: ReadEvent, in zone: Zone
  ) -> [(starts: CalendarTime, ends: CalendarTime)] {
    let length = Int64(event.length(in: zone))
    if case .date(let first) = event.start {
      let days = max(length / 86_400, 1) - 1
      var dates = [first]
      if let rule = event.rule, let before = first.adding(days: -1) {
        let excluded = event.excluded.map { zone.date(at: $0.instant(in: zone)) }
        dates = rule.dates(from: first, after: before, limit: maxRepeats).filter { !excluded.contains($0) }
      }
      return dates.compactMap { date in date.adding(days: days).map { (.date(date), .date($0)) } }
    }
    let first = event.start.instant(in: zone)
    var moments = [first]
    if let rule = event.rule {
      let excluded = Set(event.excluded.map { $0.instant(in: zone) })
      let clocks: Zone
      if case .zoned(_, let own) = event.start { clocks = own } else { clocks = zone }
      moments = rule.occurrences(
        from: clocks.wallTime(at: first), in: clocks, after: first.advanced(by: .milliseconds(-1)),
        limit: maxRepeats
      ).map(\.instant).filter { !excluded.contains($0) }
    }
    return moments.map { moment in
      let over = moment.advanced(by: .seconds(length))
      return (.floating(zone.wallTime(at: moment)), .floating(zone.wallTime(at: over)))
    }
  }
}
