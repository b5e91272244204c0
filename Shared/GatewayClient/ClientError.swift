internal import Fetch
package import Schema

/// Why a request has no reply, by what the caller can do about it.
package enum ClientError: Error, Equatable, CustomStringConvertible {
  /// The site answered with a fault: its `code` says why, `processed` whether the request took effect.
  case refused(Fault)
  /// The request was not carried out: there was no way to the site, or the request has no form over HTTP.
  case unreachable(String)
  /// The request may have been carried out, but no answer came: send it again under the same idempotency key.
  case interrupted(String)
  /// Something answered that is not this version of Quad: another's page, a reply that lacks a member.
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
