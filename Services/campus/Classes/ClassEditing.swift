import Schema
import ServiceKit
import Store

/// Changes of the catalogue, each with everything that follows from it, for requests and imports alike.
extension Database {
  func addClass(_ request: Campus.AddClass, _ call: Call) throws -> ClassRow {
    let count = try one("SELECT count(*) AS count FROM class") { Int(try $0.int("count")) }
    guard count ?? 0 < Campus.maxClasses else { throw Fault(.tooManyClasses) }
    let teacher = try teacher(request.teacher)
    let row = ClassRow(
      id: .timed(call.now), name: request.name.text, code: request.code?.text, teacher: teacher.person,
      teacherName: teacher.name, room: request.room?.text, lunch: request.lunch, course: request.course,
      grades: NumberSet(request.grades.all), blocks: NumberSet(request.blocks.all), version: 1)
    try check(row)
    try put(row)
    try announce(row, call)
    try audit(.schoolChanged, of: row.id.description, "added \(row.named)", call)
    try remeetAll()
    return row
  }

  func editClass(_ request: Campus.EditClass, _ call: Call) throws -> ClassRow {
    guard let old = try schoolClass(request.id) else { throw Fault(.notFound) }
    guard old.version == request.version else { throw try Fault.changedElsewhere(current: old.shown()) }
    var row = try old.applying(request)
    if case .keep = request.teacher {
    } else {
      let teacher = try teacher(request.teacher.applied(to: nil))
      (row.teacher, row.teacherName) = (teacher.person, teacher.name)
    }
    guard row != old else { return old }
    row.version += 1
    try check(row)
    try put(row)
    try announce(row, call)
    try audit(.schoolChanged, of: row.id.description, "changed \(row.named)", call)
    if !old.grades.isSubset(of: row.grades) || !old.blocks.isSubset(of: row.blocks) {
      try clearChoices(of: row.id, unless: row, call)
    }
    try replanPeople(of: row.id)
    for teacher in [old.teacher, row.teacher].compactMap({ $0 }) { try replan(teacher) }
    try remeetAll()
    return row
  }

  /// Deletes a class with its notices. Its blocks in schedules become free.
  func deleteClass(_ id: ClassID, _ call: Call) throws {
    guard let row = try schoolClass(id) else { return }
    try clearChoices(of: id, unless: nil, call)
    if let teacher = row.teacher { try replan(teacher) }
    try run("DELETE FROM class WHERE id = ?", id.raw)
    try run("DELETE FROM roster WHERE class = ?", id.raw)
    try run("DELETE FROM meeting WHERE class = ?", id.raw)
    try publish(Campus.ClassChanged(id: id), to: .everyone, call)
    try publish(Campus.ClassRemoved(id: id), to: .programs, call)
    try audit(.schoolChanged, of: id.description, "deleted \(row.named)", call)
  }

  /// Takes an erased person off the classes that they taught. The name that the school wrote goes, too.
  /// - Returns: True if more may be left.
  func leaveClasses(_ person: PersonID, limit: Int, _ call: Call) throws -> Bool {
    let taught = try taughtClasses(of: person).prefix(limit)
    for var row in taught {
      (row.teacher, row.teacherName) = (nil, nil)
      row.version += 1
      try put(row)
      try announce(row, call)
    }
    return taught.count >= limit
  }

  /// Says to everybody, and to programs, that a class is new or changed.
  private func announce(_ row: ClassRow, _ call: Call) throws {
    try publish(Campus.ClassChanged(id: row.id), to: .everyone, call)
    try publish(row.listed, to: .programs, call)
  }

  private func check(_ row: ClassRow) throws {
    let school = try schoolFrame()
    guard row.grades.isSubset(of: school.grades) else { throw Fault(.gradeUnknown, field: "grades") }
    guard row.blocks.isSubset(of: school.blocks) else { throw Fault(.blockUnknown, field: "blocks") }
    guard try !hasClass(like: row) else { throw Fault(.classExists, field: "name") }
  }

  /// The teacher of a request: a known person, with their name unless the school writes another one.
  private func teacher(_ choice: Campus.ClassTeacher?) throws -> (person: PersonID?, name: String?) {
    guard let person = choice?.person else { return (nil, choice?.name?.text) }
    guard let name = try fullName(of: person) else { throw Fault(.personUnknown, field: "teacher.person") }
    return (person, choice?.name?.text ?? name)
  }

  /// Removes a class from the schedules of terms that are not over: from those that it no longer fits, or
  /// from all.
  private func clearChoices(of id: ClassID, unless row: ClassRow?, _ call: Call) throws {
    for term in try openTerms(at: call.now) {
      let people = try all(
        """
        SELECT schedule.person AS person, grade, block FROM schedule_class
        JOIN schedule ON schedule.person = schedule_class.person AND schedule.term = schedule_class.term
        WHERE schedule_class.class = ? AND schedule_class.term = ? ORDER BY schedule.person
        """,
        id.raw, term.raw
      ) { found in
        (
          person: PersonID(try found.id("person")), grade: Grade(checked: Int(try found.int("grade"))),
          block: BlockNumber(checked: Int(try found.int("block")))
        )
      }
      let losing = people.filter {
        row?.grades.contains($0.grade) != true || row?.blocks.contains($0.block) != true
      }
      for (person, _, block) in losing {
        try run(
          "DELETE FROM schedule_class WHERE person = ? AND term = ? AND block = ?", person.raw, term.raw,
          block.count)
        try run(
          "UPDATE schedule SET version = version + 1 WHERE person = ? AND term = ?", person.raw, term.raw)
        try replan(person)
      }
      try publishSchedules(of: losing.map(\.person), term, call)
    }
  }

  /// Says to people that their schedules changed.
  func publishSchedules(of people: [PersonID], _ term: TermID, _ call: Call) throws {
    for first in stride(from: 0, to: people.count, by: Audience.maxPeople) {
      let some = Array(people[first..<min(first + Audience.maxPeople, people.count)])
      try publish(Campus.ScheduleChanged(term: term), to: .people(some), call)
    }
  }
}

extension ClassRow {
  /// The class after an edit, except for its teacher.
  fileprivate func applying(_ edit: Campus.EditClass) throws(Fault) -> ClassRow {
    guard let name = edit.name.map(\.text).applied(to: name) else { throw Fault(.nameBlank, field: "name") }
    var row = self
    row.name = name
    row.code = edit.code.map(\.text).applied(to: code)
    row.room = edit.room.map(\.text).applied(to: room)
    row.lunch = edit.lunch.applied(to: lunch)
    row.course = edit.course.applied(to: course)
    switch edit.grades {
    case .keep: break
    case .clear: throw Fault(.gradesBad, field: "grades")
    case .set(let grades): row.grades = NumberSet(grades.all)
    }
    switch edit.blocks {
    case .keep: break
    case .clear: throw Fault(.blocksBad, field: "blocks")
    case .set(let blocks): row.blocks = NumberSet(blocks.all)
    }
    return row
  }
}
