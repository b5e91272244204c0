import Schema
import ServiceKit
import Store

/// To-dos of events, beyond the features of every list.
extension Database {
  /// - Throws: `assignee_unknown` if the person does not see the event.
  func requireAssignable(_ person: PersonID?, to event: EventRow) throws {
    guard let person, try !isVisible(event, to: person) else { return }
    throw Fault(.assigneeUnknown, field: "assignee")
  }

  /// The counts of the list that an event shows.
  func toDoCounts(of event: EventID) throws -> Events.ToDoCounts {
    try one("SELECT done, items FROM to_do_list WHERE event = ?", event.raw) {
      Events.ToDoCounts(done: Int(try $0.int("done")), all: Int(try $0.int("items")))
    } ?? Events.ToDoCounts(done: 0, all: 0)
  }

  /// Removes a person whose account is erased from to-dos of others' events.
  /// - Returns: the number of rows changed, at most `limit` for each of the two columns.
  func forgetInToDos(_ person: PersonID, limit: Int) throws -> Int {
    var changed = 0
    for column in ["done_by", "assignee"] {
      changed += try change(
        """
        UPDATE to_do SET \(column) = NULL WHERE id IN (SELECT id FROM to_do WHERE \(column) = ? LIMIT ?)
        """,
        person.raw, limit)
    }
    return changed
  }
}

extension Events.ToDo: ListLine {
  static var table: ListTable { .toDos }
  static let columns = ["id", "text", "done_by", "done_at", "due", "assignee", "version"]

  var values: [(any SQLBindable)?] {
    [id.raw, text, doneBy?.raw, done, due?.description, assignee?.raw, version]
  }

  init(_ row: borrowing Row) throws {
    let due = try row.textOrNil("due")
    let date = due.flatMap { CivilDate($0) }
    guard (due == nil) == (date == nil) else { throw DamagedRow(what: "due of a to-do") }
    let done = try row.instantOrNil("done_at")
    self.init(
      id: ToDoID(try row.id("id")), text: try row.text("text"), isDone: done != nil,
      doneBy: try row.idOrNil("done_by").map { PersonID($0) }, done: done, due: date,
      assignee: try row.idOrNil("assignee").map { PersonID($0) }, version: try row.int("version"))
  }

  static func listChanged(_ event: EventRow, _ db: borrowing Database, _ call: Call) throws {
    try db.run(
      """
      INSERT INTO to_do_list(event, items, done)
      SELECT ?, count(*), count(done_at) FROM to_do WHERE event = ? AND deleted_at IS NULL
      ON CONFLICT(event) DO UPDATE SET items = excluded.items, done = excluded.done
      """,
      event.id.raw, event.id.raw)
    try db.publish(Events.ToDosChanged(event: event.id), to: try db.audience(of: event), call)
  }

  /// The to-do after an edit; the version increases only if something changed. The person who first checked
  /// it off stays recorded.
  /// - Throws: `title_blank` if the text is cleared, `date_bad` for a due date that nobody means.
  func applying(_ edit: Events.EditToDo, by person: PersonID, at now: Instant) throws(Fault) -> Events.ToDo {
    guard let text = edit.text.map(\.text).applied(to: text) else { throw Fault(.titleBlank, field: "text") }
    if case .set(let due) = edit.due { try due.checkEntered("due") }
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
