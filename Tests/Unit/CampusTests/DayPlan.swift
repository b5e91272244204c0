import Schema

@testable import campus

/// A term of tests in short words: `plan` writes the days as `8=1 9=2 10=-`, the day of the month with the
/// name of its day type, and `-` for a closed date.
struct DayPlan {
  var starts: String
  var ends: String
  var names: [String]
  var rules: DayRules

  static let usual = BellID(RawUUID.numbered(100))
  static let exam = BellID(RawUUID.numbered(101))
  static let late = BellID(RawUUID.numbered(102))
  static let early = BellID(RawUUID.numbered(103))

  /// The term from Tuesday, September 8 to Friday, September 25, 2026, with a cycle of four days. `P`, `Q`
  /// and `R` are exams outside of the cycle, with bells of their own.
  static func september(closed: [String: Campus.ClosingPolicy] = [:]) -> DayPlan {
    DayPlan(from: "2026-09-08", to: "2026-09-25", closed: closed)
  }

  init(
    from starts: String, to ends: String, cycle: [String] = ["1", "2", "3", "4"],
    closed: [String: Campus.ClosingPolicy] = [:]
  ) {
    self.starts = starts
    self.ends = ends
    names = cycle + ["P", "Q", "R"]
    let inRotation = cycle.count
    rules = DayRules(
      weekdays: Dictionary(uniqueKeysWithValues: (1...5).map { ($0, nil) }),
      dayTypes: names.indices.map {
        DayRules.CycleDay(
          id: DayTypeID(RawUUID.numbered($0)), inRotation: $0 < inRotation, weekday: nil,
          bell: $0 < inRotation ? nil : DayPlan.exam)
      },
      usualBell: DayPlan.usual, exceptions: [:],
      closings: Dictionary(uniqueKeysWithValues: closed.map { (CivilDate.on($0), $1) }))
  }

  /// Sets a date apart: `P` for a named day type, `-` for a holiday, an empty text for bells alone.
  func setting(_ date: String, _ name: String, bell: BellID? = nil, keeps: Bool = false) -> DayPlan {
    var plan = self
    plan.rules.exceptions[.on(date)] = Campus.DayException(
      kind: name == "-" ? .closed : .school, dayType: names.firstIndex(of: name).map(plan.id),
      bell: bell, keepsNumber: keeps)
    return plan
  }

  func closing(_ date: String, _ policy: Campus.ClosingPolicy) -> DayPlan {
    var plan = self
    plan.rules.closings[.on(date)] = policy
    return plan
  }

  func id(_ index: Int) -> DayTypeID { rules.dayTypes[index].id }

  func days(lived: [CivilDate: PlannedDay] = [:]) -> [PlannedDay] {
    rules.days(from: .on(starts), to: .on(ends), lived: lived)
  }

  func plan(lived: [CivilDate: PlannedDay] = [:]) -> String {
    days(lived: lived).filter { $0.state != .noSchool }.map { day in
      let index = rules.dayTypes.firstIndex { $0.id == day.dayType }
      return "\(day.date.day)=\(index.map { names[$0] } ?? "-")"
    }.joined(separator: " ")
  }

  func bell(on date: String) -> BellID? { days().first { $0.date == .on(date) }?.bell }
}

extension CivilDate {
  static func on(_ text: String) -> CivilDate { CivilDate(text) ?? .sample }
}

extension RawUUID {
  static func numbered(_ number: Int) -> RawUUID {
    RawUUID(bytes: Array(repeating: UInt8(truncatingIfNeeded: number), count: 16)) ?? .min
  }
}

extension TimeOfDay {
  static func at(_ text: String) -> TimeOfDay { TimeOfDay(text) ?? .midnight }
}
