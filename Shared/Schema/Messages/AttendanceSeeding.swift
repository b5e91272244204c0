/// The attendance of a demo campus.
extension Attendance {
  /// Stores a past check-in of a course with its register, while a site is being filled with a demo campus.
  /// It notifies nobody. Students of the course without a record get none.
  package struct LoadRegister: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.register.load"
    package static let access = Access.programs
    package static let callers = [ProgramName.seed]
    package static let repeats = Repeats.stored
    package static let faults = [
      FaultCode.notFound, .notAllowed, .spotNeeded, .rosterFull, .personUnknown, .tooManyCheckIns,
    ]
    package static let summary = "Store a past check-in with its register."
    package let id: CourseID
    package let mode: CheckInMode
    /// The start of the class.
    package let starts: Instant
    /// The minutes from the start for which it accepted students.
    package let minutes: CheckInMinutes
    /// The minutes after the start from which students were late.
    package let lateAfter: LateMinutes?
    /// The saved place at which it was held.
    package let savedSpot: SpotID?
    /// The records of its students.
    package let records: [LoadedRecord]

    package init(
      id: CourseID, mode: CheckInMode, starts: Instant, minutes: CheckInMinutes, lateAfter: LateMinutes?,
      savedSpot: SpotID?, records: [LoadedRecord]
    ) {
      self.id = id
      self.mode = mode
      self.starts = starts
      self.minutes = minutes
      self.lateAfter = lateAfter
      self.savedSpot = savedSpot
      self.records = records
    }
  }

  /// A student's record in a past check-in.
  package struct LoadedRecord: Codable, Hashable, Sendable {
    package let person: PersonID
    package let status: Mark
    /// The seconds from the start of the class to the record.
    package let after: Int

    package init(person: PersonID, status: Mark, after: Int) {
      self.person = person
      self.status = status
      self.after = after
    }
  }
}
