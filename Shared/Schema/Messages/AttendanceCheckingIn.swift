/// Checking in: what a student sends.
extension Attendance {
  /// A position of a student. It is judged in memory and never stored.
  package struct Fix: Codable, Hashable, Sendable {
    package let latitude: Latitude
    package let longitude: Longitude
    /// The accuracy in meters.
    package let accuracy: PositionAccuracy
    /// The milliseconds since it was measured, when it was sent.
    package let ageMs: PositionAge

    package init(latitude: Latitude, longitude: Longitude, accuracy: PositionAccuracy, ageMs: PositionAge) {
      self.latitude = latitude
      self.longitude = longitude
      self.accuracy = accuracy
      self.ageMs = ageMs
    }
  }

  /// Says whether the student could check in now, and records nothing.
  package struct TryCheckIn: Request {
    package typealias Reply = Verdict
    package static let subject = "attendance.checkin.try"
    package static let scope: TokenScope? = nil
    package static let repeats = Repeats.separate
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/checkins/{id}/verdict")
    package static let faults = [FaultCode.notFound, .slowDown, .checkInCodeBad, .positionBad]
    package static let summary = "Ask whether you can check in now. Nothing is recorded."
    package let id: CheckInID
    package let fix: Fix?
    /// The code shown in the room.
    package let code: CheckInCode?
    /// The ticket of a scanned code, instead of `code`.
    package let ticket: CheckInTicket?

    package init(id: CheckInID, fix: Fix? = nil, code: CheckInCode? = nil, ticket: CheckInTicket? = nil) {
      self.id = id
      self.fix = fix
      self.code = code
      self.ticket = ticket
    }
  }

  /// The judgement of a press that is not recorded.
  package struct Verdict: Codable, Hashable, Sendable {
    /// True if a press would check the student in.
    package let isOpen: Bool
    /// The reason why not; absent if `isOpen`.
    package let reason: Refusal?
    /// True if an instructor would have to confirm the record.
    package let needsConfirming: Bool
    /// The distance to the place in feet, rounded up to the next 50; absent without a position.
    package let distanceFeet: Int?
    package let opens: Instant
    package let closes: Instant
    /// The record there is already.
    package let mine: Receipt?
    /// The clock of the site.
    package let now: Instant

    package init(
      isOpen: Bool, reason: Refusal?, needsConfirming: Bool, distanceFeet: Int?, opens: Instant,
      closes: Instant, mine: Receipt?, now: Instant
    ) {
      self.isOpen = isOpen
      self.reason = reason
      self.needsConfirming = needsConfirming
      self.distanceFeet = distanceFeet
      self.opens = opens
      self.closes = closes
      self.mine = mine
      self.now = now
    }
  }

  /// Checks the student in. A repeat returns the record there is. No token may: a person is there, a script
  /// is not.
  package struct CheckMeIn: Request {
    package typealias Reply = Receipt
    package static let subject = "attendance.record.add"
    package static let scope: TokenScope? = nil
    package static let deviceMember: String? = "deviceToken"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/checkins/{id}/records", status: 201)
    package static let faults = [
      FaultCode.notFound, .notOpenYet, .checkInClosed, .outOfRange, .accuracyLow, .fixStale, .fixNeeded,
      .codeNeeded, .checkInCodeWrong, .instructorOnly, .ticketExpired, .ticketUsed, .slowDown,
      .checkInCodeBad,
      .positionBad,
      .ticketBad, .termLocked,
    ]
    package static let summary = "Check in to a class."
    package let id: CheckInID
    package let fix: Fix?
    /// The code shown in the room.
    package let code: CheckInCode?
    /// The ticket of a scanned code, instead of `code`.
    package let ticket: CheckInTicket?
    /// The milliseconds since the press, if the device was offline; absent for a press that is sent at once.
    package let heldMs: PositionAge?
    /// The cookie of the device, which the gateway fills in.
    package let deviceToken: DeviceToken?

    package init(
      id: CheckInID, fix: Fix? = nil, code: CheckInCode? = nil, ticket: CheckInTicket? = nil,
      heldMs: PositionAge? = nil, deviceToken: DeviceToken? = nil
    ) {
      self.id = id
      self.fix = fix
      self.code = code
      self.ticket = ticket
      self.heldMs = heldMs
      self.deviceToken = deviceToken
    }
  }

  /// Exchanges the scanned code for a ticket that lasts two minutes, so that there is time to sign in. It is
  /// good for one person.
  package struct GetTicket: Request {
    package typealias Reply = Ticket
    package static let subject = "attendance.ticket.get"
    package static let scope: TokenScope? = nil
    package static let access = Access.anyone
    package static let guessesSecrets = true
    package static let repeats = Repeats.separate
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/checkins/{id}/ticket", status: 201)
    package static let faults = [
      FaultCode.checkInUnknown, .checkInClosed, .checkInCodeWrong, .checkInCodeBad,
    ]
    package static let summary = "Exchange a scanned code for a ticket that lasts two minutes."
    package let id: CheckInID
    package let code: CheckInCode

    package init(id: CheckInID, code: CheckInCode) {
      self.id = id
      self.code = code
    }
  }

  /// A ticket for one check-in and one person.
  package struct Ticket: Codable, Hashable, Sendable {
    package let ticket: CheckInTicket
    /// The end of the ticket.
    package let until: Instant

    package init(ticket: CheckInTicket, until: Instant) {
      self.ticket = ticket
      self.until = until
    }
  }

  /// A record was added or changed. Of people, only the instructors and the student receive it.
  package struct RecordChanged: Event {
    package static let topic = "attendance.record.changed"
    package static let audience = AudienceKind.people
    package let course: CourseID
    package let checkIn: CheckInID
    /// The student.
    package let person: PersonID
    package let status: Status

    package init(course: CourseID, checkIn: CheckInID, person: PersonID, status: Status) {
      self.course = course
      self.checkIn = checkIn
      self.person = person
      self.status = status
    }
  }
}

extension FaultCode {
  package static let notOpenYet = FaultCode(
    .failedPrecondition, "not_open_yet", "This check-in has not opened yet.")
  package static let outOfRange = FaultCode(
    .failedPrecondition, "out_of_range", "You're too far away.")
  package static let accuracyLow = FaultCode(
    .failedPrecondition, "accuracy_low",
    "Your device doesn't know precisely enough where it is. Turn on Wi-Fi or go to a window."
  )
  package static let fixStale = FaultCode(
    .failedPrecondition, "fix_stale", "Your position is more than 30 seconds old. Try again.")
  package static let fixNeeded = FaultCode(
    .failedPrecondition, "fix_needed", "This check-in needs your position.")
  package static let codeNeeded = FaultCode(
    .failedPrecondition, "code_needed", "Enter the code shown in the room.")
  package static let checkInCodeWrong = FaultCode(
    .failedPrecondition, "checkin_code_wrong", "This isn't the current code. It changes every 15 seconds.")
  package static let instructorOnly = FaultCode(
    .failedPrecondition, "instructor_only", "Your teacher marks attendance in this check-in.")
  package static let ticketExpired = FaultCode(
    .failedPrecondition, "ticket_expired", "This scan is more than two minutes old. Scan the code again.")
  package static let ticketUsed = FaultCode(
    .failedPrecondition, "ticket_used", "Somebody else has used this scan. Scan the code yourself.")
  package static let checkInUnknown = FaultCode(
    .notFound, "no_checkin", "This check-in doesn't exist or was deleted.")
}
