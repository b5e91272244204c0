import Schema

/// The rules that give each date its day type and its bell schedule, without the store.
struct DayRules: Sendable, Hashable {
  /// A day type as the rules see it.
  struct CycleDay: Sendable, Hashable {
    let id: DayTypeID
    let inRotation: Bool
    let weekday: WeekdayNumber?
    let bell: BellID?
  }

  /// The days of the week with school, and the bell schedule of each.
  var weekdays: [Int: BellID?]
  /// The day types in the order of the cycle.
  var dayTypes: [CycleDay]
  var usualBell: BellID?
  var exceptions: [CivilDate: Campus.DayException]
  /// The unplanned closings that have not been undone.
  var closings: [CivilDate: Campus.ClosingPolicy]
}

/// A date as the rules assign it.
struct PlannedDay: Sendable, Hashable {
  let date: CivilDate
  let state: Campus.DayState
  /// Nil unless it is a school day.
  var dayType: DayTypeID?
  var bell: BellID?
  /// The day type of the cycle whose turn the date used up, held or not.
  var counted: DayTypeID?
}

extension DayRules {
  /// Assigns every date of a term, whose first day begins the cycle.
  /// - Parameter lived: The days that have passed. They stay as they were, and the cycle goes on from them.
  func days(from starts: CivilDate, to ends: CivilDate, lived: [CivilDate: PlannedDay] = [:]) -> [PlannedDay]
  {
    guard starts <= ends else { return [] }
    var turns = Turns(dayTypes)
    return (starts.daysSince1970...ends.daysSince1970).map { number in
      let date = CivilDate(daysSince1970: number)
      let before = turns.due
      let day = day(date, &turns)
      guard let past = lived[date] else { return day }
      turns.due = before
      if let counted = past.counted { turns.use(counted) }
      return past
    }
  }

  private func day(_ date: CivilDate, _ turns: inout Turns) -> PlannedDay {
    let weekday = date.weekday.rawValue
    let exception = exceptions[date]
    let bound = dayTypes.first { $0.weekday?.count == weekday }
    guard exception?.kind == .school || weekdays[weekday] != nil else {
      return PlannedDay(date: date, state: .noSchool)
    }
    if let exception, exception.kind == .closed {
      let counted = exception.keepsNumber && bound == nil ? turns.take() : nil
      return PlannedDay(date: date, state: .closed, counted: counted)
    }
    let pin = exception.flatMap { Pin($0) }
    if closings[date] == .shift {
      // The cycle waits by itself. A day type that the date names has to be carried on.
      if let pin { turns.waiting.append(pin) }
      let isSchool = pin != nil || bound != nil || !turns.isEmpty || !turns.waiting.isEmpty
      return PlannedDay(date: date, state: isSchool ? .closed : .noSchool)
    }
    guard let held = hold(pin, bound, exception, weekday, &turns) else {
      return PlannedDay(date: date, state: .noSchool)
    }
    if closings[date] == .keep { return PlannedDay(date: date, state: .closed, counted: held.counted) }
    return PlannedDay(
      date: date, state: .school, dayType: held.dayType, bell: held.bell, counted: held.counted)
  }

  /// The day type that a date holds: the longest waiting one, the one that it names, that of its weekday, or
  /// the next one of the cycle.
  private func hold(
    _ pin: Pin?, _ bound: CycleDay?, _ exception: Campus.DayException?, _ weekday: Int,
    _ turns: inout Turns
  ) -> (dayType: DayTypeID, bell: BellID?, counted: DayTypeID?)? {
    let pinned = turns.next(instead: pin)
    let dayType: DayTypeID
    var counted: DayTypeID?
    if let pinned {
      dayType = pinned.dayType
      if pinned.keepsNumber || turns.current == dayType { counted = turns.take() }
    } else if let bound {
      dayType = bound.id
    } else if let next = turns.take() {
      dayType = next
      counted = next
    } else {
      return nil
    }
    // Bells without a day type belong to the date: buses leave early whatever is taught.
    let own = exception?.dayType == nil ? exception?.bell : nil
    let usual = dayTypes.first { $0.id == dayType }?.bell ?? weekdays[weekday].flatMap { $0 } ?? usualBell
    return (dayType, own ?? pinned?.bell ?? usual, counted)
  }
}

/// A day type that a date names.
private struct Pin {
  let dayType: DayTypeID
  let bell: BellID?
  let keepsNumber: Bool

  init?(_ exception: Campus.DayException) {
    guard let dayType = exception.dayType else { return nil }
    self.dayType = dayType
    bell = exception.bell
    keepsNumber = exception.keepsNumber
  }
}

/// The turns of the cycle, and the named day types that a closing carried on.
private struct Turns {
  private let rotation: [DayTypeID]
  /// The index of the day type whose turn it is.
  var due = 0
  var waiting: [Pin] = []

  init(_ dayTypes: [DayRules.CycleDay]) {
    rotation = dayTypes.filter { $0.inRotation && $0.weekday == nil }.map(\.id)
  }

  var isEmpty: Bool { rotation.isEmpty }
  var current: DayTypeID? { rotation.isEmpty ? nil : rotation[due] }

  mutating func take() -> DayTypeID? {
    guard let current else { return nil }
    due = (due + 1) % rotation.count
    return current
  }

  /// Goes on behind a day type that was held. One that is gone from the cycle used up a turn all the same.
  mutating func use(_ dayType: DayTypeID) {
    guard !rotation.isEmpty else { return }
    due = ((rotation.firstIndex(of: dayType) ?? due) + 1) % rotation.count
  }

  /// The longest waiting day type; the one that the date names waits in its place.
  mutating func next(instead pin: Pin?) -> Pin? {
    guard !waiting.isEmpty else { return pin }
    if let pin { waiting.append(pin) }
    return waiting.removeFirst()
  }
}
