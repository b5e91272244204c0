import Schema
import ServiceKit
import TestSupport
import Testing

@testable import campus

@Suite("The catalogue of classes") struct ClassTests {
  @Test("lists by name what a grade, a block and a query have, page by page")
  func list() async throws {
    try await SampleSchool.with { school in
      _ = try await school.add("Zoology 100%", blocks: [8], grades: [12])
      _ = try await school.add("art", blocks: [1, 2])
      _ = try await school.add("Biology", blocks: [2], teacher: school.teacher.id)
      func names(_ list: Campus.ListClasses) async throws -> [String] {
        try await school.program.ask(list, as: school.ada).items.map(\.name.text)
      }
      #expect(try await names(Campus.ListClasses()) == ["art", "Biology", "Zoology 100%"])
      #expect(try await names(Campus.ListClasses(grade: Grade(checked: 12))) == ["Zoology 100%"])
      #expect(try await names(Campus.ListClasses(block: BlockNumber(checked: 2))) == ["art", "Biology"])
      #expect(try await names(Campus.ListClasses(query: ClassQuery(checked: "ALVAREZ"))) == ["Biology"])
      #expect(try await names(Campus.ListClasses(query: ClassQuery(checked: "0%"))) == ["Zoology 100%"])
      #expect(try await names(Campus.ListClasses(query: ClassQuery(checked: "%"))) == ["Zoology 100%"])
      let first = try await school.program.ask(
        Campus.ListClasses(limit: PageLimit(checked: 2)), as: school.ada)
      #expect(first.items.count == 2 && first.items.allSatisfy { $0.students == nil })
      #expect(first.next != nil)
      #expect(try await names(Campus.ListClasses(cursor: first.next)) == ["Zoology 100%"])
    }
  }

  @Test("has each class for everybody, and counts its students for teachers and administrators")
  func get() async throws {
    try await SampleSchool.with { school in
      let biology = try await school.add("Biology", blocks: [1], teacher: school.teacher.id)
      try await school.save([(1, biology.id)], of: school.ada)
      try await school.plan()
      let request = Campus.GetClass(id: biology.id)
      let seen = try await school.program.ask(request, as: school.bo)
      #expect(seen.id == biology.id && seen.name == biology.name && seen.room == biology.room)
      #expect(seen.teacher == biology.teacher && seen.blocks == biology.blocks && seen.students == nil)
      for reader in [school.teacher, school.admin] {
        let counted = try await school.program.ask(request, as: reader)
        let listed = try await school.program.ask(Campus.ListClasses(), as: reader)
        #expect(counted.students == 1 && listed.items == [counted])
      }
      _ = try await school.program.ask(Campus.DeleteClass(id: biology.id), as: school.admin)
      await refuses("not_found") { try await school.program.ask(request, as: school.ada) }
    }
  }

  @Test("is changed by administrators alone, within the school's grades and blocks")
  func refusals() async throws {
    try await SampleSchool.with { school in
      let biology = try await school.add("Biology", blocks: [1])
      await refuses("class_exists") { try await school.add("biology", blocks: [2]) }
      await refuses("grade_unknown") { try await school.add("Physics", blocks: [2], grades: [9, 13]) }
      await refuses("block_unknown") { try await school.add("Physics", blocks: [9]) }
      await refuses("person_unknown") {
        try await school.add("Physics", blocks: [1], teacher: PersonID.random())
      }
      await refuses("not_allowed") {
        try await school.program.ask(Campus.DeleteClass(id: biology.id), as: school.teacher)
      }
      await refuses("changed_elsewhere") {
        try await school.program.ask(
          Campus.EditClass(id: biology.id, version: 7, room: .clear), as: school.admin)
      }
      await refuses("name_blank") {
        try await school.program.ask(
          Campus.EditClass(id: biology.id, version: 1, name: .clear), as: school.admin)
      }
      let edited = try await school.program.ask(
        Campus.EditClass(id: biology.id, version: 1, room: .clear), as: school.admin)
      #expect(edited.version == 2 && edited.room == nil && edited.name.text == "Biology")
    }
  }

  @Test("frees the blocks of students whom an edit or a deletion leaves out, and says so")
  func losses() async throws {
    try await SampleSchool.with { school in
      let biology = try await school.add("Biology", blocks: [1, 2])
      try await school.save([(1, biology.id)], of: school.ada)
      try await school.save([(2, biology.id)], of: school.bo, grade: 10)
      try await school.plan()
      let counted = try await school.program.ask(Campus.ListClasses(), as: school.teacher)
      #expect(counted.items.map(\.students) == [2])
      _ = try await school.program.ask(
        Campus.EditClass(
          id: biology.id, version: 1, grades: .set(Grades(checked: [Grade(checked: 9)]))), as: school.admin)
      try await school.plan()
      let kept = try await school.program.ask(Campus.GetSchedule(), as: school.ada)
      let lost = try await school.program.ask(Campus.GetSchedule(), as: school.bo)
      #expect(kept.blocks[0].class?.version == 2 && lost.blocks[1].class == nil && lost.version == 2)
      _ = try await school.program.ask(Campus.DeleteClass(id: biology.id), as: school.admin)
      try await school.plan()
      #expect(try await school.program.ask(Campus.GetSchedule(), as: school.ada).blocks[0].class == nil)
      let rosters = try school.program.published(Campus.RosterChanged.self)
      #expect(rosters.flatMap(\.added) == [school.ada.id, school.bo.id])
      #expect(rosters.flatMap(\.removed) == [school.bo.id])
      #expect(try school.program.published(Campus.ClassListed.self).count == 2)
      #expect(try school.program.published(Campus.ClassRemoved.self).map(\.id) == [biology.id])
    }
  }
}
