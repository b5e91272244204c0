import Glibc

/// Questions on the terminal itself, even if standard input and output are redirected.
package enum Prompt {
  /// The maximum number of bytes of one answer, the limit of the kernel's own line editing.
  package static let maxAnswerBytes = 4096

  /// Reads an answer with echo; nil if there is no terminal.
  package static func line(_ question: String) throws -> String? {
    guard let terminal = ControllingTerminal.open() else { return nil }
    return try terminal.ask(question)
  }

  /// Reads an answer without echo.
  /// - Throws: `UsageError` if there is no terminal.
  package static func password(_ question: String) throws -> String {
    guard let terminal = ControllingTerminal.open() else {
      throw UsageError("no terminal to enter the password; use --password-stdin")
    }
    return try terminal.askInSilence(question)
  }

  /// True if the answer begins with y; nil if there is no terminal.
  package static func agrees(_ question: String) throws -> Bool? {
    try line("\(question) [y/N] ").map { $0.lowercased().hasPrefix("y") }
  }

  /// Reads the first line of standard input, without its line end.
  package static func standardInputLine() throws -> String {
    try line(of: STDIN_FILENO) ?? ""
  }

  /// Reads all of standard input, without line ends at its end.
  package static func standardInput(upTo limit: Int) throws(Failure) -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= limit {
      let count = unsafe Glibc.read(STDIN_FILENO, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure("cannot read standard input") }
      if count == 0 {
        while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes += part.prefix(count)
    }
    throw Failure("standard input has more than \(limit) bytes")
  }

  /// Reads up to the line end or the end of the file; nil at the end of the file.
  fileprivate static func line(of descriptor: Int32) throws(Failure) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count <= maxAnswerBytes {
      let count = unsafe read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure("cannot read the answer") }
      if count == 0 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    throw Failure("the answer has more than \(maxAnswerBytes) bytes")
  }
}

/// The controlling terminal of the process.
private struct ControllingTerminal: ~Copyable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  static func open() -> ControllingTerminal? {
    let descriptor = unsafe Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    return descriptor < 0 ? nil : ControllingTerminal(descriptor: descriptor)
  }

  func ask(_ question: String) throws(Failure) -> String {
    say(question)
    guard let answer = try Prompt.line(of: descriptor) else {
      say("\n")
      throw Failure("there was no answer")
    }
    return answer
  }

  func askInSilence(_ question: String) throws(Failure) -> String {
    // The line end of the answer is not echoed either.
    defer { say("\n") }
    return try Silence.during(descriptor) { () throws(Failure) in
      say(question)
      guard let answer = try Prompt.line(of: descriptor) else { throw Failure("there was no answer") }
      return answer
    }
  }

  private func say(_ text: String) {
    let bytes = Array(Plain.text(text).utf8)
    _ = unsafe write(descriptor, bytes, bytes.count)
  }
}
