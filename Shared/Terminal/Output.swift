import FoundationEssentials
import Glibc
import Synchronization

/// The output of the command: results on standard output, everything else on standard error. Control
/// characters in any text are never written to either.
package enum Output {
  /// Prints a line of the result.
  package static func say(_ line: String) { write(Plain.text(line) + "\n", STDOUT_FILENO) }

  /// Prints a line of the result, in color on a terminal unless colors are off.
  package static func say(_ line: StyledText) {
    write(line.shown(inColour: isInColour) + "\n", STDOUT_FILENO)
  }

  /// Prints a JSON text as a line of the result.
  package static func say(json: String) { write(Plain.json(json) + "\n", STDOUT_FILENO) }

  /// Prints a text in a form of its own, such as a calendar file: plain on a terminal, otherwise unchanged.
  package static func say(document text: String) {
    write(isTerminal ? Plain.text(text) : text, STDOUT_FILENO)
  }

  /// Prints a table, cut to the terminal's width; whole if standard output is not a terminal.
  package static func say(_ table: Table) { for line in table.lines(width: columns) { say(line) } }

  /// Prints a message beside the result: progress, warnings, failures.
  package static func note(_ line: String) { write(Plain.text(line) + "\n", STDERR_FILENO) }

  /// Prints a table beside the result.
  package static func note(_ table: Table) { for line in table.lines(width: columns) { note(line.text) } }

  /// Prints progress that overwrites itself on a terminal.
  package static func redraw(_ line: String) { write("\r\u{1B}[K" + Plain.text(line), STDERR_FILENO) }

  /// Prints lines over those drawn last, on a terminal. Results printed in between appear above them,
  /// provided that nothing is drawn first.
  /// - Parameter previous: the number of lines drawn last.
  package static func redraw(_ lines: [StyledText], over previous: Int) {
    guard isTerminal else { return }
    let width = columns ?? 80
    let up = previous > 0 ? "\u{1B}[\(previous)A\r" : ""
    let shown = lines.map { $0.clipped(to: width).shown(inColour: isInColour) + "\u{1B}[K\n" }
    write(up + shown.joined() + "\u{1B}[J", STDOUT_FILENO)
  }

  /// Clears the terminal and moves to its top.
  package static func clear() { if isTerminal { write("\u{1B}[H\u{1B}[2J", STDOUT_FILENO) } }

  package static var canRedraw: Bool { isatty(STDERR_FILENO) == 1 }

  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// True for a terminal that can only print lines.
  package static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

  /// The terminal's width; nil if standard output is not a terminal.
  package static var columns: Int? {
    guard isTerminal else { return nil }
    var size = winsize()
    let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// True if output is in color. https://no-color.org: any text in NO_COLOR turns colors off.
  package static let isInColour: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && !isDumb
  }()

  /// True if some output was lost, for example on a full disk.
  package static var hasLost: Bool { lost.load(ordering: .relaxed) }
  private static let lost = Atomic(false)

  /// Writes the text. A reader that went away (`quadctl bus ls | head`) ends the process by SIGPIPE, as with
  /// any other tool.
  private static func write(_ text: String, _ descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno != EINTR {
        lost.store(true, ordering: .relaxed)
        return
      }
      rest = rest.dropFirst(max(written, 0))
    }
  }
}
