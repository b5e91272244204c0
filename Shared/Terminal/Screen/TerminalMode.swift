import Glibc
import Synchronization

/// A terminal with changed settings for a while. Its own settings are restored afterwards, and when a signal
/// ends the process: a terminal that stays changed looks broken to its owner.
enum TerminalMode {
  /// The signals that end a process and can be caught.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// The sequence that shows the cursor and the content from before `LiveScreen`.
  static let leaveScreen: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Runs `body` with changed settings.
  /// - Parameters:
  ///   - takesScreen: true if the whole screen is drawn on, which is restored as well.
  ///   - change: changes the settings.
  static func during<Result>(
    _ terminal: Int32, takesScreen: Bool = false, change: (inout termios) -> Void,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe before.initialize(to: termios())
    defer { unsafe before.deallocate() }
    guard unsafe tcgetattr(terminal, before) == 0 else {
      throw Failure("cannot read the terminal's settings")
    }
    var settings = unsafe before.pointee
    change(&settings)
    // Suspending is off, because the shell would reset the terminal; 0 is no key.
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
      throw Failure("cannot change the terminal's settings")
    }
    return try body()
  }

  /// True once a signal has restored the terminal: nothing may be drawn on it after that.
  static var isGivenBack: Bool { ChangedTerminal.isGivenBack.load(ordering: .acquiring) }
}

/// The values that a signal handler restores.
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

/// Restores the terminal in a signal handler, which may only make the calls that POSIX allows there.
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
