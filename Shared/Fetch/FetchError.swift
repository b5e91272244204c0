/// The error of a request without a response, by how far the request got.
package enum FetchError: Error, Equatable, CustomStringConvertible {
  /// Nothing was sent, and nothing will be: the request or its target is not allowed.
  case refused(Refusal)
  /// Nothing was sent: too many concurrent requests, or the client has stopped.
  case unavailable
  /// Nothing was sent: no address, no connection, no trusted certificate.
  case unreachable(String)
  /// The request may have been processed.
  case timedOut
  /// The request may have been processed: the connection broke, or the response is not HTTP.
  case interrupted(String)
  /// The request was processed, but its response exceeds the limit.
  case tooLarge
  case cancelled

  package enum Refusal: Sendable, Equatable {
    /// Not a URL, or a scheme other than http and https.
    case url
    /// User and password do not belong in a URL.
    case credentials
    case port(Int)
    /// Not a public address; as text.
    case address(String)
    case tooManyRedirects
    /// A redirect to a scheme that is not allowed, or to nowhere.
    case redirect(String)
    /// The method or a header cannot be sent.
    case request
  }

  package var description: String {
    switch self {
    case .refused(let refusal): "refused: \(refusal)"
    case .unavailable: "too many requests at once, or stopped"
    case .unreachable(let reason): "unreachable: \(reason)"
    case .timedOut: "no complete response in time"
    case .interrupted(let reason): "interrupted: \(reason)"
    case .tooLarge: "the response is larger than allowed"
    case .cancelled: "cancelled"
    }
  }
}
