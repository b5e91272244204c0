import GatewayClient
package import Schema
package import Terminal

extension Failure {
  /// The exit status and the message of an error of a site; nil for another error.
  /// - Parameter tool: the command line, which the message may name.
  package init?(site error: any Error, tool: String) {
    switch error {
    case let unsure as UnsureWrite: self = unsure.failure(of: tool)
    case let fault as Fault: self.init(fault.forPerson, ExitStatus(fault))
    case ClientError.refused(let fault): self.init(fault.forPerson, ExitStatus(fault))
    case ClientError.unreachable(let reason): self.init("cannot reach the site: \(reason)", .unavailable)
    case ClientError.interrupted(let reason):
      self.init("the site did not respond: \(reason)", .unavailable)
    case ClientError.unreadable(let what): self.init("this reply is not from Quad: \(what)")
    default: return nil
    }
  }
}

extension ExitStatus {
  package init(_ fault: Fault) {
    switch fault.kind {
    case .unauthenticated, .permissionDenied: self = .notAllowed
    case .unavailable, .deadlineExceeded: self = .unavailable
    default: self = .failed
    }
  }
}

extension Fault {
  /// The fault in words: `Enter a title. (title_blank, title)`. Members with a message of their own
  /// follow on separate lines.
  package var forPerson: String {
    let fields = fields ?? []
    let named = ([code] + fields.map(\.field).filter { !$0.isEmpty }).joined(separator: ", ")
    let more = fields.filter { $0.message != message }.map { "\n  \($0.field): \($0.message) (\($0.code))" }
    return "\(message) (\(named))" + more.joined()
  }
}
