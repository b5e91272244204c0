import Bus
import GatewayClient
import Schema

/// Exit statuses of `quad`: those of sysexits.h where one fits.
enum Ending: Int32, CaseIterable, Sendable {
  case done = 0
  case failed = 1
  case usage = 64
  case unavailable = 69
  case notAllowed = 77
  case setting = 78

  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "refused, or it failed; standard error says why"
    case .usage: "the command line makes no sense"
    case .unavailable: "the site, or the part of it that is needed, does not answer"
    case .notAllowed: "sign in first, or this is not allowed"
    case .setting: "a setting of the environment is missing or makes no sense"
    }
  }
}

/// A command line that cannot be parsed.
struct UsageError: Error {
  let problem: String

  init(_ problem: String) { self.problem = problem }
}

/// A setting of the environment that is missing or invalid.
struct EnvironmentError: Error {
  let problem: String
}

/// A failure whose message is complete.
struct Failure: Error {
  let problem: String
  let status: Ending

  init(_ problem: String, _ status: Ending = .failed) {
    self.problem = problem
    self.status = status
  }

  static let signInFirst = Failure("sign in first: quad signin EMAIL", .notAllowed)
}

extension Ending {
  /// The exit status and the message of an error.
  static func of(_ error: any Error, in command: String) -> (status: Ending, problem: String) {
    switch error {
    case let error as UsageError: (.usage, "\(error.problem); quad \(command) --help says how")
    case let error as EnvironmentError: (.setting, error.problem)
    case let error as Failure: (error.status, error.problem)
    case let error as Fault: (Ending(error), error.forPerson)
    case ClientError.refused(let fault): (Ending(fault), fault.forPerson)
    case ClientError.unreachable(let reason): (.unavailable, "the site cannot be reached: \(reason)")
    case ClientError.interrupted(let reason):
      (.unavailable, "the site did not answer, perhaps it has done it: \(reason)")
    case ClientError.unreadable(let what): (.failed, "this is no answer of Quad: \(what)")
    default: (.failed, "\(error)")
    }
  }

  init(_ fault: Fault) {
    switch fault.kind {
    case .unauthenticated, .permissionDenied: self = .notAllowed
    case .unavailable, .deadlineExceeded: self = .unavailable
    default: self = .failed
    }
  }
}

extension Fault {
  /// The fault in words: `A title is needed. (title_blank, title)`. Members with a message of their own
  /// follow on separate lines.
  var forPerson: String {
    let fields = fields ?? []
    let named = ([code] + fields.map(\.field).filter { !$0.isEmpty }).joined(separator: ", ")
    let more = fields.filter { $0.message != message }.map { "\n  \($0.field): \($0.message) (\($0.code))" }
    return "\(message) (\(named))" + more.joined()
  }
}
