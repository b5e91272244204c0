internal import Fetch
package import Schema

/// The error of a request without a reply, grouped by what the caller can do about it.
package enum ClientError: Error, Equatable, CustomStringConvertible {
  /// The site replied with a fault: its `code` is the reason, `processed` states if the request took effect.
  case refused(Fault)
  /// The request was not processed: the site could not be reached, or the request has no HTTP route.
  case unreachable(String)
  /// The request may have been processed, but no reply arrived. Send it again with the same idempotency key.
  case interrupted(String)
  /// The reply is not from this version of Quad: a page of something else, or a reply with a missing member.
  case unreadable(String)

  package var description: String {
    switch self {
    case .refused(let fault): "\(fault.code): \(fault.message)"
    case .unreachable(let reason): "not reachable: \(reason)"
    case .interrupted(let reason): "no answer: \(reason)"
    case .unreadable(let what): "not an answer of Quad: \(what)"
    }
  }
}

extension ClientError {
  init(_ error: FetchError) {
    switch error {
    case .refused, .unavailable, .unreachable: self = .unreachable(error.description)
    case .timedOut, .interrupted, .cancelled: self = .interrupted(error.description)
    case .tooLarge: self = .unreadable(error.description)
    }
  }
}
