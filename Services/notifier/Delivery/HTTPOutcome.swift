import Fetch
import Schema

extension DeliveryOutcome {
  /// The outcome for an HTTP status. A channel that gives a status a meaning of its own checks it first.
  init(status: Int, retryAfter: String?) {
    switch status {
    case 200...299: self = .delivered
    case 408, 425, 429, 500...599:
      self = .again(reason: "refused \(status)", after: DeliveryOutcome.seconds(retryAfter))
    default: self = .dead(reason: "refused \(status)")
    }
  }

  /// The outcome for a request without a response. The receiver may have processed it, so a retry uses the
  /// same key.
  init(_ error: FetchError) {
    self =
      switch error {
      case .refused: .dead(reason: "not allowed")
      case .unavailable: .again(reason: "busy")
      case .unreachable: .again(reason: "unreachable")
      case .timedOut: .again(reason: "timed out")
      case .interrupted: .again(reason: "interrupted")
      // Only the head can be too large; a long body is cut off.
      case .tooLarge: .again(reason: "answer too long")
      case .cancelled: .again(reason: "stopped")
      }
  }

  /// The seconds of `Retry-After`. A date is ignored in favor of the usual waits.
  private static func seconds(_ text: String?) -> Duration? {
    guard let text, (1...9).contains(text.utf8.count), let seconds = Int(text), seconds >= 0 else {
      return nil
    }
    return .seconds(seconds)
  }
}

/// Limits on a request to a receiver.
enum ReceiverLimits {
  static let timeout = Duration.seconds(15)
  /// The limit on a response's body in bytes. Nothing reads the body, and a longer one is cut off.
  static let body = 64 * 1024
}

extension FetchClient {
  /// Sends a message and returns the outcome for the response.
  func post(
    _ url: String, headers: [(String, String)], body: [UInt8], policy: FetchPolicy,
    meaning: (FetchResponse) -> DeliveryOutcome
  ) async -> DeliveryOutcome {
    let request = FetchRequest(
      method: "POST", url: url, headers: headers, body: body, timeout: ReceiverLimits.timeout,
      maxBody: ReceiverLimits.body, cutsBody: true)
    do { return meaning(try await send(request, policy: policy)) } catch { return DeliveryOutcome(error) }
  }
}

extension FetchResponse {
  var outcome: DeliveryOutcome { DeliveryOutcome(status: status, retryAfter: header("Retry-After")) }
}
