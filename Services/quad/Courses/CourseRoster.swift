import Schema
import SiteCommands
import Terminal

/// The roster of a course.
enum CourseRoster {
  /// The maximum number of numbered rows, more than a roster can have.
  private static let maxRows = 600

  static func say(of course: CourseID, _ visit: Visit) async throws {
    let rows = try await entries(of: course, visit)
    var table = Table([.right("#"), .text("NAME"), .left("ROLE"), .left("SINCE")])
    for (index, entry) in rows.enumerated() {
      table.add([
        "\(index + 1)", StyledText(name(entry)), StyledText(entry.role.rawValue),
        StyledText(ShownTime.text(entry.joined)),
      ])
    }
    Output.say(table)
    visit.number(AdminPeople.kind, rows.map { $0.person.description })
  }

  @Sendable static func enroll(_ visit: Visit) async throws {
    let words = try visit.arguments.exactly("N", "EMAIL")
    let id = try await visit.course(words[0])
    let email: EmailAddress = try Typed.value(words[1], "email")
    let role = visit.arguments.has("instructor") ? Attendance.CourseRole.instructor : .student
    let entry = try await visit.send(Attendance.Enroll(id: id, email: email, role: role))
    try await visit.show(entry) {
      Output.say("\(email) is now \(role == .instructor ? "an instructor" : "a student") of the course")
    }
  }

  @Sendable static func remove(_ visit: Visit) async throws {
    let words = try visit.arguments.exactly("N", "WHO")
    let id = try await visit.course(words[0])
    let person = try await person(words[1], in: id, visit)
    let reply = try await visit.send(Attendance.RemoveFromRoster(id: id, person: person))
    try await visit.show(reply) { Output.say("removed from the roster") }
  }

  @Sendable static func adviser(_ visit: Visit) async throws {
    let words = visit.arguments.words
    guard words.count >= 2 else { throw UsageError("missing \(words.isEmpty ? "N" : "WHO")") }
    try visit.arguments.refuseMore(than: 3)
    let id = try await visit.course(words[0])
    let person = try await person(words[1], in: id, visit)
    guard words.count == 3 else {
      let reply = try await visit.send(Attendance.RemoveAdviser(id: id, person: person))
      return try await visit.show(reply) { Output.say("no adviser") }
    }
    let email: EmailAddress = try Typed.value(words[2], "email")
    let entry = try await visit.send(Attendance.SetAdviser(id: id, person: person, email: email))
    try await visit.show(entry) { Output.say("\(email) is now the adviser of \(name(entry))") }
  }

  private static func person(_ word: String, in course: CourseID, _ visit: Visit) async throws -> PersonID {
    try await visit.id(
      word, of: AdminPeople.kind,
      {
        let (rows, isWhole) = try await visit.all(upTo: maxRows) {
          Attendance.ListRoster(id: course, cursor: $0, limit: $1)
        }
        let people = rows.map { TitledObject($0.person, name($0), $0.firstName, $0.lastName) }
        return TitledList(people, isWhole: isWhole)
      })
  }

  private static func entries(
    of course: CourseID, _ visit: Visit
  ) async throws -> [Attendance.RosterEntry] {
    try await visit.all(upTo: maxRows) { Attendance.ListRoster(id: course, cursor: $0, limit: $1) }.rows
  }

  private static func name(_ entry: Attendance.RosterEntry) -> String {
    Plain.line("\(entry.firstName) \(entry.lastName)")
  }
}
