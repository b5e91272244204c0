import Schema
import Testing

@testable import attendance

/// A press at noon in a check-in from 11:55 to 12:10, late from 12:05, around Sproul Plaza.
private struct Case: Sendable, CustomTestStringConvertible {
  static let noon = Instant(milliseconds: 1_788_264_000_000)
  static let place = Position(latitude: 37.8695, longitude: -122.2585)

  let name: String
  var mode = Attendance.CheckInMode.place
  /// Meters north of the place; nil sends no position.
  var meters: Double? = 5
  var accuracy = 10.0
  /// Milliseconds at the sending.
  var age = 1000
  var code = Judgement.CodeProof.none
  /// Milliseconds since noon.
  var at: Int64 = 0
  var held: Int64 = 0
  var range = 30.48
  var lateFrom: Int64? = 300_000
  var isClosed = false
  let expected: String

  var testDescription: String { name }

  var rules: Judgement.Rules {
    Judgement.Rules(
      mode: mode, opens: Case.noon.advanced(by: .seconds(-300)),
      closes: Case.noon.advanced(by: .seconds(600)),
      lateFrom: lateFrom.map { Case.noon.advanced(by: .milliseconds($0)) }, place: Case.place, range: range,
      isClosed: isClosed)
  }

  func press() throws -> Judgement.Press {
    Judgement.Press(
      at: Case.noon.advanced(by: .milliseconds(at)), held: .milliseconds(held), fix: try fix(), code: code)
  }

  private func fix() throws -> Attendance.Fix? {
    guard let meters else { return nil }
    let degrees = meters / GreatCircle.earthRadius * 180 / .pi
    return Attendance.Fix(
      latitude: try #require(Latitude(Case.place.latitude + degrees)),
      longitude: try #require(Longitude(Case.place.longitude)),
      accuracy: try #require(PositionAccuracy(accuracy)), ageMs: try #require(PositionAge(age)))
  }
}

extension Judgement.Verdict {
  /// `accepted present place 50 ft 10 m [borderline]`.
  fileprivate var text: String {
    switch self {
    case .accepted(let outcome): "accepted \(outcome.text)"
    case .pending(let outcome): "pending \(outcome.text)"
    case .refused(let refusal): refusal.rawValue
    }
  }
}

extension Judgement.Outcome {
  fileprivate var text: String {
    let words = [
      mark.rawValue, means.rawValue, distanceFeet.map { "\($0) ft" }, accuracy.map { "\($0) m" },
      flags.isEmpty ? nil : "\(flags.map(\.rawValue).sorted())",
    ]
    return words.compactMap { $0 }.joined(separator: " ")
  }
}

@Suite(
  "A press gives the mark that the check-in's mode, time, place and code allow, or the first reason not to")
struct JudgementTests {
  private static let present = "accepted present place 50 ft 10 m"

  private static let times = [
    Case(name: "a millisecond before it opens", at: -300_001, expected: "not_open_yet"),
    Case(name: "as it opens", at: -300_000, expected: present),
    Case(name: "a millisecond before one is late", at: 299_999, expected: present),
    Case(name: "as one is late", at: 300_000, expected: "accepted late place 50 ft 10 m"),
    Case(name: "nobody is late", at: 599_999, lateFrom: nil, expected: present),
    Case(name: "in the last millisecond", at: 599_999, expected: "accepted late place 50 ft 10 m"),
    Case(name: "as it closes", at: 600_000, expected: "closed"),
    Case(
      name: "in time, and judged after the closing", at: 590_000, lateFrom: nil, isClosed: true,
      expected: present),
    Case(name: "after a clock was set back", at: 589_999, isClosed: true, expected: "closed"),
  ]

  private static let places = [
    Case(name: "no position", meters: nil, expected: "fix_needed"),
    Case(name: "30 s old", age: 30_000, expected: present),
    Case(name: "more than 30 s old", age: 30_001, expected: "fix_stale"),
    Case(name: "accurate to 100 m", accuracy: 100, expected: "accepted present place 50 ft 100 m"),
    Case(name: "accurate to more than 100 m", accuracy: 100.01, expected: "accuracy_low"),
    Case(
      name: "old, inaccurate and far away", meters: 9000, accuracy: 500, age: 60_000, expected: "fix_stale"),
    Case(name: "at the place itself", meters: 0, accuracy: 0, expected: "accepted present place 50 ft 0 m"),
    Case(name: "just in range", meters: 30.47, expected: "accepted present place 100 ft 10 m"),
    Case(
      name: "just out of range", meters: 30.49, expected: "pending present place 150 ft 10 m [\"borderline\"]"
    ),
    Case(
      name: "as far as its accuracy", meters: 40.47,
      expected: "pending present place 150 ft 10 m [\"borderline\"]"),
    Case(name: "farther than its accuracy", meters: 40.49, expected: "out_of_range"),
    Case(
      name: "30 m of a worse accuracy", meters: 60.47, accuracy: 100,
      expected: "pending present place 200 ft 100 m [\"borderline\"]"),
    Case(name: "more than 30 m of it", meters: 60.49, accuracy: 100, expected: "out_of_range"),
    Case(
      name: "the widest range", meters: 1609, range: 1609.344, expected: "accepted present place 5300 ft 10 m"
    ),
  ]

  private static let codes = [
    Case(
      name: "the edge with a code", meters: 40, code: .valid,
      expected: "accepted present place_and_code 150 ft 10 m [\"borderline\"]"),
    Case(name: "the edge with a wrong code", meters: 40, code: .wrong, expected: "checkin_code_wrong"),
    Case(name: "in range with a code", code: .valid, expected: "accepted present place_and_code 50 ft 10 m"),
    Case(name: "in range with a wrong one", code: .wrong, expected: present),
    Case(name: "too far with a code", meters: 70, code: .valid, expected: "out_of_range"),
    Case(name: "no code", mode: .code, expected: "code_needed"),
    Case(name: "a wrong code", mode: .code, code: .wrong, expected: "checkin_code_wrong"),
    Case(
      name: "a code, and a position nobody asked for", mode: .code, code: .valid,
      expected: "accepted present code"),
    Case(
      name: "a code, and a bad position nobody asked for", mode: .code, meters: 9000, accuracy: 900,
      age: 90_000,
      code: .valid, expected: "accepted present code"),
    Case(
      name: "place and code", mode: .placeAndCode, code: .valid,
      expected: "accepted present place_and_code 50 ft 10 m"),
    Case(name: "neither", mode: .placeAndCode, meters: nil, expected: "fix_needed"),
    Case(name: "a place alone", mode: .placeAndCode, expected: "code_needed"),
    Case(name: "a place at the edge alone", mode: .placeAndCode, meters: 40, expected: "code_needed"),
    Case(name: "a code alone", mode: .placeAndCode, meters: nil, code: .valid, expected: "fix_needed"),
    Case(name: "a shared code", mode: .placeAndCode, meters: 9000, code: .valid, expected: "out_of_range"),
    Case(name: "by hand", mode: .manual, code: .valid, expected: "instructor_only"),
    Case(name: "by hand, before it opens", mode: .manual, at: -400_000, expected: "instructor_only"),
  ]

  private static let pending = "pending present offline 50 ft 10 m [\"arrived_late\"]"

  private static let held = [
    Case(name: "held while it is open", age: 61_000, at: 0, held: 60_000, expected: pending),
    Case(
      name: "pressed late, and held", age: 1000, at: 301_000, held: 1000,
      expected: "pending late offline 50 ft 10 m [\"arrived_late\"]"),
    Case(
      name: "pressed in time, arrived when one is late", age: 2000, at: 301_000, held: 2000, expected: pending
    ),
    Case(
      name: "ten minutes after the end", age: 1_200_000, at: 1_200_000, held: 1_200_000, expected: pending),
    Case(
      name: "more than ten minutes after the end", age: 1_200_001, at: 1_200_001, held: 1_200_001,
      expected: "closed"),
    Case(name: "pressed after the end", age: 1000, at: 601_000, held: 1000, expected: "closed"),
    Case(name: "pressed before it opened", age: 300_001, at: 0, held: 300_001, expected: "not_open_yet"),
    Case(name: "30 s old at the press", age: 90_000, at: 60_000, held: 60_000, expected: pending),
    Case(name: "older than that at the press", age: 90_001, at: 60_000, held: 60_000, expected: "fix_stale"),
    Case(name: "measured 30 s after the press", age: 30_000, at: 60_000, held: 60_000, expected: pending),
    Case(name: "measured later than that", age: 29_999, at: 60_000, held: 60_000, expected: "fix_stale"),
    Case(
      name: "held past the closing", age: 660_000, at: 659_000, held: 659_000, isClosed: true,
      expected: pending),
    Case(name: "held and far away", meters: 9000, age: 60_000, at: 0, held: 60_000, expected: "out_of_range"),
    Case(
      name: "held at the edge with a code", meters: 40, age: 60_000, code: .valid, at: 0, held: 60_000,
      expected: "pending present offline 150 ft 10 m [\"arrived_late\", \"borderline\"]"),
    Case(
      name: "held with a code", mode: .code, code: .valid, at: 0, held: 60_000,
      expected: "pending present offline [\"arrived_late\"]"),
    Case(
      name: "held with a wrong code", mode: .code, code: .wrong, at: 0, held: 60_000,
      expected: "checkin_code_wrong"),
    Case(name: "held, of a mode by hand", mode: .manual, at: 0, held: 60_000, expected: "instructor_only"),
  ]

  @Test("the time", arguments: times)
  private func time(_ one: Case) throws { try check(one) }

  @Test("the place", arguments: places)
  private func place(_ one: Case) throws { try check(one) }

  @Test("the code", arguments: codes)
  private func code(_ one: Case) throws { try check(one) }

  @Test("a press of a device that was offline", arguments: held)
  private func offline(_ one: Case) throws { try check(one) }

  private func check(_ one: Case) throws {
    #expect(Judgement.judge(try one.press(), by: one.rules).text == one.expected)
  }

  @Test("a check-in whose place is deleted accepts nobody by place")
  func noPlace() throws {
    let one = Case(name: "", expected: "")
    var rules = one.rules
    rules.place = nil
    #expect(Judgement.judge(try one.press(), by: rules) == .refused(.closed))
  }

  @Test("a press and its position are not to be read in a log")
  func redacted() throws {
    let press = try Case(name: "", expected: "").press()
    #expect("\(press) \(Case.place)" == "Press Position")
    var dumped = ""
    dump(press, to: &dumped)
    dump(Case.place, to: &dumped)
    #expect(!dumped.contains("37") && !dumped.contains("122"))
  }
}
