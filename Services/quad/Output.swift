import Glibc

/// What the command says: results on standard output, everything else on standard error.
enum Output {
  /// A line of the result.
  static func say(_ line: String) { write(line + "\n", STDOUT_FILENO) }

  /// A line about how it goes: progress, warnings, failures.
  static func tell(_ line: String) { write(line + "\n", STDERR_FILENO) }

  /// Progress that overwrites itself on a terminal.
  static func redraw(_ line: String) { write("\r\u{1B}[K" + line, STDERR_FILENO) }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// A reader that went away (`quad bus sub auth | head`) ends the process by SIGPIPE, as it does for any
  /// tool.
  private static func write(_ text: String, _ descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(written, 0))
    }
  }
}
