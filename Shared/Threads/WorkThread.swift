internal import Glibc

/// A separate operating-system thread for a library that must not run on the cooperative pool: SQLite's
/// fsync, Argon2id, libzmq's poll. The pool has as many threads as cores, so a blocked one stalls everything.
package enum WorkThread {
  /// Starts `body` on a new named thread. Signals stay blocked there: each program handles them in one place.
  /// - Parameter name: Shown by `top -H`; Linux keeps the first 15 bytes.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    let box = Unmanaged.passRetained(Body(name: String(name.prefix(15)), run: body))
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, threadEntry, box.toOpaque())
    guard code == 0 else {
      box.release()
      throw ThreadError(code: code)
    }
    pthread_detach(thread)
  }
}

/// The system could not create a thread; `code` is pthread_create's.
package struct ThreadError: Error, CustomStringConvertible {
  package let code: Int32
  package var description: String { "the system refused a thread (pthread_create: \(code))" }
}

private final class Body: Sendable {
  let name: String
  let run: @Sendable () -> Void

  init(name: String, run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }
}

private func threadEntry(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_SETMASK, &signals, nil)
  setName(body.name)
  body.run()
  return nil
}

/// Sets the thread's name. pthread_setname_np needs _GNU_SOURCE, which Glibc's module map does not set; the
/// kernel's file does the same. A failure is ignored: the name only helps readers of `top -H`.
private func setName(_ name: String) {
  let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  _ = write(descriptor, name, name.utf8.count)
  close(descriptor)
}
