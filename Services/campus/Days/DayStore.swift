import Calendar
import Schema
import ServiceKit
import Store

/// A date with all that decides a person's day: its day type with the blocks, and its bells.
struct SchoolDay: Sendable, Hashable {
  let date: CivilDate
  let state: Campus.DayState
  let term: TermID?
  /// Nil unless it is a school day.
  let dayType: Campus.DayType?
  /// Nil unless it is a school day of a school with bells.
  let bell: Campus.Bell?
  let note: DayNote?
  let exception: Campus.DayException?
  let closing: ClosingID?

  var isSchool: Bool { state == .school }

  /// The block of each period.
  var blocks: [PeriodNumber: BlockNumber] { dayType?.blocks ?? [:] }

  /// The slots of a person with these lunch letters by block; without any, those of everybody.
  func slots(lunch: [BlockNumber: Campus.LunchLetter] = [:]) -> [DaySlot] {
    bell?.slots.slots(holding: blocks, lunch: lunch) ?? []
  }

  /// The day as everybody sees it.
  var shown: Campus.Day {
    Campus.Day(
      date: date, state: state, term: term,
      dayType: dayType.map { Campus.NamedDayType(id: $0.id, name: $0.name) },
      bell: bell.map { Campus.NamedBell(id: $0.id, name: $0.name) }, note: note,
      isException: exception != nil, exception: exception, closing: closing)
  }
}

extension Campus.DayType {
  var blocks: [PeriodNumber: BlockNumber] {
    Dictionary(periods.map { ($0.period, $0.block) }) { first, _ in first }
  }
}

extension Database {
  /// The zone of the bells: that of the site, or of this machine if nobody has set it.
  func schoolZone() throws -> Zone {
    guard let name = try site().zone else { return .site }
    do { return try Zone.named(name) } catch { return .site }
  }

  /// The date at the school.
  func schoolDate(at moment: Instant) throws -> CivilDate { try schoolZone().date(at: moment) }

  /// The day of any date; one outside of the terms has no school.
  func schoolDay(on date: CivilDate) throws -> SchoolDay {
    try schoolDays(from: date, to: date).first
      ?? SchoolDay(
        date: date, state: .noSchool, term: nil, dayType: nil, bell: nil, note: nil, exception: nil,
        closing: nil)
  }

  /// The next school day behind a date; nil if the terms have none.
  func nextSchoolDay(after date: CivilDate) throws -> SchoolDay? {
    let next = try one(
      "SELECT date FROM school_day WHERE state = 'school' AND date > ? ORDER BY date LIMIT 1",
      date.daysSince1970
    ) { CivilDate(daysSince1970: try $0.int("date")) }
    return try next.map { try schoolDay(on: $0) }
  }

  /// Every date of a range of at most `Campus.maxListedDays`, in order. Day types and bells are read once.
  func schoolDays(from: CivilDate, to: CivilDate) throws -> [SchoolDay] {
    guard from <= to, to.daysSince1970 - from.daysSince1970 < Int64(Campus.maxListedDays) else { return [] }
    let planned = try plannedDays(from: from, to: to)
    let notes = try exceptions(from: from, to: to)
    let closings = try closings(from: from, to: to)
    var dayTypes: [DayTypeID: Campus.DayType?] = [:]
    var bells: [BellID: Campus.Bell?] = [:]
    for row in planned.values {
      if let id = row.day.dayType, dayTypes[id] == nil { dayTypes[id] = try dayType(id) }
      if let id = row.day.bell, bells[id] == nil { bells[id] = try bell(id) }
    }
    return (from.daysSince1970...to.daysSince1970).map { number in
      let date = CivilDate(daysSince1970: number)
      let row = planned[date]
      let closing = row.map { $0.day.state } == .closed ? closings[date] : nil
      // What was planned for a day is not the reason why it is closed.
      let note = closing == nil ? notes[date]?.note : closing?.note
      return SchoolDay(
        date: date, state: row?.day.state ?? .noSchool, term: row?.term,
        dayType: row?.day.dayType.flatMap { dayTypes[$0] ?? nil },
        bell: row?.day.bell.flatMap { bells[$0] ?? nil }, note: note,
        exception: notes[date]?.exception, closing: closing?.id)
    }
  }

  /// The stored days of a range, with their terms.
  func plannedDays(
    from: CivilDate, to: CivilDate
  ) throws -> [CivilDate: (day: PlannedDay, term: TermID)] {
    let rows = try all(
      "SELECT date, term, state, day_type, bell, counted FROM school_day WHERE date BETWEEN ? AND ?",
      from.daysSince1970, to.daysSince1970
    ) { row in
      let day = PlannedDay(
        date: CivilDate(daysSince1970: try row.int("date")),
        state: try Campus.DayState(stored: row.text("state")),
        dayType: try row.idOrNil("day_type").map { DayTypeID($0) },
        bell: try row.idOrNil("bell").map { BellID($0) },
        counted: try row.idOrNil("counted").map { DayTypeID($0) })
      return (day.date, (day: day, term: TermID(try row.id("term"))))
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}

/// An exception as it is stored, with its note.
struct NotedException: Sendable, Hashable {
  let exception: Campus.DayException
  let note: DayNote?
}

extension Database {
  /// The limit of exceptions: ten years of a hundred a term.
  static var maxExceptions: Int { 4000 }

  func exceptions(from: CivilDate, to: CivilDate) throws -> [CivilDate: NotedException] {
    let rows = try all(
      """
      SELECT date, kind, day_type, bell, note, keeps_number FROM day_exception WHERE date BETWEEN ? AND ?
      ORDER BY date LIMIT ?
      """,
      from.daysSince1970, to.daysSince1970, Database.maxExceptions
    ) { row in
      let exception = Campus.DayException(
        kind: try Campus.ExceptionKind(stored: row.text("kind")),
        dayType: try row.idOrNil("day_type").map { DayTypeID($0) },
        bell: try row.idOrNil("bell").map { BellID($0) }, keepsNumber: try row.bool("keeps_number"))
      let noted = NotedException(
        exception: exception, note: try row.textOrNil("note").map { DayNote(checked: $0) })
      return (CivilDate(daysSince1970: try row.int("date")), noted)
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// The closings of a range that have not been undone.
  func closings(
    from: CivilDate, to: CivilDate
  ) throws -> [CivilDate: (id: ClosingID, policy: Campus.ClosingPolicy, note: DayNote?)] {
    let rows = try all(
      """
      SELECT id, date, policy, note FROM closing WHERE undone_at IS NULL AND date BETWEEN ? AND ?
      ORDER BY date LIMIT ?
      """,
      from.daysSince1970, to.daysSince1970, Campus.maxClosings
    ) { row in
      (
        CivilDate(daysSince1970: try row.int("date")),
        (
          id: ClosingID(try row.id("id")), policy: try Campus.ClosingPolicy(stored: row.text("policy")),
          note: try row.textOrNil("note").map { DayNote(checked: $0) }
        )
      )
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}

extension RawRepresentable where RawValue == String {
  /// - Throws: `DamagedDay` for a word that no release has stored.
  init(stored text: String) throws {
    guard let value = Self(rawValue: text) else { throw DamagedDay(what: "\(Self.self) \(text)") }
    self = value
  }
}

/// A row that holds what campus never stores.
struct DamagedDay: Error {
  let what: String
}
