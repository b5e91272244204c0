import FoundationEssentials
import FuzzTargets
import Glibc
import TestSupport
import Testing

extension Decoder: CustomTestStringConvertible {
  public var testDescription: String { name }
}

/// What a search with coverage does for minutes (Tests/Fuzz/run), by chance alone and in seconds.
@Suite("No bytes make a decoder trap, hang or contradict itself")
struct FuzzTests {
  static let count = ProcessInfo.processInfo.environment["QUAD_TEST_ALL"] == "1" ? 20_000 : 5_000
  static let maxTime = Duration.seconds(1)
  static let seed =
    ProcessInfo.processInfo.environment["QUAD_TEST_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)

  /// The first finding, or nil; a trap ends the process, which is why seed and name are told before.
  static func search(_ decoder: Decoder, seed: UInt64, count: Int) throws -> String? {
    var mutation = Mutation(chance: Seeded(state: seed))
    let seeds = try decoder.seeds()
    for input in seeds + [[]] {
      if let finding = decoder.run(input) { return "\(finding) of the seed \(input)" }
    }
    for _ in 0..<count {
      let input = mutation.damaged(seeds)
      let (finding, took) = ProcessorTime.ofThread { decoder.run(input) }
      if let finding { return "\(finding) of \(input)" }
      if took > maxTime { return "it took \(took) for \(input)" }
    }
    return nil
  }

  @Test("damaged bytes", arguments: Decoder.all + [.school])
  func damaged(decoder: Decoder) throws {
    let line = Array("  fuzzing \(decoder.name) (QUAD_TEST_SEED=\(Self.seed))\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    let finding = try Self.search(decoder, seed: Self.seed, count: Self.count)
    #expect(finding == nil)
  }

  @Test("the same search finds a planted bug")
  func planted() throws {
    let finding = try Self.search(.planted, seed: Self.seed, count: 200_000)
    #expect(finding != nil)
  }
}
