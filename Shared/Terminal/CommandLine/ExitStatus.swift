/// The exit statuses of the command lines: those of sysexits.h where one fits.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case failed = 1
  case usage = 64
  case unavailable = 69
  case notAllowed = 77
  case setting = 78

  var meaning: String {
    switch self {
    case .done: "Success."
    case .failed: "The command failed or was rejected. Standard error has the reason."
    case .usage: "The command line is invalid."
    case .unavailable: "The site, or a part of it, did not answer."
    case .notAllowed: "You are not signed in, or not allowed to do this."
    case .setting: "An environment variable is missing or invalid."
    }
  }
}

/// A command line that cannot be parsed.
package struct UsageError: Error {
  package let problem: String
  /// The words that were perhaps meant, nearest first.
  package let suggestions: [String]
  /// All words that are valid in its place, if they are few.
  package let choices: [String]

  package init(_ problem: String, suggestions: [String] = [], choices: [String] = []) {
    self.problem = problem
    self.suggestions = suggestions
    self.choices = choices
  }

  /// The problem, then what was perhaps meant, what is valid, or else where to look.
  /// - Parameter command: the command that was run, such as `quad tasks add`.
  func message(of command: String) -> String {
    if !suggestions.isEmpty { return "\(problem); did you mean \(Suggestions.list(suggestions))?" }
    if !choices.isEmpty { return "\(problem); choose \(Suggestions.list(choices))" }
    return "\(problem); see \"\(command) --help\""
  }
}

/// A setting of the environment that is missing or invalid.
package struct EnvironmentError: Error {
  package let problem: String

  package init(problem: String) { self.problem = problem }
}

/// A failure whose message is complete.
package struct Failure: Error {
  package let problem: String
  package let status: ExitStatus

  package init(_ problem: String, _ status: ExitStatus = .failed) {
    self.problem = problem
    self.status = status
  }
}
