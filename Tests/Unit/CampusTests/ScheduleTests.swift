import Schema
import ServiceKit
import TestSupport
import Testing

@testable import campus

@Suite("A schedule") struct ScheduleTests {
  @Test("is blank with every block, and saves all choices at once with room and teacher")
  func save() async throws {
    try await SampleSchool.with { school in
      let blank = try await school.program.ask(Campus.GetSchedule(), as: school.ada)
      #expect(blank.term == school.fall && blank.version == 0 && blank.grade == nil)
      #expect(blank.blocks.map(\.block.count) == Array(1...8) && blank.blocks.allSatisfy { $0.class == nil })
      let biology = try await school.add("Biology", blocks: [1, 5], teacher: school.teacher.id)
      let saved = try await school.save([(5, biology.id)], of: school.ada)
      #expect(saved.version == 1 && saved.grade?.count == 9 && saved.savedAt == SampleSchool.start)
      #expect(saved.blocks.compactMap { $0.class?.name.text } == ["Biology"])
      #expect(saved.blocks[4].class?.teacher?.name?.text == "Rosa Alvarez")
      #expect(saved.blocks[4].class?.room?.text == "B-214")
      #expect(try await school.program.ask(Campus.GetSchedule(), as: school.ada) == saved)
      #expect(try await school.program.ask(Campus.GetSchedule(), as: school.bo).version == 0)
      // The same again is no edit.
      #expect(try await school.save([(5, biology.id)], of: school.ada, version: 1) == saved)
      #expect(try school.program.published(Campus.ScheduleChanged.self).count == 1)
    }
  }

  @Test("that does not fit changes nothing, and says which choice is the reason")
  func refusals() async throws {
    try await SampleSchool.with { school in
      let biology = try await school.add("Biology", blocks: [1, 2])
      let seniors = try await school.add("Physics", blocks: [2], grades: [12])
      try await school.save([(1, biology.id)], of: school.ada)
      func unfit(
        _ code: String, _ field: String?, _ choices: [(Int, ClassID)], grade: Int = 9, version: Int64 = 1
      ) async {
        let fault = await refuses(code) {
          try await school.save(choices, of: school.ada, grade: grade, version: version)
        }
        #expect(fault?.fields?.first?.field == field)
      }
      await unfit("grade_unknown", "grade", [(1, biology.id)], grade: 8)
      await unfit("class_not_in_grade", "choices.1.class", [(1, biology.id), (2, seniors.id)])
      await unfit("class_not_in_block", "choices.0.class", [(3, biology.id)])
      await unfit("same_class_twice", "choices.1.class", [(1, biology.id), (2, biology.id)])
      await unfit("block_twice", "choices.1.block", [(1, biology.id), (1, seniors.id)])
      await unfit("block_unknown", "choices.0.block", [(9, biology.id)])
      await unfit("class_gone", "choices.0.class", [(1, .random())])
      await unfit("changed_elsewhere", nil, [], version: 0)
      let kept = try await school.program.ask(Campus.GetSchedule(), as: school.ada)
      #expect(kept.version == 1 && kept.blocks[0].class?.id == biology.id)
    }
  }

  @Test("keeps five earlier versions, and a restore leaves out what no longer fits")
  func versions() async throws {
    try await SampleSchool.with { school in
      var classes: [Campus.SchoolClass] = []
      for number in 1...7 { classes.append(try await school.add("Class \(number)", blocks: [1, 2])) }
      for (version, row) in classes.enumerated() {
        try await school.save(
          [(1, row.id), (2, classes[(version + 1) % 7].id)], of: school.ada, version: Int64(version))
      }
      let kept = try await school.program.ask(Campus.ListScheduleVersions(), as: school.ada)
      #expect(kept.items.map(\.version) == [6, 5, 4, 3, 2])
      #expect(kept.items[0].blocks[0].class?.name.text == "Class 6")
      await refuses("not_found") {
        try await school.program.ask(Campus.RestoreSchedule(version: 1), as: school.ada)
      }
      _ = try await school.program.ask(Campus.DeleteClass(id: classes[2].id), as: school.admin)
      let restored = try await school.program.ask(Campus.RestoreSchedule(version: 2), as: school.ada)
      #expect(restored.version == 8 && restored.blocks[0].class?.id == classes[1].id)
      #expect(restored.cleared == [Campus.ClearedChoice(block: BlockNumber(checked: 2), name: nil)])
    }
  }

  @Test("is copied to the next term once, without what does not fit the new grade")
  func copy() async throws {
    try await SampleSchool.with { school in
      let biology = try await school.add("Biology", blocks: [1], grades: [9])
      let english = try await school.add("English", blocks: [2], grades: [9, 10])
      try await school.save([(1, biology.id), (2, english.id)], of: school.ada)
      func copy(_ version: Int64? = nil) async throws -> Campus.Schedule {
        try await school.program.ask(
          Campus.CopySchedule(
            from: school.fall, to: school.spring, grade: Grade(checked: 10), version: version),
          as: school.ada)
      }
      let copied = try await copy()
      #expect(copied.term == school.spring && copied.grade?.count == 10 && copied.version == 1)
      #expect(copied.blocks.compactMap { $0.class?.id } == [english.id])
      #expect(copied.cleared?.map(\.name) == ["Biology"])
      await refuses("changed_elsewhere") { try await copy() }
      #expect(try await copy(1).version == 2)
      await refuses("same_term") {
        try await school.program.ask(
          Campus.CopySchedule(from: school.fall, to: school.fall), as: school.ada)
      }
      // The rosters stay those of the term that runs.
      let rosters = try school.program.published(Campus.RosterChanged.self)
      #expect(Set(rosters.map(\.id)) == [biology.id, english.id] && rosters.count == 2)
    }
  }

  @Test("of a term that is over stays as it is")
  func over() async throws {
    try await SampleSchool.with { school in
      let biology = try await school.add("Biology", blocks: [1])
      try await school.save([(1, biology.id)], of: school.ada)
      try school.move(to: try #require(SampleSchool.friday.adding(days: 100)), hour: 8)
      await refuses("term_over") { try await school.save([], of: school.ada, version: 1) }
      #expect(try await school.program.ask(Campus.GetSchedule(), as: school.ada).term == school.spring)
      let old = try await school.program.ask(Campus.GetSchedule(term: school.fall), as: school.ada)
      #expect(old.blocks[0].class?.id == biology.id)
    }
  }

  @Test("leaves with its person, from the rosters too")
  func erased() async throws {
    try await SampleSchool.with { school in
      let biology = try await school.add("Biology", blocks: [1], teacher: school.teacher.id)
      try await school.save([(1, biology.id)], of: school.ada)
      try await school.program.receive(Auth.PersonErased(person: school.ada.id), from: .auth)
      try await school.program.receive(Auth.PersonErased(person: school.teacher.id), from: .auth)
      let rosters = try school.program.published(Campus.RosterChanged.self)
      #expect(
        rosters.map(\.added) == [[school.ada.id], []] && rosters.map(\.removed) == [[], [school.ada.id]])
      let page = try await school.program.ask(Campus.ListClasses(), as: school.bo)
      #expect(page.items.map(\.teacher) == [nil])
    }
  }
}
