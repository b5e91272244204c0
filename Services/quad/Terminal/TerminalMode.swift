import Glibc
import Synchronization

/// A terminal with other settings for a while. It has its own back afterwards, and when a signal ends the
/// process meanwhile: a terminal that stays changed looks broken to its owner.
enum TerminalMode {
  /// The ones that can be caught and end a process.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// Shows the cursor and what stood on the terminal before `LiveScreen` took it.
  static let leaveScreen: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// - Parameters:
  ///   - takesScreen: the terminal is drawn on as a whole, which has to be undone as well.
  ///   - change: what is other about its settings.
  static func during<Result>(
    _ terminal: Int32, takesScreen: Bool = false, change: (inout termios) -> Void,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe before.initialize(to: termios())
    defer { unsafe before.deallocate() }
    guard unsafe tcgetattr(terminal, before) == 0 else {
      throw Failure("the terminal's settings cannot be read")
    }
    var settings = unsafe before.pointee
    change(&settings)
    // A suspended quad would come back to a terminal that the shell has set back; 0 is no key.
    unsafe withUnsafeMutableBytes(of: &settings.c_cc) { keys in unsafe keys[Int(VSUSP)] = 0 }
    ChangedTerminal.descriptor.store(terminal, ordering: .relaxed)
    ChangedTerminal.takesScreen.store(takesScreen, ordering: .relaxed)
    ChangedTerminal.before.store(UInt(bitPattern: before), ordering: .releasing)
    let handlers = signals.map { signal($0, restoreAndEnd) }
    defer {
      if takesScreen { leave(terminal) }
      unsafe tcsetattr(terminal, TCSAFLUSH, before)
      ChangedTerminal.before.store(0, ordering: .releasing)
      for (number, handler) in zip(signals, handlers) { _ = signal(number, handler) }
    }
    guard unsafe tcsetattr(terminal, TCSAFLUSH, &settings) == 0 else {
      throw Failure("the terminal's settings cannot be changed")
    }
    return try body()
  }

  /// Whether a signal has given the terminal back already: nothing may be drawn on it any more.
  static var isGivenBack: Bool { ChangedTerminal.isGivenBack.load(ordering: .acquiring) }
}

/// Where a signal handler finds what to restore.
private enum ChangedTerminal {
  static let descriptor = Atomic<Int32>(-1)
  static let takesScreen = Atomic(false)
  static let before = Atomic<UInt>(0)
  static let isGivenBack = Atomic(false)
}

private func leave(_ terminal: Int32) {
  let text = TerminalMode.leaveScreen
  _ = unsafe write(terminal, text.utf8Start, text.utf8CodeUnitCount)
}

/// Runs as a signal handler: only calls that POSIX allows there.
private func restoreAndEnd(_ number: Int32) {
  let place = ChangedTerminal.before.load(ordering: .acquiring)
  if let before = unsafe UnsafePointer<termios>(bitPattern: place) {
    ChangedTerminal.isGivenBack.store(true, ordering: .releasing)
    let terminal = ChangedTerminal.descriptor.load(ordering: .relaxed)
    if ChangedTerminal.takesScreen.load(ordering: .relaxed) { leave(terminal) }
    unsafe tcsetattr(terminal, TCSANOW, before)
  }
  _ = signal(number, SIG_DFL)
  raise(number)
}
