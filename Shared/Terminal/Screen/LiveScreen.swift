import Glibc
import Synchronization

/// The whole terminal for a while. It is redrawn completely, and each key arrives at once without an echo.
///
/// Waiting for keys blocks the thread, so it runs on a `WorkThread`.
package struct LiveScreen: ~Copyable {
  private let terminal: Int32

  /// The reason why a wait ended.
  package enum Wake: Equatable, Sendable {
    case keys([UInt8])
    /// The time is over, the size has changed, or `wake` was called.
    case look
    /// The terminal is gone.
    case closed
  }

  /// The maximum number of key bytes per read; a paste is read in parts.
  private static let maxKeys = 64
  /// The columns and rows assumed for a terminal that does not report them.
  private static let usual = (columns: 80, rows: 24)

  /// Takes over the terminal of the process and runs `body`; nil if there is no terminal.
  package static func during<Result>(_ body: (borrowing LiveScreen) throws(Failure) -> Result) throws(Failure)
    -> Result?
  {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    guard WakePipe.open() else { throw Failure("no file descriptor is left") }
    let resized = signal(SIGWINCH, noteResize)
    defer { _ = signal(SIGWINCH, resized) }
    return try TerminalMode.during(
      terminal, takesScreen: true,
      change: { settings in
        settings.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON)
        unsafe withUnsafeMutableBytes(of: &settings.c_cc) { keys in
          unsafe keys[Int(VMIN)] = 1
          unsafe keys[Int(VTIME)] = 0
        }
      }
    ) { () throws(Failure) in
      let screen = LiveScreen(terminal: terminal)
      screen.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
      return try body(screen)
    }
  }

  /// Ends a wait; callable from any thread.
  package static func wake() { WakePipe.note() }

  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    let isKnown = unsafe ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    return isKnown ? (Int(size.ws_col), Int(size.ws_row)) : LiveScreen.usual
  }

  /// Draws these lines over the present ones, from the top; lines that do not fit are left out.
  package func draw(_ lines: [StyledText], inColour: Bool) {
    let size = size
    let shown = lines.prefix(size.rows).map { line in
      line.clipped(to: size.columns).shown(inColour: inColour) + "\u{1B}[K"
    }
    // Overwriting avoids flicker: a terminal that is cleared each second flickers.
    write("\u{1B}[H" + shown.joined(separator: "\r\n") + "\u{1B}[J")
  }

  /// Waits for keys, at most for this time.
  package func wait(_ time: Duration) -> Wake {
    let (seconds, attoseconds) = time.components
    let milliseconds = min(max(seconds, 0), 3600) * 1000 + attoseconds / 1_000_000_000_000_000
    var items = [
      pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
      pollfd(fd: WakePipe.reading, events: Int16(POLLIN), revents: 0),
    ]
    let count = unsafe poll(&items, 2, Int32(max(milliseconds, 0)))
    guard count > 0 else { return .look }
    if items[1].revents != 0 { WakePipe.empty() }
    guard items[0].revents != 0 else { return .look }
    var bytes = [UInt8](repeating: 0, count: LiveScreen.maxKeys)
    let got = unsafe read(terminal, &bytes, bytes.count)
    if got < 0, errno == EINTR { return .look }
    return got > 0 ? .keys(Array(bytes.prefix(got))) : .closed
  }

  private func write(_ text: String) {
    guard !TerminalMode.isGivenBack else { return }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(terminal, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}

/// The pipe that ends a wait: one byte in it, which a signal handler may write, too.
private enum WakePipe {
  private static let readEnd = Atomic<Int32>(-1)
  private static let writeEnd = Atomic<Int32>(-1)

  static var reading: Int32 { readEnd.load(ordering: .acquiring) }

  /// Opens the pipe once for the life of the process, because a handler may still be about to write.
  static func open() -> Bool {
    guard reading < 0 else { return true }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return false }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writeEnd.store(ends[1], ordering: .releasing)
    readEnd.store(ends[0], ordering: .releasing)
    return true
  }

  /// Wakes the reader; a full pipe means that a wake is already pending.
  static func note() {
    let saved = errno
    var byte: UInt8 = 1
    _ = unsafe write(writeEnd.load(ordering: .acquiring), &byte, 1)
    errno = saved
  }

  static func empty() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(reading, &bytes, bytes.count) > 0 {}
  }
}

/// Runs as a signal handler.
private func noteResize(_ number: Int32) { WakePipe.note() }

/// A key as a terminal sends it.
package enum Key: Equatable, Sendable {
  case letter(Character)
  case left, right

  /// Parses keys. Arrows arrive as sequences; other sequences and bytes outside of ASCII are ignored.
  package static func read(_ bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        if byte < 0x80 { keys.append(.letter(Character(Unicode.Scalar(byte)))) }
        continue
      }
      // The form is ESC [ or ESC O, then parameters up to a letter or `~`.
      guard let second = rest.first, second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else {
        continue
      }
      rest.removeFirst()
      let last = rest.firstIndex { (0x40...0x7E).contains($0) } ?? rest.endIndex
      if last < rest.endIndex, last == rest.startIndex {
        if rest[last] == UInt8(ascii: "C") { keys.append(.right) }
        if rest[last] == UInt8(ascii: "D") { keys.append(.left) }
      }
      rest = rest[last...].dropFirst()
    }
    return keys
  }
}
