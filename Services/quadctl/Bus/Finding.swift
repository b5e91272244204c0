import Terminal

/// One result of the doctor.
struct Finding: Sendable, Encodable, Equatable {
  enum Grade: String, Sendable, Encodable {
    case ok, warn, fail

    var shown: StyledText {
      switch self {
      case .ok: StyledText("ok  ", .green)
      case .warn: StyledText("warn", .bold)
      case .fail: StyledText("fail", .red)
      }
    }
  }

  let grade: Grade
  let what: String
  /// The next step for the operator.
  let advice: String?

  static func ok(_ what: String) -> Finding { Finding(grade: .ok, what: what, advice: nil) }
  static func warn(_ what: String, _ advice: String) -> Finding {
    Finding(grade: .warn, what: what, advice: advice)
  }
  static func fail(_ what: String, _ advice: String) -> Finding {
    Finding(grade: .fail, what: what, advice: advice)
  }
}
