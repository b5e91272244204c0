import Schema
import TestSupport

@testable import campus

/// A campus program in this process, which has copied the people it is told of.
struct CampusProgram {
  let program: ProgramInProcess<CampusService>

  static func with(_ body: (CampusProgram) async throws -> Void) async throws {
    try await Program.with(CampusService.self) { try await body(CampusProgram(program: $0)) }
  }

  /// Tells campus of a person, as auth does after a sign-up.
  func know(_ person: TestPerson, _ firstName: String = "Ada", _ lastName: String = "Okafor") async throws {
    try await program.receive(
      Auth.SignedUp(person: person.id, firstName: firstName, lastName: lastName, room: nil), from: .auth)
  }
}
