import Schema
import Testing

@testable import attendance

@Suite("Positions that no honest phone sends are flagged, and none is remembered for long")
struct PressMemoryTests {
  private let memory = PressMemory()
  private let start = Instant(milliseconds: 1_788_264_000_000)
  private let checkIn = CheckInID.random()
  private let ada = PersonID.random()
  private let ben = PersonID.random()

  private func flags(
    _ person: PersonID, _ latitude: Double = 37.8695, _ longitude: Double = -122.2585, accuracy: Double = 10,
    age: Int = 0, in other: CheckInID? = nil, after seconds: Int64 = 0
  ) throws -> PressMemory.Finding {
    let fix = Attendance.Fix(
      latitude: try #require(Latitude(latitude)), longitude: try #require(Longitude(longitude)),
      accuracy: try #require(PositionAccuracy(accuracy)), ageMs: try #require(PositionAge(age)))
    return memory.compare(fix, of: person, in: other ?? checkIn, at: start.advanced(by: .seconds(seconds)))
  }

  @Test("the same position as another student's, to six decimals, in the same check-in")
  func sameCoordinates() throws {
    #expect(try flags(ada, 37.8695001).flags == [])
    let found = try flags(ben, 37.8695004)
    #expect(found.flags == [.sameCoordinates] && found.others == [ada])
    // One's own is no other's, and neither is one of another room or a decimeter away.
    #expect(try flags(ben, 37.8695004).others == [ada])
    #expect(try flags(.random(), 37.869501).flags == [])
    #expect(try flags(.random(), in: .random()).flags == [])
    #expect(try flags(.random(), 37.8695, 122.2585).flags == [])
  }

  @Test("an accuracy to the same fraction in three check-ins in a row")
  func sameAccuracy() throws {
    let (second, third, fourth) = (CheckInID.random(), CheckInID.random(), CheckInID.random())
    let day: Int64 = 86_400
    #expect(try flags(ada, accuracy: 14.27).flags == [])
    // Several presses in one check-in count as one.
    #expect(try flags(ada, accuracy: 14.27, after: 5).flags == [])
    #expect(try flags(ada, accuracy: 14.27, in: second, after: 2 * day).flags == [])
    #expect(try flags(ada, accuracy: 14.27, in: third, after: 4 * day).flags == [.sameAccuracy])
    #expect(try flags(ada, accuracy: 14.28, in: fourth, after: 5 * day).flags == [])
    for (days, id) in [checkIn, second, third, fourth].enumerated() {
      #expect(try flags(ben, 37.8, accuracy: 20, in: id, after: Int64(days) * day).flags == [])
    }
  }

  @Test(
    "more than 50 m/s since the last position, both accuracies allowed for",
    arguments: [(1.0, 2223, true), (1.0, 2224, false), (0.0001, 0, false), (0.01, 1, true), (0.001, 1, true)])
  func tooFast(degrees: Double, seconds: Int64, isFlagged: Bool) throws {
    // 1° is 111,195 m. Without 20 m for the accuracies, that takes 2,223.5 s at 50 m/s.
    #expect(try flags(ada, 37).flags == [])
    let found = try flags(ada, 37 + degrees, in: .random(), after: seconds)
    #expect(found.flags == (isFlagged ? [.tooFast] : []))
  }

  @Test("the time of a position is when it was measured, and a clock set back flags nobody who stayed")
  func times() throws {
    #expect(try flags(ada, 37, age: 3_600_000, after: 3600).flags == [])
    #expect(try flags(ada, 38, in: .random(), after: 3600).flags == [])
    #expect(try flags(ben, 37.5, after: 3600).flags == [])
    #expect(try flags(ben, 37.5001, in: .random(), after: 0).flags == [])
  }

  @Test("positions are forgotten after 24 hours")
  func forgotten() throws {
    #expect(try flags(ada).flags == [])
    #expect(try flags(ben, after: 86_401).flags == [])
    #expect(memory.counts.checkIns == 1)
    #expect(try flags(ada, -37, in: .random(), after: 86_402).flags == [])
  }

  @Test("a person whose account is gone is forgotten at once")
  func erased() throws {
    #expect(try flags(ada).flags == [])
    memory.forget(ada)
    #expect(try flags(ben).others == [])
    #expect(try flags(ada, -37, in: .random()).flags == [])
  }

  @Test("people and check-ins have limits, and the latest stay")
  func limits() throws {
    for number in 0...PressMemory.maxPeople {
      _ = try flags(.random(), in: .random(), after: Int64(number / 1000))
    }
    #expect(memory.counts.people <= PressMemory.maxPeople && memory.counts.people > 1000)
    #expect(memory.counts.checkIns <= PressMemory.maxCheckIns && memory.counts.checkIns > 100)
    _ = try flags(ada, after: 20)
    for _ in 0..<PressMemory.maxPeople { _ = try flags(.random(), in: .random(), after: 10) }
    #expect(try flags(ada, 38, in: .random(), after: 20).flags == [.tooFast])
  }

  @Test("nothing of it is to be read in a log")
  func redacted() throws {
    _ = try flags(ada)
    var dumped = "\(memory)"
    dump(memory, to: &dumped)
    #expect(!dumped.contains("37") && !dumped.contains(ada.raw.description))
  }
}

@Suite("Who guesses codes or tries out places waits, and nobody else")
struct PressLimitsTests {
  private let start = Instant(milliseconds: 1_788_264_000_000)
  private let ada = PersonID.random()
  private let checkIn = CheckInID.random()

  private func at(_ seconds: Int64) -> Instant { start.advanced(by: .seconds(seconds)) }

  /// The milliseconds to wait; nil if it passes.
  private func wait(_ body: () throws -> Void) -> Int64? {
    do { try body() } catch {
      let fault = error as? Fault
      #expect(fault?.code == "slow_down")
      return fault?.retryAfterMs ?? -1
    }
    return nil
  }

  @Test("6 verdicts a minute, of each person")
  func verdicts() {
    let limits = PressLimits()
    for second in 0..<6 { #expect(wait { try limits.countVerdict(of: ada, at: at(Int64(second))) } == nil) }
    #expect(wait { try limits.countVerdict(of: ada, at: at(20)) } == 40_000)
    #expect(wait { try limits.countVerdict(of: .random(), at: at(20)) } == nil)
    #expect(wait { try limits.countVerdict(of: ada, at: at(60)) } == nil)
    #expect(wait { try limits.countVerdict(of: ada, at: at(60)) } == 1000)
  }

  @Test("5 wrong codes a minute, of each person in each check-in; right ones do not count")
  func wrongCodes() {
    let limits = PressLimits()
    for _ in 0..<5 {
      #expect(wait { try limits.requireCodes(of: ada, in: checkIn, at: at(0)) } == nil)
      #expect(wait { try limits.requireCodes(of: ada, in: checkIn, at: at(0)) } == nil)
      limits.countWrongCode(of: ada, in: checkIn, at: at(0))
    }
    #expect(wait { try limits.requireCodes(of: ada, in: checkIn, at: at(1)) } == 59_000)
    #expect(wait { try limits.requireCodes(of: ada, in: .random(), at: at(1)) } == nil)
    #expect(wait { try limits.requireCodes(of: .random(), in: checkIn, at: at(1)) } == nil)
    #expect(wait { try limits.requireCodes(of: ada, in: checkIn, at: at(60)) } == nil)
  }

  @Test("a clock that is set back makes nobody wait for it")
  func setBack() {
    let limits = PressLimits()
    for _ in 0..<6 { #expect(wait { try limits.countVerdict(of: ada, at: at(3600)) } == nil) }
    #expect(wait { try limits.countVerdict(of: ada, at: at(0)) } == nil)
  }

  @Test("the number of keys has a limit")
  func maxKeys() {
    var window = RateWindow<Int>(maxTimes: 1)
    for key in 0..<RateWindow<Int>.maxKeys { window.add(key, at: start) }
    #expect(window.count == RateWindow<Int>.maxKeys)
    window.add(-1, at: at(1))
    #expect(window.count == RateWindow<Int>.maxKeys)
    #expect(wait { try window.require(0, at: at(1)) } == nil, "not used for the longest time")
    #expect(wait { try window.require(1, at: at(1)) } == 59_000)
    window.add(-2, at: at(61))
    #expect(window.count == 1, "those without a time in the last minute")
  }
}
