import Schema
import ServiceKit
import Store

/// Export and erasure of everything stored about a person.
extension GuideService {
  func registerPeople(in handlers: inout Handlers) {
    handlers.on(Guide.ExportPerson.self, exportPerson)
    handlers.erase(Guide.ErasePerson.self, from: GuideService.personalTables)
  }

  fileprivate static let exportedCrises = 500
  /// The limit of courses in an export: more than a person can be in.
  fileprivate static let maxExportedCourses = 1000

  /// The pages go through the crisis alerts; the last one has everything else.
  func exportPerson(_ request: Guide.ExportPerson, _ call: Call) async throws -> Guide.PersonExport {
    let person = try call.person
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    let limit = GuideService.exportedCrises
    let since = call.now.advanced(by: .zero - GuideService.crisisDays)
    return try await call.read { db in
      let found = try db.crises(of: person, since: since, before: key, limit: limit + 1).map {
        try db.shown($0, to: person, isAdministrator: false)
      }
      let crises = Page(found, limit: limit) { TimeKey(time: $0.raised, id: $0.id.raw).cursor }
      guard crises.next == nil else {
        return Guide.PersonExport(
          name: nil, room: nil, courses: [], training: nil, quizzes: [], crises: crises.items,
          next: crises.next)
      }
      return Guide.PersonExport(
        name: try db.fullName(of: person), room: try db.room(of: person),
        courses: try db.courses(of: person),
        training: try db.hasTraining(person) ? try db.training(of: person) : nil,
        quizzes: try db.quizzes(of: person), crises: crises.items, next: nil)
    }
  }

  /// An alert stays for administrators, without its sender.
  static let personalTables = [
    PersonalTable.deleted("training_step", key: "person, step", exported: ["training"]),
    PersonalTable.deleted("quiz", key: "id", exported: ["quizzes"]),
    PersonalTable.deleted("training", key: "person", exported: ["training"]),
    PersonalTable.deleted("crisis_person", key: "crisis, person", exported: ["crises"]),
    PersonalTable("crisis", "raised_by", exported: ["crises"]) { db, person, _ in
      try db.change(
        """
        UPDATE crisis SET raised_by = NULL, note = NULL
        WHERE id IN (SELECT id FROM crisis WHERE raised_by = ? LIMIT ?)
        """,
        person.raw, PersonalTable.step) >= PersonalTable.step
    },
    PersonalTable.deleted("roster", key: "course, person", exported: ["courses"]),
    PersonalTable.deleted("membership", key: "person", exported: ["room"]),
    PersonalTable.deleted("person", key: "id", of: "id", exported: ["name"]),
  ]
}

extension Database {
  /// The courses whose roster has the person.
  fileprivate func courses(of person: PersonID) throws -> [CourseID] {
    try all(
      "SELECT course FROM roster WHERE person = ? ORDER BY course LIMIT ?", person.raw,
      GuideService.maxExportedCourses
    ) { CourseID(try $0.id("course")) }
  }

  func room(of person: PersonID) throws -> RoomID? {
    try one("SELECT room FROM membership WHERE person = ?", person.raw) { RoomID(try $0.id("room")) }
  }

  fileprivate func hasTraining(_ person: PersonID) throws -> Bool {
    try one("SELECT 1 FROM training WHERE person = ?", person.raw, map: { _ in true }) ?? false
  }
}
