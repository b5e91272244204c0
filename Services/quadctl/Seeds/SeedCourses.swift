import Bus
import Schema
import Terminal

/// Courses of the seeds. Only staff may add one, so they are loaded when the site roles are set.
extension SeedLoader {
  /// The number of attempts. attendance applies a sign-up a moment after auth has published it.
  private static let maxAttempts = 200
  private static let pause = Duration.milliseconds(50)

  func addCourses() async throws {
    for (index, course) in seeds.courses.enumerated() {
      let row = SeedRow.course(index)
      try await signIn(course.by, row)
      let at = course.at.instant(now: now)
      let request = Attendance.AddCourse(name: course.name, code: course.code, term: course.term)
      let made = try await send(request, as: course.by, at: at, course, row)
      if let code = course.code { courses[code.text] = made.id }
      for key in course.students {
        guard let person = account(of: key) else { throw SeedLoader.unknown(key, row) }
        try await enroll(person, in: made.id, by: course, at: at, row)
      }
      for event in course.events ?? [] {
        try await add(event, at: event.at.instant(now: now), .course, course: made.id, row)
      }
      try await signOut(course.by)
    }
  }

  private func enroll(
    _ person: PersonID, in course: CourseID, by seed: Seeds.Course, at time: Instant, _ row: String
  ) async throws {
    let request = Attendance.SetRosterRole(id: course, person: person, role: .student)
    for attempt in 1... {
      do {
        _ = try await send(request, as: seed.by, at: time, request, row)
        return
      } catch let failure as SeedFailure
        where failure.fault.code == FaultCode.personUnknown.code && attempt < SeedLoader.maxAttempts
      {
        try await Task.sleep(for: SeedLoader.pause)  // poll
      }
    }
  }
}
