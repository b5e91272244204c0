import Crypto
import Schema
import ServiceKit

/// Argon2id for a request: only if there is time for it, and only for a caller who still waits for the write
/// behind it. So a request that is refused has no effect, and the person may try again.
extension AuthService {
  /// The time for the write behind a hash, and for the way back.
  static let writeTime = Duration.milliseconds(500)

  /// - Throws: `busy` if the passwords that wait leave no time for this one.
  func hash(_ password: Password, _ call: Call) async throws -> String {
    try await timely(call) { try await hasher.hash(password.secret, by: $0) }
  }

  /// - Throws: `busy` like `hash`.
  func verify(_ password: Password, against hash: String?, _ call: Call) async throws -> Bool {
    try await timely(call) { try await hasher.verify(password.secret, against: hash, by: $0) }
  }

  private func timely<Result: Sendable>(
    _ call: Call, _ work: (ContinuousClock.Instant) async throws -> Result
  ) async throws -> Result {
    let deadline = call.deadline - AuthService.writeTime
    do {
      let result = try await work(deadline)
      // Estimates err: half of the time for the write is left, or it is not begun.
      guard ContinuousClock.now < deadline + AuthService.writeTime / 2 else { throw CryptoError.busy(.zero) }
      return result
    } catch CryptoError.busy(let wait) {
      // The bus asks again by itself if the pause ends before the caller's deadline, which would only delay
      // the answer: there is no time. So the pause is at least that long.
      let pause = max(wait, ContinuousClock.now.duration(to: call.deadline), .zero)
      throw Fault(.busy, retryAfterMs: (pause.components.seconds + 1) * 1000)
    }
  }
}
