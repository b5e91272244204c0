import Schema
import Testing

@testable import roomhub

@Suite("An edit of a task changes what it names")
struct TaskRuleTests {
  private let person = PersonID(RawUUID(high: 1, low: 2))
  private let due = Instant(milliseconds: 1_788_220_800_000)

  private func task(notes: String? = "Two litres", version: Int64 = 4) -> Roomhub.RoommateTask {
    Roomhub.RoommateTask(
      id: TaskID(RawUUID(high: 3, low: 4)), title: "Buy milk", isImportant: true, due: due, notes: notes,
      addedBy: person, added: due, completedBy: nil, completed: nil, version: version)
  }

  @Test("One that changes nothing keeps the version")
  func nothing() throws {
    let edit = Roomhub.EditTask(id: task().id, version: 4, isImportant: true, due: .set(due))
    #expect(try task().applying(edit) == task())
  }

  @Test("One that clears a member counts the version up and keeps the others")
  func clears() throws {
    let edit = Roomhub.EditTask(id: task().id, version: 4, notes: .clear)
    #expect(try task().applying(edit) == task(notes: nil, version: 5))
  }

  @Test("A title is never cleared")
  func title() {
    let edit = Roomhub.EditTask(id: task().id, version: 4, title: .clear)
    #expect(throws: Fault(.titleBlank, field: "title")) { try task().applying(edit) }
  }

  @Test("Sixteen zero bytes stand for a person whose account is gone")
  func nobody() {
    #expect(PersonID(stored: RawUUID(high: 0, low: 0)) == nil)
    #expect(PersonID(stored: person.raw) == person)
  }
}
