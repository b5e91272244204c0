import Schema
import ServiceKit
import Store
import TestSupport

@testable import roomhub

/// What roommates do with tasks, at random.
struct RoomhubSide {
  var program: ProgramInProcess<RoomhubService>
  private var known: [TaskID] = []

  init(_ program: ProgramInProcess<RoomhubService>) { self.program = program }

  /// All of these live in one room.
  func settle(_ people: [PersonID]) async throws {
    let dorm = DormID(checked: "forbes")
    let number = RoomNumber(checked: "101A")
    _ = try await program.service.defineDorm(
      Roomhub.DefineDorm(id: dorm, name: DormName(checked: "Forbes Hall"), roomCapacity: 8), program.call(nil)
    )
    var code: JoinCode?
    for person in people {
      let call = program.call(person)
      _ = try await program.service.joinRoom(
        Roomhub.JoinRoom(dorm: dorm, number: number, code: code), call)
      code = try await program.service.getJoinCode(Roomhub.GetJoinCode(), call).code
    }
  }

  mutating func act(_ person: PersonID, _ random: inout Seeded) async throws {
    let call = program.call(person)
    let due = program.context.clock.now.advanced(by: .seconds(60 * Int.random(in: 1...4000, using: &random)))
    let choice = Int.random(in: 0..<6, using: &random)
    if choice <= 2 || known.isEmpty {
      let added = try await program.service.addTask(
        Roomhub.AddTask(title: TaskTitle(checked: "Sweep"), due: due), call)
      known.append(try added.decoded().task.id)
      return
    }
    guard let id = known.randomElement(using: &random) else { return }
    do {
      switch choice {
      case 3:
        let task = try await program.service.getTask(Roomhub.GetTask(id: id), call)
        _ = try await program.service.editTask(
          Roomhub.EditTask(id: id, version: task.version, due: .set(due)), call)
      case 4:
        _ = try await call.write(try program.service.completeTask(Roomhub.CompleteTask(id: id), call))
      default: _ = try await call.write(try program.service.deleteTask(Roomhub.DeleteTask(id: id), call))
      }
    } catch let fault as Fault {
      // It is completed or gone: a refusal is an answer.
      guard fault.kind != .internal else { throw fault }
    }
  }
}
