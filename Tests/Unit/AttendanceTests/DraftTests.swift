import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import attendance

/// A school whose classes attendance is told of, as campus tells it.
private struct School: Sendable {
  let program: ProgramInProcess<AttendanceService>
  let campus: Campus
  let biology = ClassID.random()

  static func with(_ body: (School) async throws -> Void) async throws {
    let campus = Campus()
    try await Program.with(AttendanceService.self, answers: [campus.finds]) { program in
      for (person, first) in campus.named {
        try await program.receive(
          Auth.SignedUp(person: person.id, firstName: first, lastName: "Example", room: nil), from: .auth)
      }
      let school = School(program: program, campus: campus)
      try await school.list()
      try await body(school)
    }
  }

  func list(
    _ name: String = "Biology", teacher: TestPerson? = nil, course: CourseID? = nil
  ) async throws {
    try await program.receive(
      Schema.Campus.ClassListed(
        id: biology, name: CourseName(checked: name), code: CourseCode(checked: "BIO 2"),
        teacher: (teacher ?? campus.tess).id, course: course),
      from: .campus)
  }

  func roster(added: [TestPerson] = [], removed: [TestPerson] = []) async throws {
    try await program.receive(
      Schema.Campus.RosterChanged(id: biology, added: added.map(\.id), removed: removed.map(\.id)),
      from: .campus)
  }

  /// Meetings of a day; minutes are counted from the start of the test.
  func meet(_ day: String, _ meetings: (block: Int, minutes: Int)..., room: String? = nil) async throws {
    let date = try #require(CivilDate(day))
    try await program.receive(
      Schema.Campus.MeetingsChanged(
        id: biology, date: date,
        meetings: meetings.map { School.meeting($0.block, $0.minutes, room: room) }),
      from: .campus)
  }

  static func meeting(_ block: Int, _ minutes: Int, room: String? = nil) -> Schema.Campus.Meeting {
    let starts = Program.start.advanced(by: .seconds(60 * minutes))
    return Schema.Campus.Meeting(
      starts: starts, ends: starts.advanced(by: .seconds(45 * 60)), block: block, room: room)
  }

  /// Applies a snapshot with the class or without, and with neither students nor meetings.
  func snapshot(listsClass: Bool) async throws {
    let tables = [
      AttendanceService.classCopies, AttendanceService.studentCopies, AttendanceService.draftCopies,
    ]
    let told = Schema.Campus.ClassListed(
      id: biology, name: CourseName(checked: "Biology"), code: nil, teacher: campus.tess.id, course: nil)
    try await program.context.store.write { db in
      let call = program.call(nil)
      for table in tables { try table.mark(db, call) }
      if listsClass { try program.service.classListed(told, db, call) }
      for table in tables { try table.sweep(db, call) }
    }
  }

  func drafts(_ person: TestPerson? = nil) async throws -> [Attendance.Draft] {
    try await program.ask(Attendance.ListDrafts(), as: person ?? campus.tess).items
  }

  func open(_ draft: Attendance.Draft, as person: TestPerson? = nil) async throws -> Attendance.CheckIn {
    try await program.ask(Attendance.OpenDraft(id: draft.id), as: person ?? campus.tess)
  }

  func courses(_ person: TestPerson) async throws -> [Attendance.Course] {
    try await program.ask(Attendance.ListCourses(), as: person).items
  }

  func course(of person: TestPerson? = nil) async throws -> Attendance.Course {
    let found = try await courses(person ?? campus.tess)
    return try #require(found.first)
  }

  func firstDraft() async throws -> Attendance.Draft {
    let found = try await drafts()
    return try #require(found.first)
  }

  func code<Reply>(_ body: () async throws -> Reply) async throws -> String? {
    do {
      _ = try await body()
      return nil
    } catch let fault as Fault { return fault.code }
  }
}

@Suite("Meetings become drafts, and an opened draft keeps its times")
struct DraftPlanTests {
  private static let ids = (0..<4).map { _ in DraftID.random() }

  private func known(_ number: Int, _ block: Int, _ minutes: Int, opened: Bool = false) -> DraftPlan.Known {
    DraftPlan.Known(
      id: DraftPlanTests.ids[number], meeting: School.meeting(block, minutes), isOpened: opened)
  }

  private func shown(_ plan: DraftPlan) -> String {
    let minutes = { (meeting: Schema.Campus.Meeting) in
      "\(meeting.block)@\((meeting.starts.milliseconds - Program.start.milliseconds) / 60_000)"
    }
    let number = { (id: DraftID) in DraftPlanTests.ids.firstIndex(of: id) ?? -1 }
    return
      (plan.added.map { "+\(minutes($0))" } + plan.changed.map { "\(number($0.id))→\(minutes($0.meeting))" }
      + plan.removed.map { "-\(number($0))" }).joined(separator: " ")
  }

  @Test("each meeting takes the draft of its block, the one of the same time first")
  func plans() {
    let meetings = { (list: [(Int, Int)]) in list.map { School.meeting($0.0, $0.1) } }
    #expect(shown(DraftPlan([], meetings([(2, 60), (1, 0)]))) == "+1@0 +2@60")
    #expect(DraftPlan([known(0, 1, 0)], meetings([(1, 0)])).isEmpty)
    // Two hours later, another block, nothing any more.
    #expect(shown(DraftPlan([known(0, 1, 0)], meetings([(1, 120)]))) == "0→1@120")
    #expect(shown(DraftPlan([known(0, 1, 0)], meetings([(2, 0)]))) == "+2@0 -0")
    #expect(shown(DraftPlan([known(0, 1, 0), known(1, 1, 60)], [])) == "-0 -1")
    // A class that meets twice keeps the second meeting when the first falls out.
    #expect(shown(DraftPlan([known(0, 1, 0), known(1, 1, 60)], meetings([(1, 60)]))) == "-0")
    let later = DraftPlan([known(0, 1, 0), known(1, 1, 60)], meetings([(1, 30), (1, 90)]))
    #expect(shown(later) == "0→1@30 1→1@90")
    // What was opened neither moves nor goes, and its meeting needs no other draft.
    #expect(DraftPlan([known(0, 1, 0, opened: true)], meetings([(1, 120)])).isEmpty)
    #expect(DraftPlan([known(0, 1, 0, opened: true)], []).isEmpty)
    #expect(
      shown(DraftPlan([known(0, 1, 0, opened: true), known(1, 1, 60)], meetings([(1, 60)]))) == "")
  }
}

@Suite("A class of the school has a course, its people and drafts of its check-ins")
struct DraftTests {
  @Test("a class brings its teacher and students, a new name and a new teacher, and stays when it is gone")
  func follows() async throws {
    try await School.with { school in
      let (tess, ada, ben) = (school.campus.tess, school.campus.ada, school.campus.ben)
      let course = try await school.course()
      #expect(course.name == "Biology" && course.code == "BIO 2" && course.schoolClass == school.biology)
      #expect(course.role == .instructor)
      try await school.roster(added: [ada, ben])
      try await school.roster(added: [ada], removed: [ben])
      #expect(try await school.courses(ada).map(\.id) == [course.id])
      #expect(try await school.courses(ben) == [])
      // Somebody whom the teacher added is not the catalogue's to remove.
      _ = try await school.program.ask(
        Attendance.SetRosterRole(id: course.id, person: ben.id, role: .student), as: tess)
      try await school.roster(removed: [ben])
      #expect(try await school.courses(ben).count == 1)

      try await school.list("Biology II", teacher: ben)
      #expect(try await school.courses(tess) == [])
      let taught = try await school.courses(ben)
      #expect(taught.map(\.name) == ["Biology II"] && taught.map(\.role) == [.instructor])

      try await school.meet("2026-10-16", (1, 60))
      #expect(try await school.drafts(ben).count == 1)
      try await school.program.receive(Schema.Campus.ClassRemoved(id: school.biology), from: .campus)
      #expect(try await school.drafts(ben) == [])
      let left = try await school.course(of: ben)
      #expect(left.id == course.id && left.schoolClass == nil)
      // Nothing reaches a class that is gone; once it is back, so is its course.
      try await school.meet("2026-10-16", (1, 60))
      #expect(try await school.drafts(ben) == [])
      try await school.list(teacher: ben)
      #expect(try await school.courses(ben).map(\.schoolClass) == [school.biology])
    }
  }

  @Test("an administrator's choice of a course takes over the class with its people and drafts")
  func chosen() async throws {
    try await School.with { school in
      let (tess, ada) = (school.campus.tess, school.campus.ada)
      let made = try await school.course()
      try await school.roster(added: [ada])
      try await school.meet("2026-10-16", (1, 60))
      let own = try await school.program.ask(
        Attendance.AddCourse(name: CourseName(checked: "Old biology")), as: tess)
      try await school.list(course: own.id)
      #expect(try await school.courses(ada).map(\.id) == [own.id])
      #expect(try await school.drafts().map(\.course) == [own.id])
      let names = Dictionary(
        uniqueKeysWithValues: try await school.courses(tess).map { ($0.id, $0.schoolClass) })
      #expect(names == [own.id: school.biology, made.id: nil])
      // A course that does not exist is no reason to lose the one it has.
      try await school.list(course: .random())
      #expect(try await school.drafts().map(\.course) == [own.id])
    }
  }

  @Test("the name of a class's course is the catalogue's, and only who has no class is deleted")
  func fixed() async throws {
    try await School.with { school in
      let (tess, course) = (school.campus.tess, try await school.course())
      let code = try await school.code {
        try await school.program.ask(
          Attendance.EditCourse(
            id: course.id, version: course.version, name: .set(CourseName(checked: "Mine"))),
          as: tess)
      }
      #expect(code == "course_of_class")
      let edited = try await school.program.ask(
        Attendance.EditCourse(
          id: course.id, version: course.version, name: .set(CourseName(checked: "Biology")),
          term: .set(CourseTerm(checked: "Fall 2026"))),
        as: tess)
      #expect(edited.term == "Fall 2026" && edited.name == "Biology")
      let deleting = Attendance.DeleteCourse(id: course.id)
      #expect(try await school.code { try await school.program.ask(deleting, as: tess) } == "course_of_class")
    }
  }

  @Test("a closing moves and removes drafts, and leaves what was opened and what it recorded")
  func closing() async throws {
    try await School.with { school in
      try await school.roster(added: [school.campus.ada])
      try await school.meet("2026-10-16", (1, 0), (2, 60))
      try await school.meet("2026-10-17", (3, 1440))
      let first = try await school.firstDraft()
      let opened = try await school.open(first)
      #expect(opened.state == .open && opened.starts == Program.start)
      #expect(try await school.drafts().map(\.block) == [2, 3])
      // The day closes: its meetings move to the next day, which has others no more.
      try await school.meet("2026-10-16")
      try await school.meet("2026-10-17", (1, 1440), (2, 1500))
      let moved = try await school.drafts().map { "\($0.block) \($0.starts)" }
      #expect(moved == ["1 2026-10-17T12:00:00.000Z", "2 2026-10-17T13:00:00.000Z"])
      let kept = try await school.program.ask(Attendance.GetCheckIn(id: opened.id), as: school.campus.tess)
      #expect(kept.starts == opened.starts && kept.closes == opened.closes && kept.state == .open)
      #expect(try await school.open(first).id == opened.id, "a repeat returns what was opened")
      let told = try school.program.published(Attendance.DraftsChanged.self)
      #expect(told.count == 5)
    }
  }

  @Test("one press opens as the last check-in, in the room of the timetable, and not twice at a time")
  func opening() async throws {
    try await School.with { school in
      let (tess, course) = (school.campus.tess, try await school.course())
      try await school.meet("2026-10-16", (1, 60), room: "B-214")
      #expect(try await school.drafts().map(\.mode) == [.code], "without a place and a check-in")
      _ = try await school.program.ask(
        Attendance.SaveSpot(
          id: .random(), name: SpotName(checked: "b-214"), latitude: Latitude(checked: 37.87),
          longitude: Longitude(checked: -122.26)),
        as: tess)
      let last = try await school.program.ask(
        Attendance.OpenCheckIn(
          id: course.id, mode: .placeAndCode, minutes: CheckInMinutes(checked: 25),
          lateAfter: LateMinutes(checked: 5), spot: CheckInClass.place),
        as: tess)
      let draft = try await school.firstDraft()
      #expect(draft.mode == .placeAndCode && draft.minutes == 25 && draft.savedSpot != nil)
      let opened = try await school.open(draft)
      #expect(opened.state == .planned && opened.starts == draft.starts && opened.spotName == "b-214")
      #expect(opened.minutes == 25 && opened.lateFrom == draft.starts.advanced(by: .seconds(300)))
      // Deleted, it waits again; while another is open, it cannot be opened.
      _ = try await school.program.ask(Attendance.DeleteCheckIn(id: opened.id), as: tess)
      #expect(try await school.drafts().map(\.id) == [draft.id])
      try await school.meet("2026-10-16", (1, 10), room: "B-214")
      let early = try await school.firstDraft()
      #expect(early.id != draft.id || early.starts == draft.starts, "what was opened keeps its times")
      try school.program.move(to: draft.starts.advanced(by: .seconds(-60)))
      _ = try await school.program.ask(Attendance.CloseCheckIn(id: last.id), as: tess)
      _ = try await school.program.ask(
        Attendance.OpenCheckIn(id: course.id, mode: .code, minutes: CheckInMinutes(checked: 5)), as: tess)
      #expect(try await school.code { try await school.open(draft) } == "already_open")
      try school.program.move(to: draft.ends)
      #expect(try await school.code { try await school.open(draft) } == "draft_over")
    }
  }

  @Test("only instructors see, open and skip drafts, and a skipped one can come back")
  func skipping() async throws {
    try await School.with { school in
      let (ada, ben) = (school.campus.ada, school.campus.ben)
      try await school.roster(added: [ada])
      try await school.meet("2026-10-16", (1, 0))
      try await school.meet("2026-10-24", (1, 8 * 1440))
      let draft = try await school.firstDraft()
      #expect(try await school.drafts().count == 1, "a check-in opens at most 7 days ahead")
      #expect(try await school.drafts(ada) == [])
      #expect(try await school.code { try await school.open(draft, as: ada) } == "not_allowed")
      #expect(try await school.code { try await school.open(draft, as: ben) } == "not_found")
      let skip = Attendance.SkipDraft(id: draft.id)
      #expect(try await school.code { try await school.program.ask(skip, as: ada) } == "not_allowed")
      _ = try await school.program.ask(skip, as: school.campus.tess)
      #expect(try await school.drafts() == [])
      try await school.meet("2026-10-16", (1, 30))
      #expect(try await school.drafts() == [], "it stays skipped at another time")
      _ = try await school.program.ask(Attendance.UnskipDraft(id: draft.id), as: school.campus.tess)
      #expect(try await school.drafts().map(\.id) == [draft.id])
    }
  }

  @Test("a snapshot removes what it does not list, and nothing that people made themselves")
  func snapshot() async throws {
    try await School.with { school in
      let (tess, ada, ben) = (school.campus.tess, school.campus.ada, school.campus.ben)
      let course = try await school.course()
      try await school.roster(added: [ada])
      _ = try await school.program.ask(
        Attendance.SetRosterRole(id: course.id, person: ben.id, role: .student), as: tess)
      let own = try await school.program.ask(
        Attendance.AddCourse(name: CourseName(checked: "Chess")), as: tess)
      try await school.meet("2026-10-16", (1, 60), (2, 120))
      let opened = try await school.open(try await school.firstDraft())
      // First it lists the class alone, then nothing at all.
      try await school.snapshot(listsClass: true)
      #expect(try await school.courses(ada) == [])
      #expect(try await school.courses(ben).count == 1)
      #expect(try await school.drafts() == [])
      #expect(try await school.course().schoolClass == school.biology)
      let kept = try await school.program.ask(Attendance.GetCheckIn(id: opened.id), as: tess)
      #expect(kept.starts == opened.starts)
      try await school.snapshot(listsClass: false)
      #expect(try await school.courses(tess).map(\.schoolClass) == [nil, nil])
      #expect(try await school.courses(tess).map(\.id).contains(own.id))
    }
  }
}
