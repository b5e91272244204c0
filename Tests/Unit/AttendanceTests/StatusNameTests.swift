import Schema
import ServiceKit
import TestSupport
import Testing

@testable import attendance

@Suite("A course may name statuses in its own words")
struct StatusNameTests {
  private static let tardy = Attendance.StatusNames(
    late: StatusName(checked: "Tardy"), absent: StatusName(checked: "=Missing"))

  private func edit(
    _ room: CheckInClass, _ names: Patch<Attendance.StatusNames>
  ) async throws -> Attendance.Course {
    let course = try await room.program.ask(Attendance.GetCourse(id: room.course), as: room.campus.tess)
    return try await room.program.ask(
      Attendance.EditCourse(id: course.id, version: course.version, statusNames: names), as: room.campus.tess)
  }

  @Test("check-ins, a student's records and CSV have them, until they are cleared")
  func everywhere() async throws {
    try await CheckInClass.with { room in
      #expect(try await edit(room, .set(StatusNameTests.tardy)).statusNames == StatusNameTests.tardy)
      let checkIn = try await room.open(.manual)
      #expect(checkIn.statusNames == StatusNameTests.tardy)
      _ = try await room.mark(checkIn, room.campus.ada, .late)
      _ = try await room.close(checkIn)
      let mine = try await room.program.ask(Attendance.ListMyRecords(), as: room.campus.ada).items
      #expect(mine.map(\.statusNames) == [StatusNameTests.tardy] && mine.map(\.receipt.status) == [.late])
      let export = Attendance.ExportRecords(id: room.course)
      let lines = try await room.program.ask(export, as: room.campus.tess).csv.split(separator: "\r\n")
      #expect(lines.dropFirst().map { $0.split(separator: ",")[4] } == ["Tardy", "'=Missing"])
      #expect(try await edit(room, .clear).statusNames == nil)
      let usual = try await room.program.ask(export, as: room.campus.tess).csv
      #expect(usual.contains(",late,") && usual.contains(",absent,"))
    }
  }

  @Test("names that are all left out are the usual ones, and the same names are no edit")
  func usual() async throws {
    try await CheckInClass.with { room in
      #expect(try await edit(room, .set(Attendance.StatusNames())).version == 1)
      #expect(try await edit(room, .set(StatusNameTests.tardy)).version == 2)
      let again = try await edit(room, .set(StatusNameTests.tardy))
      #expect(again.version == 2 && again.statusNames == StatusNameTests.tardy)
      let added = try await room.program.ask(
        Attendance.AddCourse(name: CourseName(checked: "Logic"), statusNames: StatusNameTests.tardy),
        as: room.campus.tess)
      #expect(added.statusNames == StatusNameTests.tardy)
    }
  }
}
