internal import FoundationEssentials
package import Schema
internal import Synchronization

/// One JSON object a line on standard error. Never a token, a password, a board message or a coordinate.
package struct Log: Sendable {
  package enum Level: String, Sendable, CaseIterable, Comparable {
    case debug, info, warning, error

    fileprivate var rank: Int { Level.allCases.firstIndex(of: self) ?? 0 }
    package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
  }

  package let program: ProgramName
  private let threshold: Threshold

  package init(program: ProgramName, level: Level) {
    self.program = program
    threshold = Threshold(level)
  }

  /// From here on lines are written. All copies of a log share it, and it may be set while the program runs.
  package var level: Level {
    get { threshold.level }
    nonmutating set { threshold.level = newValue }
  }

  private final class Threshold: Sendable {
    private let rank: Atomic<Int>

    init(_ level: Level) { rank = Atomic(level.rank) }

    var level: Level {
      get { Level.allCases[rank.load(ordering: .relaxed)] }
      set { rank.store(newValue.rank, ordering: .relaxed) }
    }
  }

  private struct Line: Encodable {
    let time: String
    let level: String
    let program: String
    let message: String
    let trace: String?
  }

  package func callAsFunction(_ level: Level, _ message: @autoclosure () -> String, trace: String? = nil) {
    guard level >= self.level else { return }
    let line = Line(
      time: SiteClock.system.description, level: level.rawValue, program: program.text, message: message(),
      trace: trace)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      var bytes = try encoder.encode(line)
      bytes.append(UInt8(ascii: "\n"))
      try FileOutput.writeToStandardError(bytes)
    } catch {
      // Standard error is gone (a closed pipe): there is nowhere left to say so, and the work goes on.
    }
  }
}
