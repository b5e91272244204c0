/// The replies that the gateway keeps, as the requests' `changedBy` says.
extension Catalogue {
  /// The subjects whose replies an event may change, by its topic.
  package static let changedSubjects: [String: Set<String>] = requests.reduce(into: [:]) {
    subjects, request in
    for event in request.changedBy ?? [] { subjects[event.topic, default: []].insert(request.subject) }
  }

  private static let changingClasses: [ProgramName: Set<String>] = requests.reduce(into: [:]) {
    classes, request in
    for event in request.changedBy ?? [] {
      classes[ProgramName(of: event.topic), default: []].insert(TopicClass.of(event.topic))
    }
  }

  /// The topic classes of a program's events that change replies, its own or those of programs that ask it,
  /// sorted; none if no such reply is kept.
  package static func changingClasses(of program: ProgramName) -> [String] {
    (changingClasses[program] ?? []).sorted()
  }
}

/// A request about some people: its reply changes with the events of its program that these people get.
package protocol PeopleRequest: Request {
  var people: [PersonID] { get }
}
