/// Why a mail was not sent, by what a caller can do about it.
package enum MailError: Error, Equatable, CustomStringConvertible {
  /// Nothing was sent, and nothing will be: a value that no mail can hold.
  case invalid(String)
  /// The server answered 5xx to this mail: the same mail will be refused again. Do not retry.
  case refused(code: Int, text: String)
  /// Try again later. The server answered 4xx, does not take our sign-in or TLS, or there was no complete
  /// answer: after a stall or a broken connection the mail may have been taken, so a retry keeps its
  /// Message-ID. The code is the answer's, if there was one.
  case deferred(code: Int?, text: String)

  package var description: String {
    switch self {
    case .invalid(let problem): "invalid: \(problem)"
    case .refused(let code, let text): "refused: \(code) \(text)"
    case .deferred(let code, let text): "deferred: \(code.map { "\($0) " } ?? "")\(text)"
    }
  }
}
