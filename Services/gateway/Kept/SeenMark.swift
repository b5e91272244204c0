import Bus
import Schema

/// The mark of what a client saw of a program's stream: `roomhub.1f0c93ab.1234`, the program, the beginning
/// of its epoch and the number. It comes with the reply to a write, and the client's next reads carry it, so
/// that another gateway does not answer with something older.
struct SeenMark: Hashable, Sendable {
  static let header = "Quad-Seen"

  let program: ProgramName
  let epoch: String
  let sequence: Int64

  init(_ standing: ReplyStanding, of program: ProgramName) {
    self.program = program
    epoch = SeenMark.beginning(of: standing.epoch)
    sequence = standing.newest
  }

  init?(_ text: Substring) {
    let parts = text.drop { $0 == " " }.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let sequence = Int64(parts[2]) else { return nil }
    program = ProgramName(String(parts[0]))
    epoch = String(parts[1])
    self.sequence = sequence
  }

  /// The marks in a header, separated by commas. What is none is left out.
  static func all(in text: String) -> [SeenMark] {
    text.split(separator: ",").prefix(maxMarks).compactMap { SeenMark($0) }
  }

  /// More marks than a site has programs.
  private static let maxMarks = 32

  var text: String { "\(program).\(epoch).\(sequence)" }

  func isWithin(_ position: Int64, of epoch: RawUUID?) -> Bool {
    sequence <= position && epoch.map(SeenMark.beginning) == self.epoch
  }

  private static func beginning(of epoch: RawUUID) -> String { String(epoch.description.prefix(8)) }
}
