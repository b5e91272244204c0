/// A command that belongs to another program now. For one release, the old program answers with the new
/// command line.
package struct MovedCommand: Sendable {
  package let name: String
  /// The flag with which the command moved; nil if it moved as a whole.
  let flag: String?
  /// The name of the program that has it now.
  let program: String

  package init(_ name: String, with flag: String? = nil, to program: String) {
    self.name = name
    self.flag = flag
    self.program = program
  }

  /// True if nothing of the command is left in the old program.
  package var isWhole: Bool { flag == nil }

  func matches(_ words: [String]) -> Bool {
    guard words.first == name else { return false }
    return flag.map { flag in words.prefix { $0 != "--" }.contains("--\(flag)") } ?? true
  }

  /// The hint for a person who typed the old command.
  /// - Parameter old: the name of the program that had it.
  func hint(_ old: String, _ words: [String]) -> String {
    let kept = words.filter { $0 != flag.map { "--\($0)" } }.map(MovedCommand.quoted)
    let before = ([old, name] + (flag.map { ["--\($0)"] } ?? [])).joined(separator: " ")
    return "\(before): moved to \(program); run: \(program) \(kept.joined(separator: " "))"
  }

  /// The word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "@%+=:,./_-".utf8.contains(byte)
      }
    }
    return isPlain && !word.isEmpty ? word : Completion.quoted(word)
  }
}
