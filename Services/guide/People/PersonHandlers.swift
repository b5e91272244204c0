import Schema
import ServiceKit
import Store

/// Export and erasure of everything stored about a person.
extension GuideService {
  func registerPeople(in handlers: inout Handlers) {
    handlers.on(Guide.ExportPerson.self, exportPerson)
    handlers.erase(Guide.ErasePerson.self, from: GuideService.personalTables)
  }

  func exportPerson(_ request: Guide.ExportPerson, _ call: Call) async throws -> Guide.PersonExport {
    let person = try call.person
    return try await call.read { db in
      Guide.PersonExport(
        training: try db.hasTraining(person) ? try db.training(of: person) : nil,
        quizzes: try db.quizzes(of: person), next: nil)
    }
  }

  static let personalTables = [
    PersonalTable.deleted("training_step", key: "person, step", exported: ["training"]),
    PersonalTable.deleted("quiz", key: "id", exported: ["quizzes"]),
    PersonalTable.deleted("training", key: "person", exported: ["training"]),
  ]
}

extension Database {
  fileprivate func hasTraining(_ person: PersonID) throws -> Bool {
    try one("SELECT 1 FROM training WHERE person = ?", person.raw, map: { _ in true }) ?? false
  }

  /// The figures that administrators see.
  func counts(at now: Instant) throws -> [Control.Count: Int] {
    let since = now.advanced(by: .seconds(-Guide.passedDays * 86_400))
    let trained = try one("SELECT count(*) AS count FROM training WHERE passed_at > ?", since) {
      Int(try $0.int("count"))
    }
    return [.trained: trained ?? 0]
  }
}
