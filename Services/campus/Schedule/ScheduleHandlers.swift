import Schema
import ServiceKit
import Store

/// A student's own schedule: a blank one lists every block, and a save is all or nothing.
extension CampusService {
  func registerSchedule(in handlers: inout Handlers) {
    handlers.on(Campus.GetSchedule.self, getSchedule)
    handlers.on(Campus.SaveSchedule.self, saveSchedule)
    handlers.on(Campus.ListScheduleVersions.self, listScheduleVersions)
    handlers.on(Campus.RestoreSchedule.self, restoreSchedule)
    handlers.on(Campus.CopySchedule.self, copySchedule)
    handlers.on(Campus.GetMyDay.self, getMyDay)
    handlers.on(Campus.GetMySchool.self, getMySchool)
    handlers.on(Campus.ChangeMySchool.self, changeMySchool)
  }

  func getSchedule(_ request: Campus.GetSchedule, _ call: Call) async throws -> Campus.Schedule {
    let person = try call.person
    return try await call.read { db in
      try db.schedule(of: person, term: try db.term(request.term, call).id)
    }
  }

  func saveSchedule(
    _ request: Campus.SaveSchedule, _ call: Call
  ) async throws -> EncodedReply<Campus.Schedule> {
    let person = try call.person
    return try await call.write { db in try db.save(request, of: person, call) }
  }

  func listScheduleVersions(
    _ request: Campus.ListScheduleVersions, _ call: Call
  ) async throws -> Campus.ScheduleVersions {
    let person = try call.person
    return try await call.read { db in
      let term = try db.term(request.term, call).id
      return Campus.ScheduleVersions(items: try db.scheduleVersions(of: person, term: term))
    }
  }

  func restoreSchedule(
    _ request: Campus.RestoreSchedule, _ call: Call
  ) async throws -> EncodedReply<Campus.Schedule> {
    let person = try call.person
    return try await call.write { db in
      let term = try db.openTerm(request.term, call)
      guard let kept = try db.keptChoices(of: person, term: term.id, version: request.version) else {
        throw Fault(.notFound, field: "version")
      }
      let (choices, cleared) = try db.fitting(kept.choices, grade: kept.grade, field: "version")
      try db.save(choices, kept.grade, of: person, term: term.id, call)
      return try db.schedule(of: person, term: term.id, cleared: cleared)
    }
  }

  func copySchedule(
    _ request: Campus.CopySchedule, _ call: Call
  ) async throws -> EncodedReply<Campus.Schedule> {
    let person = try call.person
    return try await call.write { db in
      guard request.from != request.to else { throw Fault(.sameTerm, field: "to") }
      let (from, to) = (try db.term(request.from, call), try db.openTerm(request.to, call))
      guard let source = try db.scheduleRow(of: person, term: from.id) else {
        throw Fault(.notFound, field: "from")
      }
      let old = try db.scheduleRow(of: person, term: to.id)
      guard old?.version ?? 0 == request.version ?? 0 else {
        throw try Fault.changedElsewhere(current: try db.schedule(of: person, term: to.id))
      }
      let grade = request.grade ?? source.grade
      let (choices, cleared) = try db.fitting(
        try db.choices(of: person, term: from.id), grade: grade, field: "grade")
      try db.save(choices, grade, of: person, term: to.id, call)
      return try db.schedule(of: person, term: to.id, cleared: cleared)
    }
  }
}

extension Database {
  /// The term of a request; without one, the current one.
  fileprivate func term(_ id: TermID?, _ call: Call) throws -> TermRow {
    if let id {
      guard let term = try termRows().first(where: { $0.id == id }) else {
        throw Fault(.notFound, field: "term")
      }
      return term
    }
    guard let term = try scheduleTerm(on: try schoolFrame().today(call.now)) else { throw Fault(.noTerm) }
    return term
  }

  /// Such a term that is not over.
  fileprivate func openTerm(_ id: TermID?, _ call: Call) throws -> TermRow {
    let term = try term(id, call)
    guard term.ends >= (try schoolFrame().today(call.now)) else { throw Fault(.termOver, field: "term") }
    return term
  }

  /// Saves a schedule if every choice fits. The same schedule again changes nothing.
  func save(_ request: Campus.SaveSchedule, of person: PersonID, _ call: Call) throws -> Campus.Schedule {
    let term = try openTerm(request.term, call)
    let old = try scheduleRow(of: person, term: term.id)
    guard old?.version ?? 0 == request.version else {
      throw try Fault.changedElsewhere(current: try schedule(of: person, term: term.id))
    }
    let choices = request.choices.all.sorted { $0.block < $1.block }
    try check(request.choices.all, grade: request.grade)
    let known = try self.choices(of: person, term: term.id)
    guard old == nil || old?.grade != request.grade || known != choices else {
      return try schedule(of: person, term: term.id)
    }
    try save(choices, request.grade, of: person, term: term.id, call)
    return try schedule(of: person, term: term.id)
  }

  /// - Throws: the fault of the first choice that does not fit.
  private func check(_ choices: [Campus.ScheduleChoice], grade: Grade) throws {
    let school = try schoolFrame()
    guard school.grades.contains(grade) else { throw Fault(.gradeUnknown, field: "grade") }
    var blocks: Set<BlockNumber> = []
    var classes: Set<ClassID> = []
    for (index, choice) in choices.enumerated() {
      let (block, chosen) = ("choices.\(index).block", "choices.\(index).class")
      guard school.blocks.contains(choice.block) else { throw Fault(.blockUnknown, field: block) }
      guard blocks.insert(choice.block).inserted else { throw Fault(.blockTwice, field: block) }
      guard let row = try schoolClass(choice.class) else { throw Fault(.classGone, field: chosen) }
      guard row.grades.contains(grade) else { throw Fault(.classNotInGrade, field: chosen) }
      guard row.blocks.contains(choice.block) else { throw Fault(.classNotInBlock, field: chosen) }
      guard classes.insert(choice.class).inserted else { throw Fault(.sameClassTwice, field: chosen) }
    }
  }

  /// The choices that still fit, and the others.
  fileprivate func fitting(
    _ choices: [Campus.ScheduleChoice], grade: Grade, field: String
  ) throws -> (fitting: [Campus.ScheduleChoice], cleared: [Campus.ClearedChoice]) {
    let school = try schoolFrame()
    guard school.grades.contains(grade) else { throw Fault(.gradeUnknown, field: field) }
    var fitting: [Campus.ScheduleChoice] = []
    var cleared: [Campus.ClearedChoice] = []
    for choice in choices {
      let row = try schoolClass(choice.class)
      if let row, row.grades.contains(grade), row.blocks.contains(choice.block),
        school.blocks.contains(choice.block)
      {
        fitting.append(choice)
      } else {
        cleared.append(Campus.ClearedChoice(block: choice.block, name: row?.name))
      }
    }
    return (fitting, cleared)
  }
}
