import Calendar
import Schema
import ServiceKit
import Store

/// The parts of the school's settings that schedules need.
struct SchoolFrame: Sendable {
  let zone: Zone
  let grades: NumberSet
  let blockCount: Int
  /// The time by which the school's bells are ahead of the site's clock.
  let offset: Duration

  var blocks: NumberSet { NumberSet((1...max(blockCount, 1)).map { BlockNumber(checked: $0) }) }

  func today(_ now: Instant) -> CivilDate { zone.date(at: now) }
}

/// A slot of a person's day with its bells.
struct BellSlot: Sendable, Hashable {
  let kind: Campus.SlotKind
  let period: PeriodNumber?
  let block: BlockNumber?
  let name: SlotName?
  let starts: Instant
  let ends: Instant
}

/// A date with its bells, read once for all people.
struct DayBells: Sendable {
  let day: Campus.Day
  /// The slots of the bell schedule, of all variants.
  let slots: [Campus.Slot]
  /// The block of each period.
  let blocks: [PeriodNumber: BlockNumber]
  let zone: Zone

  /// The slots of somebody whose classes have these lunches.
  func slots(_ lunches: [BlockNumber: Campus.LunchLetter]) -> [BellSlot] {
    slots.slots(holding: blocks, lunch: lunches).map { slot in
      let (starts, ends) = slot.moments(on: day.date, in: zone)
      return BellSlot(
        kind: slot.kind, period: slot.period, block: slot.block, name: slot.name, starts: starts, ends: ends)
    }
  }

  /// The slots of somebody with these classes.
  func slots(of classes: [BlockNumber: ClassRow]) -> [BellSlot] { slots(classes.compactMapValues(\.lunch)) }

  /// The meetings of a class, whatever its students' other classes are.
  func meetings(of row: ClassRow) -> [BellSlot] {
    let own = row.blocks.all.map { BlockNumber(checked: $0) }
    let lunches = row.lunch.map { lunch in own.map { ($0, lunch) } } ?? []
    return slots(Dictionary(uniqueKeysWithValues: lunches)).filter { slot in
      slot.kind == .class && slot.block.map(own.contains) == true
    }
  }
}

extension Database {
  func schoolFrame() throws -> SchoolFrame {
    let school = try school()
    return SchoolFrame(
      zone: try schoolZone(), grades: NumberSet(school.grades), blockCount: school.blocks.count,
      offset: .milliseconds(school.clockOffsetMs.count))
  }

  func bells(on date: CivilDate, _ school: SchoolFrame) throws -> DayBells {
    DayBells(try schoolDay(on: date), school.zone)
  }

  /// The next school day behind a date.
  func bells(after date: CivilDate, _ school: SchoolFrame) throws -> DayBells? {
    try nextSchoolDay(after: date).map { DayBells($0, school.zone) }
  }

  /// The next school days from a date on.
  func nextBells(from date: CivilDate, count: Int, _ school: SchoolFrame) throws -> [DayBells] {
    let first = try bells(on: date, school)
    var found = first.day.state == .school ? [first] : []
    var last = date
    while found.count < count, let next = try bells(after: last, school) {
      found.append(next)
      last = next.day.date
    }
    return found
  }

  /// The terms that are not over.
  func openTerms(at now: Instant) throws -> [TermID] {
    let today = try schoolFrame().today(now)
    return try termRows().filter { $0.ends >= today }.map(\.id)
  }

  /// The term of a date, or the next one between terms; the last one after all.
  func scheduleTerm(on date: CivilDate) throws -> TermRow? {
    let terms = try termRows()
    return terms.first { $0.ends >= date } ?? terms.last
  }

  /// The term whose schedules are the rosters: the last that has begun, or the first one before it begins.
  func rosterTerm(on date: CivilDate) throws -> TermRow? {
    let terms = try termRows()
    return terms.last { $0.starts <= date } ?? terms.first
  }
}

extension DayBells {
  init(_ day: SchoolDay, _ zone: Zone) {
    self.init(day: day.shown, slots: day.bell?.slots ?? [], blocks: day.blocks, zone: zone)
  }
}
