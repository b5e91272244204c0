internal import FoundationEssentials
internal import Glibc

/// Makes a folder `PREFIX-XXXXXX` in `TMPDIR`, or in `/tmp` (mode 0700; the path is short because Unix socket
/// paths are).
package func makeTemporaryFolder(_ prefix: String) throws -> String {
  let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array("\(place)/\(prefix)-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: errno \(errno)") }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Makes a folder and deletes it afterwards.
nonisolated(nonsending) package func withTemporaryFolder<Result>(
  _ body: nonisolated(nonsending) (String) async throws -> Result
) async throws -> Result {
  let path = try makeTemporaryFolder("q")
  let result: Result
  do { result = try await body(path) } catch {
    try FileManager.default.removeItem(atPath: path)
    throw error
  }
  try FileManager.default.removeItem(atPath: path)
  return result
}

/// A requirement of a test is not met; the description states which.
package struct TestFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Polls until `condition` holds.
/// - Throws: `TestFailure` with `what` if it does not hold within `limit`.
nonisolated(nonsending) package func waitUntil(
  _ what: @autoclosure () -> String, within limit: Duration = .seconds(10),
  _ condition: nonisolated(nonsending) () async throws -> Bool
) async throws {
  let end = ContinuousClock.now.advanced(by: limit)
  while try await !condition() {
    guard ContinuousClock.now < end else { throw TestFailure("not within \(limit): \(what())") }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Polls to check that `condition` keeps holding, for events that must not happen.
/// - Throws: `TestFailure` with `what` as soon as it does not.
nonisolated(nonsending) package func holds(
  _ what: @autoclosure () -> String, for time: Duration,
  _ condition: nonisolated(nonsending) () async throws -> Bool
) async throws {
  let end = ContinuousClock.now.advanced(by: time)
  while ContinuousClock.now < end {
    guard try await condition() else { throw TestFailure("not for \(time): \(what())") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
