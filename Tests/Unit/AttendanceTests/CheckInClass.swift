import Crypto
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import attendance

/// A course with an instructor and three students, and a program to check them in.
struct CheckInClass: Sendable {
  let program: ProgramInProcess<AttendanceService>
  let campus: Campus
  let course: CourseID

  static let spot = (latitude: 37.8719, longitude: -122.2585)

  /// - Parameter place: The address of the program's data on a server.
  static func with(place: String? = nil, _ body: (CheckInClass) async throws -> Void) async throws {
    let campus = Campus()
    try await Program.with(AttendanceService.self, answers: [campus.finds], place: place) { program in
      for (person, first) in campus.named {
        try await program.receive(
          Auth.SignedUp(person: person.id, firstName: first, lastName: "Example", room: nil), from: .auth)
      }
      let course = try await program.ask(
        Attendance.AddCourse(name: CourseName(checked: "Statistics")), as: campus.tess)
      let room = CheckInClass(program: program, campus: campus, course: course.id)
      try await room.enroll(campus.ada)
      try await room.enroll(campus.ben)
      try await body(room)
    }
  }

  func enroll(_ person: TestPerson) async throws {
    _ = try await program.ask(
      Attendance.SetRosterRole(id: course, person: person.id, role: .student), as: campus.tess)
  }

  func open(
    _ mode: Attendance.CheckInMode = .place, starts: Instant? = nil, minutes: Int = 10, early: Int? = nil,
    lateAfter: Int? = nil
  ) async throws -> Attendance.CheckIn {
    try await program.ask(
      Attendance.OpenCheckIn(
        id: course, mode: mode, starts: starts, minutes: CheckInMinutes(checked: minutes),
        early: early.map { EarlyMinutes(checked: $0) }, lateAfter: lateAfter.map { LateMinutes(checked: $0) },
        spot: mode.needsPlace ? CheckInClass.place : nil),
      as: campus.tess)
  }

  static var place: Attendance.Spot {
    Attendance.Spot(
      name: SpotName(checked: "Hall"), latitude: Latitude(checked: spot.latitude),
      longitude: Longitude(checked: spot.longitude), accuracy: nil)
  }

  /// A position so many meters north of the place.
  static func fix(_ meters: Double = 0, accuracy: Double = 8) -> Attendance.Fix {
    Attendance.Fix(
      latitude: Latitude(checked: spot.latitude + meters / 111_195),
      longitude: Longitude(checked: spot.longitude),
      accuracy: PositionAccuracy(checked: accuracy), ageMs: PositionAge(checked: 500))
  }

  func press(
    _ checkIn: Attendance.CheckIn, _ person: TestPerson, _ meters: Double? = 0, code: String? = nil,
    ticket: CheckInTicket? = nil, heldMs: Int? = nil, device: String? = nil
  ) async throws -> Attendance.Receipt {
    try await program.ask(
      Attendance.CheckMeIn(
        id: checkIn.id, fix: meters.map { CheckInClass.fix($0) }, code: code.flatMap { CheckInCode($0) },
        ticket: ticket, heldMs: heldMs.map { PositionAge(checked: $0) },
        deviceToken: device.flatMap { DeviceToken($0) }),
      as: person)
  }

  func code(_ checkIn: Attendance.CheckIn) async throws -> String {
    try await program.ask(Attendance.GetCheckInCode(id: checkIn.id), as: campus.tess).code
  }

  func close(_ checkIn: Attendance.CheckIn) async throws -> Attendance.CheckIn {
    try await program.ask(Attendance.CloseCheckIn(id: checkIn.id), as: campus.tess)
  }

  func mark(
    _ checkIn: Attendance.CheckIn, _ person: TestPerson, _ mark: Attendance.Mark, _ reason: String? = nil
  ) async throws -> Attendance.RegisterRow {
    try await program.ask(
      Attendance.SetMark(
        id: checkIn.id, person: person.id, status: mark, reason: reason.map { MarkReason(checked: $0) }),
      as: campus.tess)
  }

  /// `Ada: present, Ben: absent`.
  func register(_ checkIn: Attendance.CheckIn) async throws -> String {
    try await program.ask(Attendance.ListRegister(id: checkIn.id), as: campus.tess).items
      .map { "\($0.firstName): \($0.status.rawValue)" }.sorted().joined(separator: ", ")
  }

  func advance(_ seconds: Int) async throws {
    try program.move(to: program.context.clock.now.advanced(by: .seconds(seconds)))
    try await upkeep()
  }

  func upkeep() async throws { try await CheckInUpkeep(context: program.context).step() }

  /// The fault that a request throws; nil without one.
  func fault<Reply>(_ body: () async throws -> Reply) async throws -> Fault? {
    do {
      _ = try await body()
      return nil
    } catch let fault as Fault { return fault }
  }

  func stored(_ checkIn: Attendance.CheckIn) async throws -> CheckInRow {
    let row = try await program.context.store.read { try $0.checkIn(checkIn.id) }
    return try #require(row)
  }
}
