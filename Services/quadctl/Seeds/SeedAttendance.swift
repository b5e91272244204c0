import Bus
import Calendar
import Crypto
import Schema
import SiteCommands
import Terminal

extension Seeds {
  /// A student without a room, who is in courses alone.
  struct Student: Codable, Sendable {
    let key: String
    let email: EmailAddress
    let firstName: GivenName
    let lastName: FamilyName
  }

  /// A saved place.
  struct Spot: Codable, Sendable {
    let by: String
    let name: SpotName
    let latitude: Latitude
    let longitude: Longitude
    let range: CheckInRange
  }

  /// The attendance of one course.
  struct CourseAttendance: Codable, Sendable {
    /// The code of the course.
    let course: CourseCode
    let warnings: Attendance.Warnings
    /// A check-in that is still to come.
    let planned: PlannedCheckIn?
    let excuses: [Excuse]?
    let checkIns: [PastCheckIn]
  }

  struct PlannedCheckIn: Codable, Sendable {
    let at: RelativeTime
    let when: RelativeTime
    let mode: Attendance.CheckInMode
    let place: SpotName?
    let minutes: CheckInMinutes
    let lateAfter: LateMinutes?
  }

  /// A check-in of the past. Students in none of the lists were present.
  struct PastCheckIn: Codable, Sendable {
    let at: RelativeTime
    let mode: Attendance.CheckInMode
    let place: SpotName?
    let minutes: CheckInMinutes
    let lateAfter: LateMinutes?
    let late: [String]?
    let excused: [String]?
    let absent: [String]?
  }

  struct Excuse: Codable, Sendable {
    let by: String
    let at: RelativeTime
    /// Any time of the day that it is for.
    let day: RelativeTime
    let note: ExcuseNote
    let accepts: Bool?
    let answer: ExcuseNote?
  }
}

/// Check-ins, excuses and saved places of the seeds.
extension SeedLoader {
  /// The time at which students without a room sign up.
  private static let studentsJoin = RelativeTime.wall(days: -43, hour: 8, minute: 0)

  /// Signs up the students without a room, some at a time.
  func addStudents() async throws {
    let students = seeds.students
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, student) in students.enumerated() {
        if index >= SeedCommand.parallel { try await group.next() }
        group.addTask { try await self.addStudent(student) }
      }
      try await group.waitForAll()
    }
  }

  private func addStudent(_ student: Seeds.Student) async throws {
    let row = SeedRow.student(student)
    try await signUp(student, at: SeedLoader.studentsJoin.instant(now: now), row)
  }

  func addAttendance() async throws {
    var spots: [String: SpotID] = [:]
    for spot in seeds.spots { spots[spot.name.text] = try await add(spot) }
    for attendance in seeds.attendance { try await add(attendance, spots) }
  }

  private func add(_ spot: Seeds.Spot) async throws -> SpotID {
    let row = SeedRow.spot(spot)
    guard let raw = RawUUID(try SeedBus.unlinkableKey(Attendance.SaveSpot.subject, spot)) else {
      throw Failure("\(row): no id")
    }
    try await enter(spot.by, row)
    let request = Attendance.SaveSpot(
      id: SpotID(raw), name: spot.name, latitude: spot.latitude, longitude: spot.longitude, range: spot.range)
    return try await send(request, as: spot.by, at: now, spot, row).id
  }

  private func add(_ attendance: Seeds.CourseAttendance, _ spots: [String: SpotID]) async throws {
    let row = SeedRow.attendance(attendance)
    guard let course = seeds.courses.first(where: { $0.code == attendance.course }),
      let id = courses[attendance.course.text]
    else { throw Failure("\(row): no such course") }
    try await enter(course.by, row)
    for checkIn in attendance.checkIns {
      try await add(checkIn, to: course, id, spots, row)
    }
    let warnings = Attendance.SetWarnings(
      id: id, below: attendance.warnings.below, inARow: attendance.warnings.inARow)
    _ = try await send(warnings, as: course.by, at: now, attendance.course, row)
    if let planned = attendance.planned { try await add(planned, to: course, id, spots, row) }
    for excuse in attendance.excuses ?? [] { try await add(excuse, to: course, id, row) }
  }

  private func add(
    _ checkIn: Seeds.PastCheckIn, to course: Seeds.Course, _ id: CourseID, _ spots: [String: SpotID],
    _ row: String
  ) async throws {
    let starts = checkIn.at.instant(now: now)
    let lists: [(Attendance.Mark, [String])] = [
      (.late, checkIn.late ?? []), (.excused, checkIn.excused ?? []), (.absent, checkIn.absent ?? []),
    ]
    var marks: [String: Attendance.Mark] = [:]
    for (mark, keys) in lists { for key in keys { marks[key] = mark } }
    if let stranger = marks.keys.sorted().first(where: { !course.students.contains($0) }) {
      throw Failure("\(row): \(stranger) is not in the course")
    }
    let records = try course.students.map { key in
      guard let person = account(of: key) else { throw SeedLoader.unknown(key, row) }
      let mark = marks[key] ?? .present
      return Attendance.LoadedRecord(
        person: person, status: mark, after: SeedLoader.seconds(of: key, in: checkIn, mark))
    }
    let request = Attendance.LoadRegister(
      id: id, mode: checkIn.mode, starts: starts, minutes: checkIn.minutes, lateAfter: checkIn.lateAfter,
      savedSpot: try spot(checkIn.place, in: spots, row), records: records)
    let seed = SeededCheckIn(course: course.code?.text ?? "", at: checkIn.at)
    _ = try await send(request, as: course.by, at: starts, seed, row)
  }

  /// The seconds from the start to a student's press: the same at every load, and different for each student.
  private static func seconds(of key: String, in checkIn: Seeds.PastCheckIn, _ mark: Attendance.Mark) -> Int {
    let hash = BLAKE2b.hash(parts: [Array(key.utf8), Array("\(checkIn.at)".utf8)])
    let roll = Int(hash[0]) << 8 | Int(hash[1])
    let end = checkIn.minutes.count * 60
    let late = (checkIn.lateAfter?.count ?? checkIn.minutes.count) * 60
    return mark == .late ? min(late, end - 1) + roll % max(end - late, 1) : roll % max(late, 1)
  }

  private func spot(_ name: SpotName?, in spots: [String: SpotID], _ row: String) throws -> SpotID? {
    guard let name else { return nil }
    guard let id = spots[name.text] else { throw Failure("\(row): no place is named \(name.text)") }
    return id
  }

  /// A check-in to come. One whose time has passed today is held tomorrow.
  private func add(
    _ planned: Seeds.PlannedCheckIn, to course: Seeds.Course, _ id: CourseID, _ spots: [String: SpotID],
    _ row: String
  ) async throws {
    var starts = planned.when.instant(now: now)
    if starts <= now.advanced(by: .seconds(600)) { starts = starts.advanced(by: .seconds(86_400)) }
    let request = Attendance.OpenCheckIn(
      id: id, mode: planned.mode, starts: starts, minutes: planned.minutes, lateAfter: planned.lateAfter,
      savedSpot: try spot(planned.place, in: spots, row))
    let seed = SeededCheckIn(course: course.code?.text ?? "", at: planned.when)
    _ = try await send(request, as: course.by, at: planned.at.instant(now: now), seed, row)
  }

  private func add(
    _ excuse: Seeds.Excuse, to course: Seeds.Course, _ id: CourseID, _ row: String
  ) async throws {
    try await enter(excuse.by, row)
    let at = excuse.at.instant(now: now)
    let request = Attendance.FileExcuse(id: id, day: excuse.day.instant(now: now).siteDate, note: excuse.note)
    let filed = try await send(request, as: excuse.by, at: at, excuse, row)
    guard let accepts = excuse.accepts else { return }
    let answer = Attendance.AnswerExcuse(id: filed.id, accept: accepts, note: excuse.answer)
    _ = try await send(answer, as: course.by, at: at.advanced(by: .seconds(3600)), excuse, row)
  }
}

/// The key of a check-in: its course and its time.
private struct SeededCheckIn: Encodable, Sendable {
  let course: String
  let at: RelativeTime
}

extension SeedRow {
  static func spot(_ spot: Seeds.Spot) -> String { "attendance.json: \(spot.name.text)" }
  static func attendance(_ attendance: Seeds.CourseAttendance) -> String {
    "attendance.json: \(attendance.course.text)"
  }
  static func student(_ student: Seeds.Student) -> String { "students.json: \(student.key)" }
}
