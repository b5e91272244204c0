internal import FoundationEssentials
internal import Glibc

/// Rows of the scoreboard: the result of a proof and its goal. `Tests/run --all` prints them as a table.
package enum Scoreboard {
  private struct Row: Encodable {
    let id: String
    let goal: String
    let value: String
    let pass: Bool
    let seconds: Double
    let seed: UInt64?
  }

  /// Adds a row to the file in `QUAD_SCOREBOARD`. Without that setting, nothing is written.
  ///
  /// A row with "pass" is written in addition to an expectation of the same condition, never instead of it.
  package static func record(
    _ id: String, goal: String, value: String, pass: Bool, took: Duration, seed: UInt64? = nil
  ) throws {
    guard let path = ProcessInfo.processInfo.environment["QUAD_SCOREBOARD"], !path.isEmpty else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let row = Row(
      id: id, goal: goal, value: value, pass: pass, seconds: took / .seconds(1), seed: seed)
    let line = Array(try encoder.encode(row)) + [UInt8(ascii: "\n")]
    // A single write at the end of the file, because concurrent suites add rows too.
    let board = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard board >= 0 else { throw ScoreboardError(path: path, code: errno) }
    defer { close(board) }
    guard write(board, line, line.count) == line.count else {
      throw ScoreboardError(path: path, code: errno)
    }
  }
}

private struct ScoreboardError: Error {
  let path: String
  let code: Int32
}
