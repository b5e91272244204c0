/// The error of a mail that was not sent, grouped by what a caller can do about it.
package enum MailError: Error, Equatable, CustomStringConvertible {
  /// Nothing was sent, and nothing will be: a value is not valid in a mail.
  case invalid(String)
  /// The server replied 5xx to this mail and would reject it again. Do not retry.
  case refused(code: Int, text: String)
  /// Try again later. The server replied 4xx, rejects our sign-in or TLS, or sent no complete reply. After a
  /// stall or a broken connection the mail may have been accepted, so a retry keeps its Message-ID. The code
  /// is the reply's, if there was one.
  case deferred(code: Int?, text: String)

  package var description: String {
    switch self {
    case .invalid(let problem): "invalid: \(problem)"
    case .refused(let code, let text): "refused: \(code) \(text)"
    case .deferred(let code, let text): "deferred: \(code.map { "\($0) " } ?? "")\(text)"
    }
  }
}
