import Fetch
import Schema

extension DeliveryOutcome {
  /// What a status means to whoever delivers by HTTP. Channels with words of their own for one look at it
  /// first.
  init(status: Int, retryAfter: String?) {
    switch status {
    case 200...299: self = .delivered
    case 408, 425, 429, 500...599:
      self = .again(reason: "refused \(status)", after: DeliveryOutcome.seconds(retryAfter))
    default: self = .dead(reason: "refused \(status)")
    }
  }

  /// Nobody knows what a receiver did that was silent: it is tried again under the same key.
  init(_ error: FetchError) {
    self =
      switch error {
      case .refused: .dead(reason: "not allowed")
      case .unavailable: .again(reason: "busy")
      case .unreachable: .again(reason: "unreachable")
      case .timedOut: .again(reason: "timed out")
      case .interrupted: .again(reason: "interrupted")
      // Of the head alone: a long body is cut.
      case .tooLarge: .again(reason: "answer too long")
      case .cancelled: .again(reason: "stopped")
      }
  }

  /// Of `Retry-After`: seconds. A date is left to the usual waits.
  private static func seconds(_ text: String?) -> Duration? {
    guard let text, (1...9).contains(text.utf8.count), let seconds = Int(text), seconds >= 0 else {
      return nil
    }
    return .seconds(seconds)
  }
}

/// Limits of a request to a receiver.
enum ReceiverLimits {
  static let timeout = Duration.seconds(15)
  /// Bytes of an answer: nobody reads it, and what is longer is cut off.
  static let body = 64 * 1024
}

extension FetchClient {
  /// Sends a message and says what the answer means.
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
