import Calendar
import FoundationEssentials
import Glibc
import Schema
import TestSupport
import Testing

@Suite("Every zone agrees with zdump")
struct ZdumpTests {
  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// What zdump says of one second.
  struct Reading: Equatable {
    let second: Int64
    let shown: WallTime
    let offset: Int
  }

  /// `Zone  Sun Mar 31 01:00:00 2024 UT = Sun Mar 31 03:00:00 2024 CEST isdst=1 gmtoff=7200`
  static func readings(_ output: String) -> [Substring: [Reading]] {
    var readings: [Substring: [Reading]] = [:]
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 16, words[6] == "UT", let at = time(words[1...5]), let shown = time(words[8...12]),
        let offset = Int(words[15].dropFirst("gmtoff=".count))
      else { continue }
      readings[words[0], default: []].append(
        Reading(second: at.secondsSince1970, shown: shown, offset: offset))
    }
    return readings
  }

  private static func time(_ words: ArraySlice<Substring>) -> WallTime? {
    let words = Array(words)
    guard let month = months.firstIndex(of: String(words[1])), let day = Int64(words[2]),
      let year = Int64(words[4]), let date = CivilDate(year: year, month: Int64(month) + 1, day: day),
      let time = TimeOfDay(String(words[3]))
    else { return nil }
    return WallTime(date: date, time: time)
  }

  static func differences(_ zone: Zone, _ readings: [Reading]) throws -> [String] {
    var found: [String] = []
    for reading in readings {
      let at = Instant(milliseconds: reading.second * 1000)
      if zone.wallTime(at: at) != reading.shown || zone.offset(at: at) != reading.offset {
        found.append("\(zone.name) at \(at): \(zone.wallTime(at: at)), not \(reading.shown)")
      }
      // The moment itself, unless its time comes twice and this is the second.
      let back = zone.instant(of: reading.shown)
      if back.isAdjusted || zone.wallTime(at: back.instant) != reading.shown || back.instant > at {
        found.append("\(zone.name): \(reading.shown) is \(back)")
      }
    }
    // Each change is two readings, the last second before it and the first after it.
    for (before, after) in zip(readings, readings.dropFirst()) where after.second == before.second + 1 {
      let next = Instant(milliseconds: (after.second + 1) * 1000)
      if zone.offset(at: next) != after.offset { found.append("\(zone.name) changes again at \(next)") }
    }
    let changes = try changes(zone).map(\.milliseconds)
    let expected = stride(from: 1, to: readings.count, by: 2).map { readings[$0].second * 1000 }
    if changes != expected {
      found.append("\(zone.name) has \(changes.count) changes, not \(expected.count)")
    }
    return found
  }

  private static func changes(_ zone: Zone) throws -> [Instant] {
    let (start, end) = (try moment("2024-01-01T00:00:00Z"), try moment("2038-01-01T00:00:00Z"))
    return zone.changes(from: start, to: end)
  }

  @Test("CLK2: no difference for any zone, 2024 to 2037, a second before and after each change")
  func agrees() throws {
    let clock = ContinuousClock()
    let began = clock.now
    let names = try Zone.allNames()
    let readings = Self.readings(try output(["zdump", "-v", "-c", "2024,2038"] + names))
    var differences: [String] = []
    for name in names {
      differences += try Self.differences(Zone.named(name), readings[Substring(name)] ?? [])
    }
    let count = readings.values.reduce(0) { $0 + $1.count }
    let took = clock.now - began
    // Half of the zones change their clocks.
    let passed = differences.isEmpty && readings.count > 150 && count > 8000
    #expect(passed, "\(readings.count) zones, \(count) readings: \(differences.prefix(10))")
    try Scoreboard.record(
      "CLK2", goal: "0 differences from zdump for every zone, 2024 to 2037, changes ± 1 s",
      value: "\(differences.count) differences in \(names.count) zones, \(count) readings", pass: passed,
      took: took)
  }

  @Test("zones without changes have zdump's offset")
  func fixed() throws {
    let lines = try output(["zdump", "-i", "-c", "2024,2038"] + Zone.allNames()).split(separator: "\n")
    var name = ""
    var seen = 0
    let start = try moment("2024-01-01T00:00:00Z")
    for line in lines {
      if line.hasPrefix("TZ=\"") { name = String(line.dropFirst(4).dropLast()) }
      guard line.hasPrefix("-\t-\t") else { continue }
      let sign = line.dropFirst(4).first == "-" ? -1 : 1
      let digits = line.dropFirst(5).prefix { $0.isNumber }
      let hours = Int(digits.prefix(2)) ?? 0
      let minutes = Int(digits.dropFirst(2).prefix(2)) ?? 0
      #expect(try Zone.named(name).offset(at: start) == sign * (hours * 60 + minutes) * 60, "\(name)")
      seen += 1
    }
    #expect(try seen == Zone.allNames().count)
  }
}

/// What a program says on its standard output.
func output(_ command: [String]) throws -> String {
  let file = "/tmp/q-\(UInt32.random(in: 0 ... .max)).out"
  defer { unlink(file) }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_EXCL, 0o600)
  var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var process = pid_t()
  guard posix_spawnp(&process, command[0], &actions, nil, &arguments, environ) == 0 else {
    throw TestFailure("\(command[0]) does not start")
  }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  guard status == 0 else { throw TestFailure("\(command[0]) ended with \(status)") }
  return try String(decoding: Data(contentsOf: URL(filePath: file)), as: UTF8.self)
}
