internal import Glibc
internal import Synchronization

/// Termination signals, awaited in one place.
///
/// They are caught, not blocked: in a program with `await` at its top level the main thread sleeps in
/// sigsuspend with nothing blocked, and an uncaught SIGTERM would end the process there.
package enum Signals {
  /// Installs the handlers. Call it first in `main`. SIGPIPE is ignored, so that a vanished client is an
  /// error of `write` and not the end of the program.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    // Without a free descriptor the signals keep their default: they end the process.
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readEnd.store(ends[0], ordering: .relaxed)
    writeEnd.store(ends[1], ordering: .releasing)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = noteSignal
    action.sa_flags = SA_RESTART
    sigaction(SIGTERM, &action, nil)
    sigaction(SIGINT, &action, nil)
  }

  /// Requests termination like SIGTERM: every wait for termination returns.
  package static func requestTermination() { noteSignal(SIGTERM) }

  /// Returns when SIGTERM or SIGINT arrives, or has arrived since `prepare`.
  package static func waitForTermination() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      do {
        try WorkThread.start("signals") {
          var item = pollfd(fd: readEnd.load(ordering: .relaxed), events: Int16(POLLIN), revents: 0)
          while poll(&item, 1, -1) < 1 {}
          continuation.resume()
        }
      } catch { continuation.resume(throwing: error) }
    }
  }
}

/// The pipe between the handler and its waiters. The byte in it is never read, so after a signal every wait
/// returns.
private let readEnd = Atomic<Int32>(-1)
private let writeEnd = Atomic<Int32>(-1)

/// The signal handler. It can interrupt any code, so it may write to a descriptor and do little else. If the
/// pipe is full, an earlier signal is already in it.
private func noteSignal(_ number: Int32) {
  let saved = errno
  var byte: UInt8 = 1
  _ = write(writeEnd.load(ordering: .relaxed), &byte, 1)
  errno = saved
}
