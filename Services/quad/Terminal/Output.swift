import FoundationEssentials
import Glibc
import Synchronization

/// What the command says: results on standard output, everything else on standard error. Control characters
/// of whatever text never reach either.
enum Output {
  /// A line of the result.
  static func say(_ line: String) { write(Plain.text(line) + "\n", STDOUT_FILENO) }

  /// A line of the result, in colour on a terminal that is not asked to do without.
  static func say(_ line: StyledText) { write(line.shown(inColour: isInColour) + "\n", STDOUT_FILENO) }

  /// A JSON text as a line of the result.
  static func say(json: String) { write(Plain.json(json) + "\n", STDOUT_FILENO) }

  /// A text in a form of its own, such as a calendar file: as it is where nobody looks, plain on a terminal.
  static func say(document text: String) { write(isTerminal ? Plain.text(text) : text, STDOUT_FILENO) }

  /// A table, cut to the terminal's width; whole where nobody looks at it.
  static func say(_ table: Table) { for line in table.lines(width: columns) { say(line) } }

  /// A line about how it goes: progress, warnings, failures.
  static func tell(_ line: String) { write(Plain.text(line) + "\n", STDERR_FILENO) }

  /// A table beside the result.
  static func tell(_ table: Table) { for line in table.lines(width: columns) { tell(line.text) } }

  /// Progress that overwrites itself on a terminal.
  static func redraw(_ line: String) { write("\r\u{1B}[K" + Plain.text(line), STDERR_FILENO) }

  /// Lines in the place of those that were drawn last, on a terminal; what is said in between goes above them
  /// when nothing is drawn first.
  /// - Parameter previous: how many those were.
  static func redraw(_ lines: [StyledText], over previous: Int) {
    guard isTerminal else { return }
    let width = columns ?? 80
    let up = previous > 0 ? "\u{1B}[\(previous)A\r" : ""
    let shown = lines.map { $0.clipped(to: width).shown(inColour: isInColour) + "\u{1B}[K\n" }
    write(up + shown.joined() + "\u{1B}[J", STDOUT_FILENO)
  }

  /// Clears the terminal and begins at its top.
  static func clear() { if isTerminal { write("\u{1B}[H\u{1B}[2J", STDOUT_FILENO) } }

  static var canRedraw: Bool { isatty(STDERR_FILENO) == 1 }

  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// A terminal that can do nothing but write lines.
  static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

  /// The terminal's width; nil where standard output is none.
  static var columns: Int? {
    guard isTerminal else { return nil }
    var size = winsize()
    let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// https://no-color.org: any text in NO_COLOR means no.
  static let isInColour: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && !isDumb
  }()

  /// Whether something that was said got lost, on a full disk for instance.
  static var hasLost: Bool { lost.load(ordering: .relaxed) }
  private static let lost = Atomic(false)

  /// A reader that went away (`quad bus sub auth | head`) ends the process by SIGPIPE, as it does for any
  /// tool.
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
