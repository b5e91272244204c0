internal import Glibc
internal import Synchronization

/// The exit status and the output of a process.
package struct Ended: Sendable {
  /// The exit status; nil if a signal ended the process.
  package let status: Int32?
  package let signal: Int32?
  package let output: String
  package let errors: String
}

/// A process of one of our programs. Its output goes to unlinked files, so the process never blocks on the
/// test.
package final class RunningProgram: Sendable {
  package let name: String
  package let pid: Int32
  private let output: CapturedFile
  private let errors: CapturedFile
  /// The wait status from waitpid; nil before that.
  private let ending = Mutex<Int32?>(nil)

  private init(name: String, pid: Int32, output: CapturedFile, errors: CapturedFile) {
    self.name = name
    self.pid = pid
    self.output = output
    self.errors = errors
  }

  /// Kills a process that is no longer awaited.
  deinit { endNow() }

  /// Starts a program of the build with exactly this environment.
  package static func start(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> RunningProgram {
    let output = try CapturedFile()
    let errors = try CapturedFile()
    let path = try Products.path(of: name)
    let words = SanitizerEnvironment.added(to: environment.map { "\($0.key)=\($0.value)" })
    let pid = try spawn(path, [path] + arguments, words, output.descriptor, errors.descriptor)
    return RunningProgram(name: name, pid: pid, output: output, errors: errors)
  }

  /// Starts a program and waits for its end. It is killed if it takes longer than `limit`.
  package static func run(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
    within limit: Duration = .seconds(30)
  ) async throws -> Ended {
    let program = try start(name, arguments, environment: environment)
    return try await program.waitForExit(within: limit)
  }

  /// Standard output so far.
  package var outputSoFar: String { output.text }
  /// Standard error so far.
  package var errorsSoFar: String { errors.text }
  package var isRunning: Bool { reap() == nil }

  /// Sends a signal to this process alone. Nothing happens if it has ended.
  package func send(_ signal: Int32) {
    ending.withLock { ending in
      // Until the process is reaped, its id belongs to no other process.
      if ending == nil { _ = Glibc.kill(pid, signal) }
    }
  }

  /// - Throws: `TestFailure` with the output, after killing the process, if it is still running after
  ///   `limit`.
  package func waitForExit(within limit: Duration = .seconds(10)) async throws -> Ended {
    let end = ContinuousClock.now.advanced(by: limit)
    while true {
      if let status = reap() { return ended(status) }
      guard ContinuousClock.now < end else {
        endNow()
        throw TestFailure("\(name) did not end within \(limit)\n\(errorsSoFar)")
      }
      try await Task.sleep(for: .milliseconds(2))  // poll
    }
  }

  /// Sends SIGTERM, as a supervisor does.
  package func terminate(within limit: Duration = .seconds(10)) async throws -> Ended {
    send(SIGTERM)
    return try await waitForExit(within: limit)
  }

  /// Sends SIGKILL: the process ends between two instructions, as in a power cut.
  package func kill() async throws -> Ended {
    send(SIGKILL)
    return try await waitForExit()
  }

  private func ended(_ status: Int32) -> Ended {
    let signal = status & 0x7F
    return Ended(
      status: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal,
      output: outputSoFar, errors: errorsSoFar)
  }

  /// Returns the wait status if the process has ended.
  private func reap() -> Int32? {
    ending.withLock { ending in
      if ending == nil {
        var status: Int32 = 0
        if waitpid(pid, &status, WNOHANG) == pid { ending = status }
      }
      return ending
    }
  }

  private func endNow() {
    guard reap() == nil else { return }
    send(SIGKILL)
    ending.withLock { ending in
      guard ending == nil else { return }
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      ending = status
    }
  }

  /// Starts the child with no signal blocked and default handlers, whatever the calling thread has.
  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String], _ output: Int32, _ errors: Int32
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var argumentPointers = arguments.map { strdup($0) } + [nil]
    var environmentPointers = environment.map { strdup($0) } + [nil]
    defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, path, &actions, &attributes, &argumentPointers, &environmentPointers)
    guard code == 0 else { throw TestFailure("cannot start \(path): errno \(code)") }
    return pid
  }
}

/// An unlinked file that a process writes and the test reads at any time.
private final class CapturedFile: Sendable {
  let descriptor: Int32

  init() throws {
    var template = Array("/tmp/q-output-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw TestFailure("mkstemp: errno \(errno)") }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// The first MiB.
  var text: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
