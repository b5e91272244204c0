import Schema
import ServiceKit
import Store

/// To-dos of events. The columns of `Events.ToDo` are read in the order of `toDoColumns`.
extension Database {
  /// The list in its order.
  func toDos(of event: EventID) throws -> [Events.ToDo] {
    try all(
      "SELECT \(toDoColumns) FROM to_do WHERE event = ? AND deleted_at IS NULL ORDER BY place LIMIT ?",
      event.raw, Events.mostListed
    ) { try Events.ToDo($0) }
  }

  /// A to-do on this list; another list's, or a deleted one, answers as if it did not exist.
  func toDo(_ id: ToDoID, of event: EventID) throws -> Events.ToDo {
    let (toDo, deleted) = try storedToDo(id, of: event)
    guard deleted == nil else { throw Fault(.notFound) }
    return toDo
  }

  /// A to-do of this list, and when it was deleted.
  func storedToDo(_ id: ToDoID, of event: EventID) throws -> (toDo: Events.ToDo, deleted: Instant?) {
    let found = try one(
      "SELECT \(toDoColumns), deleted_at FROM to_do WHERE id = ? AND event = ?", id.raw, event.raw
    ) { (toDo: try Events.ToDo($0), deleted: try $0.instantOrNil(7)) }
    guard let found else { throw Fault(.notFound) }
    return found
  }

  func insert(_ toDo: Events.ToDo, at place: Int64, of event: EventID) throws {
    try run(
      "INSERT INTO to_do(id, event, place, text, due, assignee) VALUES (?, ?, ?, ?, ?, ?)", toDo.id.raw,
      event.raw, place, toDo.text, toDo.due?.description, toDo.assignee?.raw)
  }

  /// Writes what an edit may change.
  func update(_ toDo: Events.ToDo) throws {
    try run(
      """
      UPDATE to_do SET text = ?, done_by = ?, done_at = ?, due = ?, assignee = ?, version = ? WHERE id = ?
      """,
      toDo.text, toDo.doneBy?.raw, toDo.done, toDo.due?.description, toDo.assignee?.raw, toDo.version,
      toDo.id.raw)
  }

  /// - Throws: `list_full` when one more does not fit.
  func requireToDoPlace(of event: EventID) throws {
    guard try toDoCounts(of: event).all < Events.mostListed else { throw Fault(.listFull) }
  }

  /// - Throws: `assignee_unknown` for somebody who does not see the event.
  func requireAssignable(_ person: PersonID?, to event: EventRow) throws {
    guard let person, try !isVisible(event, to: person) else { return }
    throw Fault(.assigneeUnknown, field: "assignee")
  }

  /// What an event shows of its list.
  func toDoCounts(of event: EventID) throws -> Events.ToDoCounts {
    try one("SELECT done, items FROM to_do_list WHERE event = ?", event.raw) {
      Events.ToDoCounts(done: Int(try $0.int(0)), all: Int(try $0.int(1)))
    } ?? Events.ToDoCounts(done: 0, all: 0)
  }

  /// Counts the list anew and tells those who see the event.
  func toDosChanged(_ event: EventRow, _ call: Call) throws {
    try run(
      """
      INSERT INTO to_do_list(event, items, done)
      SELECT ?, count(*), count(done_at) FROM to_do WHERE event = ? AND deleted_at IS NULL
      ON CONFLICT(event) DO UPDATE SET items = excluded.items, done = excluded.done
      """,
      event.id.raw, event.id.raw)
    try tell(Events.ToDosChanged(event: event.id), to: try audience(of: event), call)
  }

  /// Takes a person whose account goes off to-dos of others' events.
  /// - Returns: how many rows changed, `limit` at most for each of the two.
  func forgetInToDos(_ person: PersonID, limit: Int) throws -> Int {
    var changed = 0
    for column in ["done_by", "assignee"] {
      changed += try run(
        """
        UPDATE to_do SET \(column) = NULL WHERE id IN (SELECT id FROM to_do WHERE \(column) = ? LIMIT ?)
        """,
        person.raw, limit)
    }
    return changed
  }
}

private let toDoColumns = "id, text, done_by, done_at, due, assignee, version"

extension Events.ToDo {
  fileprivate init(_ row: borrowing Row) throws {
    let due = try row.textOrNil(4)
    let date = due.flatMap { CivilDate($0) }
    guard (due == nil) == (date == nil) else { throw DamagedRow(what: "due of a to-do") }
    let done = try row.instantOrNil(3)
    self.init(
      id: ToDoID(try row.id(0)), text: try row.text(1), isDone: done != nil,
      doneBy: try row.idOrNil(2).map { PersonID($0) }, done: done, due: date,
      assignee: try row.idOrNil(5).map { PersonID($0) }, version: try row.int(6))
  }

  /// What an edit makes of it; the version grows only if something is different then. Who ticked it first
  /// stays the one who did it.
  /// - Throws: `title_blank` when the text is to be cleared.
  func applying(_ edit: Events.EditToDo, by person: PersonID, at now: Instant) throws(Fault) -> Events.ToDo {
    guard let text = edit.text.map(\.text).applied(to: text) else { throw Fault(.titleBlank, field: "text") }
    let isDone = edit.isDone ?? self.isDone
    let isSame = isDone == self.isDone
    func edited(version: Int64) -> Events.ToDo {
      Events.ToDo(
        id: id, text: text, isDone: isDone, doneBy: isSame ? doneBy : isDone ? person : nil,
        done: isSame ? done : isDone ? now : nil, due: edit.due.applied(to: due),
        assignee: edit.assignee.applied(to: assignee), version: version)
    }
    return edited(version: version) == self ? self : edited(version: version + 1)
  }
}
