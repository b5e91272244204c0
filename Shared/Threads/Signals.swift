internal import Glibc

/// Signals as a program of Quad takes them: blocked everywhere, waited for in one place.
package enum Signals {
  /// Call it first in `main`, before any thread exists: later threads inherit the mask. SIGPIPE is ignored,
  /// so that a vanished client is an error of `write` and not the end of the program.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    var signals = termination
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Returns when SIGTERM or SIGINT arrives.
  package static func waitForTermination() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      do {
        try WorkThread.start("signals") {
          var signals = termination
          var received: Int32 = 0
          while sigwait(&signals, &received) != 0 {}
          continuation.resume()
        }
      } catch { continuation.resume(throwing: error) }
    }
  }

  private static var termination: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    return signals
  }
}
