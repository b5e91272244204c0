import FoundationEssentials
import Glibc

extension RunningProgram {
  /// Stops the program with SIGSTOP and waits until each of its threads stands still. Until then it may still
  /// answer.
  nonisolated(nonsending) package func freeze() async throws {
    send(SIGSTOP)
    try await waitUntil("\(name) stands still") { try standsStill(pid) }
  }
}

/// True if no thread of a process runs, after a SIGSTOP.
func standsStill(_ pid: pid_t) throws -> Bool {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").allSatisfy { thread in
    processState("\(pid)/task/\(thread)") == "T"
  }
}

/// True if a process has ended, even if nobody has waited for it yet.
func hasEnded(_ pid: pid_t) -> Bool {
  processState("\(pid)").map { $0 == "Z" || $0 == "X" } ?? true
}

/// The state of a process or thread by its path below /proc; nil if there is none.
private func processState(_ path: String) -> Character? {
  guard let stat = FileManager.default.contents(atPath: "/proc/\(path)/stat") else { return nil }
  // The state follows the name, which stands in parentheses.
  return String(decoding: stat, as: UTF8.self).split(separator: ")").last?.drop { $0 == " " }.first
}
