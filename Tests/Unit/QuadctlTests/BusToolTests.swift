import Bus
import Crypto
import FoundationEssentials
import Glibc
import Schema
import Terminal
import TestSupport
import Testing

@testable import quadctl

@Suite("Latencies are counted in bounded space, and their quantiles are at most 1 % too high")
struct LatenciesTests {
  @Test("of nothing there is no quantile")
  func empty() {
    #expect(Latencies().quantile(0.5) == nil)
  }

  @Test("small figures are exact")
  func exact() {
    var latencies = Latencies()
    for value in 1...100 { latencies.add(microseconds: value) }
    #expect(latencies.quantile(0.5) == 50)
    #expect(latencies.quantile(0.99) == 99)
    #expect(latencies.quantile(1) == 100)
    #expect(latencies.count == 100 && latencies.longest == 100)
  }

  @Test("large ones are close", arguments: [127, 128, 129, 255, 256, 1000, 12_345, 1_000_000, 3_600_000_000])
  func close(value: Int) throws {
    var latencies = Latencies()
    latencies.add(microseconds: value)
    // A second, larger one: else the longest would hide what the bucket says.
    latencies.add(microseconds: value * 4)
    let median = try #require(latencies.quantile(0.5))
    #expect(median >= value && Double(median) <= Double(value) * 1.01)
  }

  @Test("nonsense does no harm", arguments: [Int.min, -1, 0, .max])
  func extreme(value: Int) {
    var latencies = Latencies()
    latencies.add(microseconds: value)
    #expect(latencies.quantile(0.5) != nil)
  }

  @Test("two tallies are one")
  func adds() {
    var (left, right) = (Latencies(), Latencies())
    left.add(microseconds: 10)
    right.add(microseconds: 20)
    left.add(right)
    #expect(left.count == 2 && left.longest == 20 && left.quantile(0.5) == 10)
  }
}

@Suite("Figures fit their columns")
struct FigureTests {
  @Test(
    "a span has two parts at most",
    arguments: [
      (0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h 0 min"), (90_061, "1 d 1 h"),
      (-5, "0 s"),
    ])
  func spans(seconds: Int, text: String) {
    #expect(Figure.span(.seconds(seconds)) == text)
  }

  @Test(
    "milliseconds have three figures",
    arguments: [
      (0.0, "0.00"), (0.424, "0.42"), (9.999, "10.00"), (12.34, "12.3"), (120.4, "120"), (.nan, "-"),
    ])
  func milliseconds(value: Double, text: String) {
    #expect(Figure.milliseconds(value) == text)
  }

  @Test(
    "bytes", arguments: [(0, "0 MB"), (1_500_000, "2 MB"), (3_400_000_000, "3.4 GB")] as [(Int64, String)])
  func bytes(count: Int64, text: String) {
    #expect(Figure.bytes(count) == text)
  }
}

@Suite("quadctl bus call says what it sends")
struct BusCallTests {
  private static func outgoing(_ words: [String]) throws -> OutgoingCall {
    let verb = try #require(BusCommand.verbs.first { $0.name == "call" })
    return try BusCall.outgoing(try Arguments(words, verb.options))
  }

  @Test("a subject names its program, a control subject names none")
  func programs() throws {
    let call = try Self.outgoing(["roomhub.dorm.list"])
    #expect(call.program == .roomhub && call.body == Array("{}".utf8) && call.within == .seconds(5))
    #expect(call.header.schema.hasPrefix("roomhub.dorm.list@") && call.header.flags.contains(.repeatable))
    #expect(throws: UsageError.self) { try Self.outgoing(["$srv.ping"]) }
    #expect(try Self.outgoing(["$srv.ping", "--program", "auth"]).program == .auth)
  }

  @Test("a key makes a change repeatable, a deadline is kept, a trace is begun")
  func options() throws {
    let words = ["roomhub.task.add", #"{"title":"x"}"#]
    #expect(try !Self.outgoing(words).header.flags.contains(.repeatable))
    let call = try Self.outgoing(words + ["--idem", "k1", "--deadline", "250", "--trace"])
    #expect(call.header.idempotencyKey == "k1" && call.header.flags.contains(.repeatable))
    #expect(call.within == .milliseconds(250) && call.header.trace?.count == 26)
  }

  @Test(
    "nonsense is refused",
    arguments: [
      [], ["nodot"], ["a.b", "{}", "{}"], ["a.b", "--deadline", "0"], ["a.b", "--deadline", "x"],
      ["a.b", "{}", "--file", "x"],
    ])
  func refuses(words: [String]) {
    #expect(throws: UsageError.self) { try Self.outgoing(words) }
  }
}

@Suite("The doctor sees what is wrong with keys")
struct DoctorKeysTests {
  private func withKeys(_ body: (String) throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      try makeKeys("\(folder)/keys")
      try body("\(folder)/keys")
    }
  }

  /// The folder is locked as long as it is open, so it is closed again here.
  private func makeKeys(_ folder: String) throws {
    var keys = try KeyFolder.open(folder)
    for program in Catalogue.keys { _ = try keys.complete(program) }
  }

  private func change(_ path: String, _ body: (inout String) -> Void) throws {
    var text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    body(&text)
    try FileManager.default.removeItem(atPath: path)
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(chmod(path, 0o400) == 0)
  }

  private func wrong(_ folder: String) -> [String] {
    DoctorKeys(folder: folder).findings.filter { $0.grade == .fail }.map(\.what)
  }

  @Test("fresh keys are well")
  func well() async throws {
    try await withKeys { folder in
      let keys = DoctorKeys(folder: folder)
      #expect(keys.findings.allSatisfy { $0.grade == .ok }, "\(keys.findings)")
      #expect(keys.findings.count == 2 + Catalogue.keys.count)
      #expect(keys.canSpeak)
    }
  }

  @Test("modes", arguments: [(0o644, true), (0o600, false), (0o440, true)] as [(mode_t, Bool)])
  func modes(mode: mode_t, isWrong: Bool) async throws {
    try await withKeys { folder in
      #expect(chmod("\(folder)/auth.key", mode) == 0)
      let findings = DoctorKeys(folder: folder).findings.filter { $0.grade != .ok }
      #expect(findings.map(\.grade) == [isWrong ? .fail : .warn])
    }
  }

  @Test("an open folder, a public.json that others may write")
  func openToOthers() async throws {
    try await withKeys { folder in
      #expect(chmod(folder, 0o777) == 0 && chmod("\(folder)/public.json", 0o666) == 0)
      #expect(wrong(folder).count == 2)
    }
  }

  @Test("a key of somebody else, a key that public.json does not name, halves that do not fit, no key file")
  func strangers() async throws {
    try await withKeys { folder in
      let other = try CurveKeyPair.generate()
      let own = try KeyRing.load(.roomhub, from: folder).own.curve
      try change("\(folder)/roomhub.key") { $0 = $0.replacing(own.publicKey, with: other.publicKey) }
      #expect(wrong(folder).first?.contains("do not match") == true)
      try change("\(folder)/roomhub.key") { $0 = $0.replacing(own.secretKey, with: other.secretKey) }
      #expect(wrong(folder).first?.contains("does not match public.json") == true)
      try change("\(folder)/roomhub.key") { $0 = $0.replacing(#""roomhub""#, with: #""auth""#) }
      #expect(wrong(folder).first?.contains("belongs to auth") == true)
      try change("\(folder)/roomhub.key") { $0 = "nonsense" }
      #expect(wrong(folder).first?.contains("not a key file") == true)
    }
  }

  @Test("the older of two keys, and a signing key that nobody knows")
  func rotated() async throws {
    try await withKeys { folder in
      let old = try Data(contentsOf: URL(filePath: "\(folder)/auth.key"))
      var keys = try KeyFolder.open(folder)
      try keys.rotate(.auth)
      #expect(wrong(folder).isEmpty)
      try FileManager.default.removeItem(atPath: "\(folder)/auth.key")
      try old.write(to: URL(filePath: "\(folder)/auth.key"))
      #expect(chmod("\(folder)/auth.key", 0o400) == 0)
      #expect(wrong(folder).first?.contains("older of the two") == true)
    }
  }

  @Test("keys that are kept elsewhere are no fault, unless they are the operator's")
  func elsewhere() async throws {
    try await withKeys { folder in
      try FileManager.default.removeItem(atPath: "\(folder)/auth.key")
      #expect(wrong(folder).isEmpty)
      try FileManager.default.removeItem(atPath: "\(folder)/operator.key")
      #expect(wrong(folder).count == 1)
      #expect(!DoctorKeys(folder: folder).canSpeak)
    }
  }
}
