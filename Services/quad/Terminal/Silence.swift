import Glibc
import Synchronization

/// A terminal that does not show what is typed. It shows it again afterwards, and when a signal ends the
/// process meanwhile: a terminal that stays silent looks broken to its owner.
enum Silence {
  /// The ones that can be caught and end a process.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  static func during<Result>(
    _ terminal: Int32, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe before.initialize(to: termios())
    defer { unsafe before.deallocate() }
    guard unsafe tcgetattr(terminal, before) == 0 else {
      throw Failure("the terminal's settings cannot be read")
    }
    var silent = unsafe before.pointee
    silent.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    silent.c_lflag |= tcflag_t(ICANON)
    // A suspended quad would come back to a terminal that the shell has set to show everything; 0 is no key.
    unsafe withUnsafeMutableBytes(of: &silent.c_cc) { keys in unsafe keys[Int(VSUSP)] = 0 }
    SilencedTerminal.descriptor.store(terminal, ordering: .relaxed)
    SilencedTerminal.before.store(UInt(bitPattern: before), ordering: .releasing)
    let handlers = signals.map { signal($0, showAgainAndEnd) }
    defer {
      unsafe tcsetattr(terminal, TCSAFLUSH, before)
      SilencedTerminal.before.store(0, ordering: .releasing)
      for (number, handler) in zip(signals, handlers) { _ = signal(number, handler) }
    }
    guard unsafe tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else {
      throw Failure("the terminal cannot be silenced")
    }
    return try body()
  }
}

/// Where a signal handler finds what to restore.
private enum SilencedTerminal {
  static let descriptor = Atomic<Int32>(-1)
  static let before = Atomic<UInt>(0)
}

/// Runs as a signal handler: only calls that POSIX allows there.
private func showAgainAndEnd(_ number: Int32) {
  let place = SilencedTerminal.before.load(ordering: .acquiring)
  if let before = unsafe UnsafePointer<termios>(bitPattern: place) {
    unsafe tcsetattr(SilencedTerminal.descriptor.load(ordering: .relaxed), TCSANOW, before)
  }
  _ = signal(number, SIG_DFL)
  raise(number)
}
