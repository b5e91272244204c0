package import Schema

extension FaultCode {
  /// The site does not run the app that a command is about.
  package static func absent(_ app: App) -> FaultCode {
    FaultCode(.notFound, "app_absent", "This site doesn't offer \(app.words).")
  }
}

extension App {
  /// The app's offer, at the end of a sentence.
  fileprivate var words: String {
    switch self {
    case .room: "rooms and tasks"
    case .events: "events"
    case .school: "a school day"
    case .courses: "courses"
    case .aid: "first aid"
    }
  }
}
