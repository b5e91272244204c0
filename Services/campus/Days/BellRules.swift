import Calendar
import Schema

/// The rules of a bell schedule.
enum BellRules {
  /// Sorts the slots of a schedule by their times.
  /// - Throws: a fault that names the slot which ends before it starts, lacks its period, or overlaps another
  ///   one of the same person.
  static func sorted(_ slots: [Campus.Slot]) throws(Fault) -> [Campus.Slot] {
    for (index, slot) in slots.enumerated() {
      guard slot.starts < slot.ends else { throw Fault(.slotTimesBad, field: "slots.\(index)") }
      guard slot.period != nil || (slot.kind != .class && slot.variant == nil) else {
        throw Fault(.slotPeriodMissing, field: "slots.\(index).period")
      }
      for other in slots[..<index] where slot.meets(other) {
        throw Fault(.slotsOverlap, field: "slots.\(index)")
      }
    }
    return slots.sorted {
      ($0.starts, $0.ends, $0.variant?.rawValue ?? "") < ($1.starts, $1.ends, $1.variant?.rawValue ?? "")
    }
  }
}

extension Campus.Slot {
  /// True if some person would have both at once.
  fileprivate func meets(_ other: Campus.Slot) -> Bool {
    guard starts < other.ends, other.starts < ends else { return false }
    guard let variant, let second = other.variant, period == other.period else { return true }
    return variant == second
  }
}

/// A slot of a person's day, or of everybody's.
struct DaySlot: Sendable, Hashable {
  let kind: Campus.SlotKind
  /// The period of a class.
  let period: PeriodNumber?
  /// The block of a class.
  let block: BlockNumber?
  let name: SlotName?
  let starts: TimeOfDay
  let ends: TimeOfDay
}

extension DaySlot {
  /// The moments at which it begins and ends. A bell that a clock change skips rings as much later.
  func moments(on date: CivilDate, in zone: Zone) -> (starts: Instant, ends: Instant) {
    let begins = zone.instant(of: WallTime(date: date, time: starts)).instant
    return (begins, max(begins, zone.instant(of: WallTime(date: date, time: ends)).instant))
  }
}

extension Array<Campus.Slot> {
  /// The slots that a person has on a day with these blocks.
  ///
  /// Of slots with a variant they have those of the lunch letter of their class in the period's block;
  /// without a letter, or with one that the schedule lacks, the first lunch. A period that the day type
  /// leaves out isn't held.
  func slots(
    holding blocks: [PeriodNumber: BlockNumber], lunch: [BlockNumber: Campus.LunchLetter] = [:]
  ) -> [DaySlot] {
    var letters: [PeriodNumber: Set<String>] = [:]
    for slot in self {
      if let period = slot.period, let variant = slot.variant {
        letters[period, default: []].insert(variant.rawValue)
      }
    }
    let chosen = letters.map { period, all in
      let wanted = blocks[period].flatMap { lunch[$0]?.rawValue }
      return (period, wanted.flatMap { all.contains($0) ? $0 : nil } ?? all.min() ?? "")
    }
    let choice = Dictionary(uniqueKeysWithValues: chosen)
    return compactMap { slot in
      if let variant = slot.variant, let period = slot.period, choice[period] != variant.rawValue {
        return nil
      }
      let block = slot.kind == .class ? slot.period.flatMap { blocks[$0] } : nil
      guard slot.kind != .class || block != nil else { return nil }
      return DaySlot(
        kind: slot.kind, period: slot.kind == .class ? slot.period : nil, block: block, name: slot.name,
        starts: slot.starts, ends: slot.ends)
    }
  }
}
