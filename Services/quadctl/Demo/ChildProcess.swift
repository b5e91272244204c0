import Glibc
import Terminal

/// A child process that this process started.
struct ChildProcess: Sendable {
  let name: String
  let pid: Int32

  /// Starts the program with exactly this environment, in a process group of its own. Ctrl-C on the terminal
  /// reaches it only through its parent.
  ///
  /// - Parameters:
  ///   - log: the file for its output.
  ///   - input: its standard input; nothing unless given.
  static func start(
    _ path: String, _ arguments: [String] = [], environment: [String: String], log: String,
    input: Int32? = nil
  ) throws(Failure) -> ChildProcess {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe settings.indices { unsafe free(settings[index]) }
    }
    var pid: pid_t = 0
    let code = unsafe posix_spawn(&pid, path, &actions, &attributes, &words, &settings)
    guard code == 0 else { throw Failure("cannot start \(path): errno \(code)") }
    return ChildProcess(name: path.split(separator: "/").last.map(String.init) ?? path, pid: pid)
  }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// Returns true once the process has ended. Its id is free from then on, so this must not be called again.
  func hasEnded() -> Bool {
    var status: Int32 = 0
    let found = unsafe waitpid(pid, &status, WNOHANG)
    return found == pid || (found < 0 && errno == ECHILD)
  }
}
