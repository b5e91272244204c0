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
      classes[request.program, default: []].insert(TopicClass.of(event.topic))
    }
  }

  /// The topic classes of the events that change replies of a program, sorted; none if no reply is kept.
  package static func changingClasses(of program: ProgramName) -> [String] {
    (changingClasses[program] ?? []).sorted()
  }
}
