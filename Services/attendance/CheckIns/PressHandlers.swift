import Crypto
import Schema
import ServiceKit
import Store

/// Checking in: a student's press is judged in memory. Of a position, only a distance in steps of 50 feet and
/// the accuracy in meters are stored.
extension AttendanceService {
  func registerPresses(in handlers: inout Handlers) {
    handlers.on(Attendance.TryCheckIn.self, tryCheckIn)
    handlers.on(Attendance.CheckMeIn.self, checkMeIn)
    handlers.on(Attendance.GetTicket.self, getTicket)
  }

  func tryCheckIn(_ request: Attendance.TryCheckIn, _ call: Call) async throws -> Attendance.Verdict {
    let person = try call.person
    let (seen, mine) = try await call.read { db in
      let seen = try db.seenCheckIn(request.id, call)
      return (seen, try db.record(of: person, in: request.id))
    }
    try limits.countVerdict(of: person, at: call.now)
    let row = seen.row
    guard seen.course.role == .student else {
      return Attendance.Verdict(row, refused: .notEnrolled, mine: nil, distance: nil, at: call.now)
    }
    if let mine, mine.isFinal {
      return Attendance.Verdict(row, refused: .alreadyDone, mine: mine, distance: nil, at: call.now)
    }
    let proof = try codeProof(of: request.code, request.ticket, row, held: .zero, call)
    let distance = row.distanceFeet(to: request.fix)
    let press = Judgement.Press(at: call.now, held: .zero, fix: request.fix, code: proof)
    switch Judgement.judge(press, by: row.rules) {
    case .accepted:
      return Attendance.Verdict(row, refused: nil, mine: mine, distance: distance, at: call.now)
    case .pending:
      return Attendance.Verdict(
        row, refused: nil, needsConfirming: true, mine: mine, distance: distance, at: call.now)
    case .refused(let refusal):
      return Attendance.Verdict(row, refused: refusal, mine: mine, distance: distance, at: call.now)
    }
  }

  func checkMeIn(
    _ request: Attendance.CheckMeIn, _ call: Call
  ) async throws -> EncodedReply<Attendance.Receipt> {
    let person = try call.person
    let held = Duration.milliseconds(request.heldMs?.count ?? 0)
    let (seen, isDone) = try await call.read { db in
      let seen = try db.seenCheckIn(request.id, call)
      return (seen, try db.record(of: person, in: request.id)?.isFinal ?? false)
    }
    let row = seen.row
    // A repeat needs no proof: its code or ticket may be too old by now.
    let proof =
      try isDone
      ? Judgement.CodeProof.none : codeProof(of: request.code, request.ticket, row, held: held, call)
    // A position that the check-in does not ask for is not even remembered.
    let fix = row.mode.needsPlace && !isDone ? request.fix : nil
    let finding =
      fix.map { presses.compare($0, of: person, in: request.id, at: call.now) } ?? PressMemory.Finding()
    let press = Judgement.Press(at: call.now, held: held, fix: request.fix, code: proof)
    let queries: @Sendable (borrowing Database) throws -> Void = { db in
      try db.aheadOfPress(by: person, seen, request.deviceToken)
    }
    let write = PreparedWrite(ahead: queries) { db in
      let seen = try db.seenCheckIn(request.id, call)
      guard seen.course.role == .student else { throw Fault(.notAllowed) }
      try db.requireUnlocked(seen.course.row)
      let known = try db.record(of: person, in: request.id)
      if let known, known.isFinal { return known.receipt }
      let verdict = Judgement.judge(press, by: seen.row.rules)
      if let known, known.status == .pending, !verdict.isAccepted { return known.receipt }
      var record = try RecordRow(verdict, of: person, in: seen.row, instead: known, at: call.now)
      record.flags.formUnion(finding.flags)
      let instructors = try db.instructors(of: seen.row.course)
      try db.flag(finding.others, .sameCoordinates, in: seen.row)
      try db.put(request.deviceToken, request.ticket, into: &record, of: seen.row)
      try db.put(record)
      try db.note(record, before: known?.status, at: call.now)
      try db.publishRecord(record, in: seen.row, to: instructors, call)
      return record.receipt
    }
    return try await call.write(write)
  }

  func getTicket(_ request: Attendance.GetTicket, _ call: Call) async throws -> Attendance.Ticket {
    let row = try await call.read { try $0.checkIn(request.id) }
    guard let row, row.deleted == nil, let secret = row.secret else { throw Fault(.checkInUnknown) }
    guard row.state(at: call.now) != .closed else { throw Fault(.checkInClosed) }
    guard RotatingCode.accepts(request.code, secret, at: call.now) else {
      throw Fault(.checkInCodeWrong, field: "code")
    }
    let (ticket, until) = RotatingCode.ticket(for: row.id, secret, at: call.now)
    return Attendance.Ticket(ticket: ticket, until: until)
  }

  /// Checks a code or a ticket. Wrong codes are counted, and too many in a minute are `slow_down`.
  private func codeProof(
    of code: CheckInCode?, _ ticket: CheckInTicket?, _ row: CheckInRow, held: Duration, _ call: Call
  ) throws(Fault) -> Judgement.CodeProof {
    guard code != nil || ticket != nil, let secret = row.secret else { return .none }
    let person = try call.person
    let moment = call.now.advanced(by: .zero - held)
    try limits.requireCodes(of: person, in: row.id, at: call.now)
    if let ticket {
      switch RotatingCode.check(ticket, for: row.id, secret, at: moment) {
      case .valid: return .valid
      case .expired: throw Fault(.ticketExpired, field: "ticket")
      case .wrong: break
      }
    } else if let code, RotatingCode.accepts(code, secret, at: moment) {
      return .valid
    }
    limits.countWrongCode(of: person, in: row.id, at: call.now)
    return .wrong
  }
}

extension Judgement.Verdict {
  var isAccepted: Bool {
    if case .accepted = self { return true }
    return false
  }
}

extension RecordRow {
  /// The record that a verdict gives.
  /// - Throws: the fault of a refusal.
  fileprivate init(
    _ verdict: Judgement.Verdict, of person: PersonID, in row: CheckInRow, instead known: RecordRow?,
    at now: Instant
  ) throws(Fault) {
    let outcome: Judgement.Outcome
    let isPending: Bool
    switch verdict {
    case .accepted(let found): (outcome, isPending) = (found, false)
    case .pending(let found): (outcome, isPending) = (found, true)
    case .refused(let refusal): throw refusal.fault(of: row)
    }
    self.init(
      row.id, person, isPending ? .pending : Attendance.Status(outcome.mark), outcome.means, at: now,
      id: known?.id)
    wouldBe = isPending ? outcome.mark : nil
    flags = outcome.flags
    distanceFeet = outcome.distanceFeet
    accuracy = outcome.accuracy
    changes = (known?.changes ?? 0) + 1
  }
}

extension Attendance.Refusal {
  fileprivate func fault(of row: CheckInRow) -> Fault {
    switch self {
    case .noCheckIn: Fault(.notFound)
    case .notOpenYet:
      Fault.notOpenYet(opens: row.opens)
    case .closed: Fault(.checkInClosed)
    case .outOfRange: Fault(.outOfRange, field: "fix")
    case .accuracyLow: Fault(.accuracyLow, field: "fix")
    case .fixStale: Fault(.fixStale, field: "fix")
    case .fixNeeded: Fault(.fixNeeded, field: "fix")
    case .codeNeeded: Fault(.codeNeeded, field: "code")
    case .codeWrong: Fault(.checkInCodeWrong, field: "code")
    case .alreadyDone: Fault(.checkInClosed)
    case .instructorOnly: Fault(.instructorOnly)
    case .notEnrolled: Fault(.notAllowed)
    }
  }
}

extension Fault {
  /// `not_open_yet` with the time at which it opens.
  fileprivate static func notOpenYet(opens: Instant) -> Fault {
    var fault = Fault(.notOpenYet)
    fault.details = .object([JSONValue.Member("opens", .string(opens.description))])
    return fault
  }
}

extension Attendance.Verdict {
  fileprivate init(
    _ row: CheckInRow, refused: Attendance.Refusal?, needsConfirming: Bool = false, mine: RecordRow?,
    distance: Int?, at now: Instant
  ) {
    self.init(
      isOpen: refused == nil, reason: refused, needsConfirming: needsConfirming, distanceFeet: distance,
      opens: row.opens, closes: row.end, mine: mine?.receipt, now: now)
  }
}

extension CheckInRow {
  /// The distance in feet, rounded up to the next 50, if the check-in asks for a place.
  fileprivate func distanceFeet(to fix: Attendance.Fix?) -> Int? {
    guard mode.needsPlace, let place, let fix else { return nil }
    let position = Position(latitude: fix.latitude.value, longitude: fix.longitude.value)
    return Distance.steppedFeet(place.distance(to: position))
  }
}

extension Database {
  /// Stores a keyed hash of the device and of the ticket, and flags the records of everybody who shares the
  /// device.
  /// - Throws: `ticket_used` if somebody else has used the ticket.
  fileprivate func put(
    _ device: DeviceToken?, _ ticket: CheckInTicket?, into record: inout RecordRow, of row: CheckInRow
  ) throws {
    guard let secret = row.secret else { return }
    if let ticket, row.mode.needsCode || record.flags.contains(.borderline) {
      let hash = HMAC.sha256(Array(ticket.text.utf8), key: secret)
      if let other = try person(ofTicket: hash, in: row.id), other != record.person {
        throw Fault(.ticketUsed, field: "ticket")
      }
      record.ticket = hash
    }
    guard let device else { return }
    let hash = device.hash(secret)
    record.device = hash
    for var other in try records(ofDevice: hash, in: row.id, without: record.person) {
      record.flags.insert(.sharedDevice)
      if other.flags.insert(.sharedDevice).inserted { try put(other) }
    }
  }

  /// Flags the records of other students of a check-in.
  fileprivate func flag(
    _ people: [PersonID], _ flag: Attendance.RecordFlag, in row: CheckInRow
  ) throws {
    for person in people {
      guard var record = try record(of: person, in: row.id) else { continue }
      if record.flags.insert(flag).inserted { try put(record) }
    }
  }

  /// Publishes a record to the instructors and the student.
  func publishRecord(
    _ record: RecordRow, in row: CheckInRow, to instructors: [PersonID], _ call: Call
  ) throws {
    try publish(
      Attendance.RecordChanged(
        course: row.course, checkIn: row.id, person: record.person, status: record.status),
      to: .people(instructors.filter { $0 != record.person } + [record.person]), call)
  }

  /// Sends the queries of a press ahead; `seen` is the check-in as it was before the write.
  fileprivate func aheadOfPress(by person: PersonID, _ seen: SeenCheckIn, _ device: DeviceToken?) throws {
    let (row, course) = (seen.row, seen.course.row)
    try ahead { _ = try $0.checkIn(row.id) }
    try ahead { _ = try $0.course(course.id) }
    try ahead { _ = try $0.role(of: person, in: course.id) }
    try ahead { _ = try $0.isLocked(course.term) }
    try ahead { _ = try $0.record(of: person, in: row.id) }
    try ahead { _ = try $0.instructors(of: course.id) }
    guard let device, let secret = row.secret else { return }
    try ahead { _ = try $0.records(ofDevice: device.hash(secret), in: row.id, without: person) }
  }
}

extension DeviceToken {
  fileprivate func hash(_ secret: [UInt8]) -> [UInt8] { HMAC.sha256(Array(text.utf8), key: secret) }
}
