/// Why a request has no response, by how far it came.
package enum FetchError: Error, Equatable, CustomStringConvertible {
  /// Nothing was sent, and nothing will be: the request or its target is not allowed.
  case refused(Refusal)
  /// Nothing was sent: too many requests at once, or the client has stopped.
  case unavailable
  /// Nothing was sent: no address, no connection, no trusted certificate.
  case unreachable(String)
  /// The request may have been carried out.
  case timedOut
  /// The request may have been carried out: the connection broke, or the response is no HTTP.
  case interrupted(String)
  /// The request was carried out; its response is larger than allowed.
  case tooLarge
  case cancelled

  package enum Refusal: Sendable, Equatable {
    /// No URL, or a scheme other than http and https.
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
