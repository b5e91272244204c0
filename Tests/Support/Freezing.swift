import FoundationEssentials
import Glibc

extension RunningProgram {
  /// Stops the program with SIGSTOP and waits until each of its threads stands still. Until then it may still
  /// answer.
  nonisolated(nonsending) package func freeze() async throws {
    send(SIGSTOP)
    try await waitUntil("\(name) stands still") { try standsStill() }
  }

  private func standsStill() throws -> Bool {
    let folder = "/proc/\(pid)/task"
    return try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { thread in
      // The state follows the name, which stands in parentheses.
      let stat = try String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
      return stat.split(separator: ")").last?.drop { $0 == " " }.first == "T"
    }
  }
}
