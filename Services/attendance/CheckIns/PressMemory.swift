import Schema
import Synchronization

/// The positions of the last 24 hours, for flags that compare them. They stay in memory: they are never
/// stored, logged or sent, and a restart loses them. None of the flags changes a mark.
///
/// - `same_coordinates`: another student of the same check-in sent the same position, to six decimals
///   (0.1 m). Two phones hardly ever measure that; a position that is passed around is always the same.
/// - `same_accuracy`: the accuracy was exactly the same in three check-ins in a row, and no whole number.
///   Some phones round it; those that do not hardly ever repeat a fraction.
/// - `too_fast`: more than 50 m/s since the last position, even if both accuracies are allowed for.
final class PressMemory: Sendable, CustomStringConvertible, CustomReflectable {
  /// People. Beyond it, those who have not sent a position for the longest time are forgotten.
  static let maxPeople = 10_000
  /// Check-ins whose positions are compared, and positions in each: two of every person on a full roster.
  static let maxCheckIns = 2000
  static let maxPositions = 1000
  static let keepsPositions = Duration.seconds(24 * 3600)
  /// An accuracy says nothing about a place, and a course meets once or twice a week.
  static let keepsAccuracies = Duration.seconds(30 * 24 * 3600)
  /// Meters per second.
  static let maxSpeed = 50.0
  /// Check-ins in a row.
  static let minSameAccuracies = 3

  /// A position in millionths of a degree.
  private struct Point: Hashable {
    let latitude: Int32
    let longitude: Int32

    init(_ position: Position) {
      latitude = Int32((position.latitude * 1e6).rounded())
      longitude = Int32((position.longitude * 1e6).rounded())
    }
  }

  private struct Person {
    var at: Instant
    /// Nil 24 hours after it.
    var position: Position?
    var accuracy: Double
    /// The check-ins in a row with exactly this accuracy, and the last of them.
    var equal: Int
    var checkIn: CheckInID
  }

  private struct CheckIn {
    var at: Instant
    var people: [Point: [PersonID]] = [:]
    var count = 0
  }

  private struct State {
    var people: [PersonID: Person] = [:]
    var checkIns: [CheckInID: CheckIn] = [:]
    var swept = Instant(milliseconds: 0)
  }

  /// The flags of a position, and the students who sent the same one before.
  struct Finding: Sendable {
    var flags: Set<Attendance.RecordFlag> = []
    var others: [PersonID] = []
  }

  private let state = Mutex(State())

  /// Compares a position with earlier ones, and keeps it.
  ///
  /// - Parameter now: the moment at which it arrived.
  func compare(
    _ fix: Attendance.Fix, of person: PersonID, in checkIn: CheckInID, at now: Instant
  ) -> Finding {
    let measured = now.advanced(by: .milliseconds(-fix.ageMs.count))
    return state.withLock { state in
      PressMemory.sweep(&state, now)
      var finding = Finding()
      finding.others = PressMemory.others(at: Position(fix), person, checkIn, now, &state)
      if !finding.others.isEmpty { finding.flags.insert(.sameCoordinates) }
      let last = state.people[person]
      if let last, PressMemory.isTooFast(fix, at: measured, since: last) { finding.flags.insert(.tooFast) }
      let entry = PressMemory.entry(fix, checkIn, at: measured, after: last)
      if entry.equal >= PressMemory.minSameAccuracies { finding.flags.insert(.sameAccuracy) }
      state.people[person] = entry
      return finding
    }
  }

  /// Forgets a person whose account is gone.
  func forget(_ person: PersonID) {
    state.withLock { state in
      state.people[person] = nil
      for id in Array(state.checkIns.keys) {
        guard let people = state.checkIns[id]?.people else { continue }
        state.checkIns[id]?.people = people.mapValues { $0.filter { $0 != person } }
      }
    }
  }

  private static func others(
    at position: Position, _ person: PersonID, _ id: CheckInID, _ now: Instant, _ state: inout State
  ) -> [PersonID] {
    var checkIn = state.checkIns[id] ?? CheckIn(at: now)
    checkIn.at = max(checkIn.at, now)
    let point = Point(position)
    let there = checkIn.people[point] ?? []
    if !there.contains(person), checkIn.count < maxPositions {
      checkIn.people[point] = there + [person]
      checkIn.count += 1
    }
    state.checkIns[id] = checkIn
    return there.filter { $0 != person }
  }

  private static func isTooFast(_ fix: Attendance.Fix, at measured: Instant, since last: Person) -> Bool {
    guard let position = last.position else { return false }
    let meters = position.distance(to: Position(fix)) - last.accuracy - fix.accuracy.value
    // Two positions of one moment: a second is what their ages may be off by.
    let seconds = max(Double(abs(measured.since(last.at).milliseconds)) / 1000, 1)
    return meters / seconds > maxSpeed
  }

  private static func entry(
    _ fix: Attendance.Fix, _ checkIn: CheckInID, at measured: Instant, after last: Person?
  ) -> Person {
    let accuracy = fix.accuracy.value
    var entry = Person(at: measured, position: Position(fix), accuracy: accuracy, equal: 0, checkIn: checkIn)
    guard accuracy != accuracy.rounded() else { return entry }
    entry.equal = 1
    if let last, last.accuracy == accuracy {
      entry.equal = last.equal + (last.checkIn == checkIn ? 0 : 1)
    }
    return entry
  }

  /// Forgets what is too old, once a minute, and at the limits the oldest.
  private static func sweep(_ state: inout State, _ now: Instant) {
    let isFull = state.people.count >= maxPeople || state.checkIns.count >= maxCheckIns
    guard isFull || abs(now.since(state.swept).milliseconds) >= 60_000 else { return }
    state.swept = now
    for (id, person) in state.people where now.since(person.at) > keepsPositions {
      state.people[id]?.position = nil
    }
    state.people = state.people.filter { now.since($0.value.at) <= keepsAccuracies }
    state.checkIns = state.checkIns.filter { now.since($0.value.at) <= keepsPositions }
    if state.people.count >= maxPeople { state.people = newestHalf(of: state.people, by: \.at) }
    if state.checkIns.count >= maxCheckIns { state.checkIns = newestHalf(of: state.checkIns, by: \.at) }
  }

  private static func newestHalf<Key, Value>(
    of entries: [Key: Value], by time: (Value) -> Instant
  ) -> [Key: Value] {
    let newest = entries.sorted { time($0.value) > time($1.value) }.prefix(entries.count / 2)
    return Dictionary(newest.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// People and check-ins in memory, for the tests of the limits.
  var counts: (people: Int, checkIns: Int) { state.withLock { ($0.people.count, $0.checkIns.count) } }

  var description: String { "PressMemory" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
