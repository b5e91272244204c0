import Schema
import Synchronization

/// Limits how much of an expensive kind of work is in progress at a time.
final class Turnstile: Sendable {
  private let limit: Int
  private let retryAfterMs: Int64
  private let inside = Mutex(0)

  init(limit: Int, retryAfterMs: Int64) {
    self.limit = limit
    self.retryAfterMs = retryAfterMs
  }

  /// - Throws: `busy` while as many others are in progress as the limit allows, and the errors of `work`.
  func pass<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    let isFree = inside.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    guard isFree else { throw Fault(.busy, retryAfterMs: retryAfterMs) }
    defer { inside.withLock { $0 -= 1 } }
    return try await work()
  }
}
