import FoundationEssentials
import Glibc
import TestSupport
import Threads

/// A program started by a test, whose standard output the test reads.
struct Child {
  struct StartFailure: Error {
    let program: String
    let code: Int32
  }

  let id: pid_t
  private let output: Int32

  /// A program of this package, from the folder the tests were built into.
  static func builtProgram(_ name: String) -> String {
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    let bytes = path.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }
    return bytes.split(separator: UInt8(ascii: "/")).dropLast()
      .reduce(into: "") { $0 += "/" + String(decoding: $1, as: UTF8.self) } + "/" + name
  }

  static func start(_ program: String, _ arguments: [String], environment: [String] = []) throws -> Child {
    var ends: [Int32] = [0, 0]
    // A pair of sockets, since Swift does not see pipe2: an end that another child inherits would never
    // close.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw StartFailure(program: program, code: errno) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    var argumentPointers = ([program] + arguments).map { strdup($0) } + [nil]
    let words = SanitizerEnvironment.added(to: environment + ["PATH=\(path)"])
    var environmentPointers = words.map { strdup($0) } + [nil]
    defer { (argumentPointers + environmentPointers).forEach { free($0) } }
    var id = pid_t()
    let code = posix_spawn(&id, program, &actions, nil, &argumentPointers, &environmentPointers)
    guard code == 0 else {
      close(ends[0])
      throw StartFailure(program: program, code: code)
    }
    return Child(id: id, output: ends[0])
  }

  /// The lines it writes until its end; with a number it is killed once it has written that many.
  func lines(killAfter limit: Int?) async throws -> [String] {
    let (id, output) = (id, output)
    return try await withCheckedThrowingContinuation { continuation in
      do {
        try WorkThread.start("child-output") {
          continuation.resume(returning: Child.read(output, id, limit))
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  /// Waits for its end; -9 when it was killed.
  func exitCode() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  private static func read(_ output: Int32, _ id: pid_t, _ limit: Int?) -> [String] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    var lineCount = 0
    var isKilled = false
    while true {
      let count = Glibc.read(output, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
      lineCount += chunk.prefix(count).count { $0 == UInt8(ascii: "\n") }
      if let limit, lineCount >= limit, !isKilled {
        kill(id, SIGKILL)
        isKilled = true
      }
    }
    close(output)
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
