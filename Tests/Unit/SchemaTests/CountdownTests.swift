import Foundation
import Schema
import TestSupport
import Testing

@Suite("A countdown shows what the vectors say")
struct CountdownVectorTests {
  @Test("as Python computes it", arguments: CountdownVector.all)
  func vector(_ vector: CountdownVector) {
    let countdown = Countdown(to: vector.target, at: vector.now, wand: vector.wand)
    #expect(CountdownVector.Expected(countdown) == vector.expected, "\(vector.name), wand \(vector.wand)")
  }

  @Test("and there is one for every edge: 48 h, the last second, each greying, the past")
  func coverage() {
    let expected = CountdownVector.all.map(\.expected)
    #expect(Set(expected.map(\.grey.count)) == [0, 1, 2, 3, 4, 5])
    #expect(expected.contains { $0.isWandOn && $0.secondsShown == 0 && $0.phrase.key == "here_as_counted" })
    #expect(expected.contains { $0.secondsLeft == 172_799 && !$0.isWandEnabled })
    #expect(expected.contains { !$0.isPast && $0.secondsLeft == 0 })
    #expect(Set(expected.map(\.phrase.key)).count == 9)
    for chosen in CountdownUnit.allCases {
      let followers = Set(expected.compactMap { $0.selected[chosen.rawValue] })
      #expect(followers.count == CountdownUnit.allCases.filter { $0.seconds <= chosen.seconds }.count)
    }
  }
}

@Suite("Whatever the instants, a countdown agrees with itself")
struct CountdownPropertyTests {
  /// Where something changes, in seconds, with the wand or without.
  private static let edges: [Int64] = [0, 1, 60, 3600, 86_400, 172_800, 604_800].flatMap {
    [$0, $0 + 172_800]
  }

  /// Lengths in milliseconds around zero, around each edge, and anywhere in 8,000 years.
  private static func lengths(_ chance: inout Seeded) -> [Int64] {
    (0..<6000).map { turn in
      switch turn % 3 {
      case 0: Int64.random(in: -5000...5000, using: &chance)
      case 1: edges[turn / 3 % edges.count] * 1000 + Int64.random(in: -2500...2500, using: &chance)
      default: Int64.random(in: -250_000_000_000_000...250_000_000_000_000, using: &chance)
      }
    }
  }

  /// With two instants that far apart, both in range.
  private static func countdown(_ length: Int64, wand: Bool = false) -> Countdown {
    let target = Instant(milliseconds: 253_000_000_000_000)
    let earlier = Instant(milliseconds: target.milliseconds - abs(length))
    return length < 0
      ? Countdown(to: earlier, at: target, wand: wand) : Countdown(to: target, at: earlier, wand: wand)
  }

  @Test("digits and units make up the seconds, none is negative, each is the floor")
  func digits() {
    var chance = Seeded(state: 6)
    for length in Self.lengths(&chance) {
      for wand in [false, true] {
        let countdown = Self.countdown(length, wand: wand)
        let digits = countdown.digits
        let hours = digits.days * 24 + digits.hours
        let total = (hours * 60 + digits.minutes) * 60 + digits.seconds
        #expect(total == (countdown.isPast ? countdown.secondsSince : countdown.secondsShown))
        #expect((0..<24).contains(digits.hours) && (0..<60).contains(digits.minutes))
        #expect((0..<60).contains(digits.seconds) && digits.days >= 0)
        #expect(countdown.secondsLeft == max(Int64((Double(length) / 1000).rounded(.down)), 0))
        #expect(countdown.isPast == (length <= 0))
        for unit in CountdownUnit.allCases {
          let value = countdown.value(in: unit)
          let rest = countdown.secondsShown - value * unit.seconds
          #expect(value >= 0 && (0..<unit.seconds).contains(rest), "\(length) ms, \(unit)")
        }
      }
    }
  }

  @Test("the wand takes exactly two days off, or nothing")
  func wand() {
    var chance = Seeded(state: 15)
    for length in Self.lengths(&chance) {
      let plain = Self.countdown(length)
      let magic = Self.countdown(length, wand: true)
      #expect(plain.isWandEnabled == (length >= 172_800_000) && !plain.isWandOn)
      #expect(magic.isWandOn == plain.isWandEnabled && magic.isWandEnabled == plain.isWandEnabled)
      #expect(plain.secondsShown - magic.secondsShown == (magic.isWandOn ? 172_800 : 0))
      #expect(plain.secondsLeft == magic.secondsLeft && plain.secondsSince == magic.secondsSince)
      #expect((magic.phrase == .hereAsCounted) == (magic.isWandOn && magic.secondsShown == 0))
      if !magic.isWandOn { #expect(magic == plain) }
    }
  }

  @Test("a larger unit is grey whenever a smaller one is, and a grey one is never selected before the end")
  func greying() {
    var chance = Seeded(state: 13)
    for length in Self.lengths(&chance) {
      let countdown = Self.countdown(length, wand: Bool.random(using: &chance))
      let greys = CountdownUnit.allCases.map { countdown.isGrey($0) }
      #expect(!zip(greys, greys.dropFirst()).contains { !$0 && $1 }, "\(length) ms")
      #expect(countdown.isGrey(.seconds) == countdown.isPast)
      for chosen in CountdownUnit.allCases {
        let selected = countdown.selected(chosen)
        #expect(selected.seconds <= chosen.seconds)
        #expect(countdown.isPast || !countdown.isGrey(selected))
        if !countdown.isGrey(chosen) { #expect(selected == chosen) }
        if !countdown.isPast, selected != .seconds { #expect(countdown.value(in: selected) > 0) }
      }
    }
  }

  @Test("as time passes the rest falls second by second, the end comes once, and then the time since rises")
  func passing() {
    var ends = 0
    for edge in Self.edges.flatMap({ [$0, -$0] }) {
      var last = Self.countdown(edge * 1000 + 3000)
      for left in stride(from: edge * 1000 + 2750, through: edge * 1000 - 3000, by: -250) {
        let next = Self.countdown(left)
        #expect([0, 1].contains(last.secondsLeft - next.secondsLeft))
        #expect([0, 1].contains(next.secondsSince - last.secondsSince))
        #expect(CountdownUnit.allCases.allSatisfy { !last.isGrey($0) || next.isGrey($0) })
        #expect(last.isWandEnabled || !next.isWandEnabled)
        #expect(next.isPast || !last.isPast)
        if next.isPast != last.isPast {
          #expect(left == 0 && last.secondsLeft == 0 && next.secondsSince == 0)
          ends += 1
        }
        last = next
      }
    }
    // 0 and 1 s, on either side, are near enough to the end to pass it.
    #expect(ends == 4)
  }
}

/// A line of countdown_vectors.json.
struct CountdownVector: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let target: Instant
  let now: Instant
  let wand: Bool
  let expected: Expected
  var testDescription: String { wand ? name + ", with the wand" : name }

  static let all: [CountdownVector] = {
    let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "countdown_vectors.json")
    do {
      return try JSONDecoder().decode([CountdownVector].self, from: Data(contentsOf: place))
    } catch {
      Issue.record("\(place.path()): \(error)")
      return []
    }
  }()

  struct Expected: Decodable, Equatable, Sendable {
    let isPast: Bool
    let secondsLeft: Int64
    let secondsShown: Int64
    let secondsSince: Int64
    let isWandEnabled: Bool
    let isWandOn: Bool
    let digits: [String: Int64]
    let values: [String: Int64]
    let grey: [String]
    let selected: [String: String]
    let phrase: Phrase

    struct Phrase: Decodable, Equatable, Sendable {
      let key: String
      let count: Int64
    }

    init(_ countdown: Countdown) {
      isPast = countdown.isPast
      secondsLeft = countdown.secondsLeft
      secondsShown = countdown.secondsShown
      secondsSince = countdown.secondsSince
      isWandEnabled = countdown.isWandEnabled
      isWandOn = countdown.isWandOn
      let parts = countdown.digits
      digits = [
        "days": parts.days, "hours": parts.hours, "minutes": parts.minutes, "seconds": parts.seconds,
      ]
      let units = CountdownUnit.allCases
      values = Dictionary(uniqueKeysWithValues: units.map { ($0.rawValue, countdown.value(in: $0)) })
      grey = units.filter { countdown.isGrey($0) }.map(\.rawValue)
      selected = Dictionary(
        uniqueKeysWithValues: units.map { ($0.rawValue, countdown.selected($0).rawValue) })
      phrase = Phrase(key: countdown.phrase.key, count: countdown.phrase.count)
    }
  }
}
