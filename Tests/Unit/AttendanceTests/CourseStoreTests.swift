import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import attendance

@Suite("Courses and rosters are found as they were stored, and no list grows beyond its limit")
struct CourseStoreTests {
  private let now = Instant(milliseconds: 1_788_264_000_000)

  private func withStore(_ body: (ProgramStore) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        PostgresServer.place(insteadOf: "\(folder)/attendance.sqlite"), stream: "attendance",
        migrations: AttendanceStore.migrations)
      try await body(store)
      await store.close()
    }
  }

  private func course(_ name: String, code: String? = nil) throws -> CourseRow {
    CourseRow(
      Attendance.AddCourse(name: try CourseName(name), code: try code.map { try CourseCode($0) }), now: now)
  }

  private func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch let fault as Fault { return fault.code } catch { return "\(error)" }
    return nil
  }

  @Test("a row comes back as it went in, and as it was changed")
  func roundTrip() async throws {
    try await withStore { store in
      let made = try course("Statistics", code: "STAT 101")
      var changed = made
      changed.name = "Introduction to Statistics"
      changed.code = nil
      changed.term = "Fall 2026"
      changed.version = 2
      let written = changed
      try await store.write { try $0.insert(made) }
      #expect(try await store.read { try $0.course(made.id) } == made)
      try await store.write { try $0.update(written) }
      #expect(try await store.read { try $0.course(made.id) } == written)
      try await store.write { try $0.deleteCourse(made.id) }
      #expect(try await store.read { try $0.course(made.id) } == nil)
    }
  }

  @Test("courses are listed by name, page by page, whatever the case; others' only for administrators")
  func list() async throws {
    try await withStore { store in
      let person = PersonID.random()
      let rows = try ["algebra", "Botany", "chemistry", "Drawing"].map { try course($0) }
      try await store.write { db in
        for row in rows.reversed() { try db.insert(row) }
        for row in rows.prefix(3) { try db.set(.student, of: person, in: row.id, at: self.now) }
      }
      try await store.read { db in
        let first = try db.courses(of: person, after: .first, limit: 2)
        #expect(first.map(\.course) == Array(rows.prefix(2)) && first.allSatisfy { $0.role == .student })
        let place = NameKey(name: "botany", id: rows[1].id.raw)
        #expect(try db.courses(of: person, after: place, limit: 2).map(\.course) == [rows[2]])
        let all = try db.allCourses(for: person, after: .first, limit: 10)
        #expect(all.map(\.course) == rows && all.map(\.role) == [.student, .student, .student, nil])
      }
    }
  }

  @Test("a roster is listed by last name; whom auth has not named yet stands first")
  func roster() async throws {
    try await withStore { store in
      let row = try course("Statistics")
      let (ada, ben, unnamed) = (PersonID.random(), PersonID.random(), PersonID.random())
      try await store.write { db in
        try db.insert(row)
        try db.know(ada, "Ada", "Okafor")
        try db.know(ben, "Ben", "Lindqvist")
        for person in [ada, ben, unnamed] { try db.set(.student, of: person, in: row.id, at: self.now) }
        try db.set(.instructor, of: ada, in: row.id, at: self.now.advanced(by: .seconds(5)))
      }
      try await store.read { db in
        let entries = try db.entries(of: row.id, after: .first, limit: 10)
        #expect(entries.map(\.entry.person) == [unnamed, ben, ada])
        #expect(entries.map(\.entry.firstName) == ["", "Ben", "Ada"])
        #expect(entries.last?.entry.role == .instructor && entries.last?.entry.joined == self.now)
        let place = NameKey(name: entries[1].name, id: ben.raw)
        #expect(try db.entries(of: row.id, after: place, limit: 10).map(\.entry.person) == [ada])
        #expect(try db.countStudents(in: row.id) == 2)
        #expect(try db.instructors(of: row.id) == [ada])
      }
    }
  }

  @Test("a site has 2,000 courses and no more")
  func maxCourses() async throws {
    try await withStore { store in
      let rows = try (0..<Database.maxCourses).map { try course("Course \($0)") }
      let one = try course("One more")
      try await store.write { db in for row in rows { try db.insert(row) } }
      let refused = try await store.write { db in self.code { try db.insert(one) } }
      #expect(refused == "too_many_courses")
    }
  }

  @Test("the tables refuse an unknown role and somebody twice; a course goes with its roster")
  func tables() async throws {
    try await withStore { store in
      let row = try course("Statistics")
      let person = PersonID.random()
      try await store.write { db in
        try db.insert(row)
        try db.set(.student, of: person, in: row.id, at: self.now)
      }
      await #expect(throws: (any Error).self) {
        try await store.write { try $0.run("UPDATE roster SET role = 'head'") }
      }
      try await store.write { try $0.deleteCourse(row.id) }
      #expect(try await store.read { try $0.rosterRows(of: person) } == [])
    }
  }

  @Test("a sort key is cut at a whole character, so that a cursor holds it")
  func sortNames() {
    #expect(SortName.person("Ada", "OKAFOR") == "okafor ada")
    let long = SortName.key(String(repeating: "é", count: 100))
    #expect(long.utf8.count == SortName.maxBytes && long.allSatisfy { $0 == "é" })
    #expect(SortName.key(String(repeating: "a", count: 89) + "é").utf8.count == 89)
  }
}
