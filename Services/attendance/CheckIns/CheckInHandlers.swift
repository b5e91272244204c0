import Schema
import ServiceKit
import Store

/// Check-ins: instructors open, change and close them; the course sees them.
extension AttendanceService {
  /// A check-in can be created for a start this far ahead.
  static let maxAhead = Duration.seconds(7 * 24 * 3600)
  /// A roll on paper can be entered this long afterwards.
  static let maxBehind = Duration.seconds(14 * 24 * 3600)
  /// A start up to this long ago is as good as now: the class began a moment before the teacher pressed.
  static let startSlack = Duration.seconds(60)
  /// Check-ins that open within this time are listed as soon open.
  static let soonOpen = Duration.seconds(24 * 3600)
  /// A deleted check-in can be restored for 30 days; then it is purged.
  static let restoreLimit = Duration.seconds(30 * 24 * 3600)
  /// The maximum accuracy in meters of a measured place.
  static let maxSpotAccuracy = 50.0

  func registerCheckIns(in handlers: inout Handlers) {
    handlers.on(Attendance.ListCheckIns.self, listCheckIns)
    handlers.on(Attendance.ListOpenCheckIns.self, listOpenCheckIns)
    handlers.on(Attendance.OpenCheckIn.self, openCheckIn)
    handlers.on(Attendance.GetCheckIn.self, getCheckIn)
    handlers.on(Attendance.EditCheckIn.self, editCheckIn)
    handlers.on(Attendance.CloseCheckIn.self, closeCheckIn)
    handlers.on(Attendance.ReopenCheckIn.self, reopenCheckIn)
    handlers.on(Attendance.DeleteCheckIn.self, deleteCheckIn)
    handlers.on(Attendance.RestoreCheckIn.self, restoreCheckIn)
    handlers.on(Attendance.GetCheckInCode.self, getCode)
  }

  func listCheckIns(
    _ request: Attendance.ListCheckIns, _ call: Call
  ) async throws -> Page<Attendance.CheckIn> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    return try await call.read { db in
      let course = try db.seenCourse(request.id, call)
      let found = try db.checkIns(of: request.id, before: key, limit: limit + 1)
      return try Page(found, limit: limit) {
        TimeKey(time: $0.starts, id: $0.id.raw).cursor
      } item: {
        try db.shown(SeenCheckIn(row: $0, course: course), call)
      }
    }
  }

  func listOpenCheckIns(
    _ request: Attendance.ListOpenCheckIns, _ call: Call
  ) async throws -> Attendance.OpenCheckIns {
    let person = try call.person
    let until = call.now.advanced(by: AttendanceService.soonOpen)
    return try await call.read { db in
      let rows = try db.openCheckIns(of: person, at: call.now, until: until)
      let items = try rows.map { row in
        try db.shown(SeenCheckIn(row: row, course: try db.seenCourse(row.course, call)), call)
      }
      return Attendance.OpenCheckIns(items: items, now: call.now)
    }
  }

  func getCheckIn(_ request: Attendance.GetCheckIn, _ call: Call) async throws -> Attendance.CheckIn {
    try await call.read { db in try db.shown(try db.seenCheckIn(request.id, call), call) }
  }

  func openCheckIn(
    _ request: Attendance.OpenCheckIn, _ call: Call
  ) async throws -> EncodedReply<Attendance.CheckIn> {
    let person = try call.person
    return try await call.write { db in
      let course = try db.taughtCourse(request.id, call)
      let row = try db.open(request, in: course, by: person, call)
      return try db.shown(SeenCheckIn(row: row, course: course), call)
    }
  }

  func editCheckIn(
    _ request: Attendance.EditCheckIn, _ call: Call
  ) async throws -> EncodedReply<Attendance.CheckIn> {
    try await call.write { db in
      var seen = try db.changedCheckIn(request.id, call)
      guard seen.row.version == request.version else {
        throw try Fault.changedElsewhere(current: try db.shown(seen, call))
      }
      guard seen.row.state(at: call.now) != .closed else { throw Fault(.checkInClosed) }
      let edited = try seen.row.applying(request, now: call.now)
      guard edited != seen.row else { return try db.shown(seen, call) }
      seen.row = edited
      if let other = try db.overlapping(edited) {
        throw try Fault.alreadyOpen(try db.shown(SeenCheckIn(row: other, course: seen.course), call))
      }
      try db.update(edited)
      try db.publish(.edited, of: edited, call)
      return try db.shown(seen, call)
    }
  }

  func closeCheckIn(
    _ request: Attendance.CloseCheckIn, _ call: Call
  ) async throws -> EncodedReply<Attendance.CheckIn> {
    try await call.write { db in
      var seen = try db.changedCheckIn(request.id, call)
      if seen.row.closed == nil {
        seen.row = try db.close(seen.row, of: seen.course.row, at: min(call.now, seen.row.closes), call)
      }
      return try db.shown(seen, call)
    }
  }

  func reopenCheckIn(
    _ request: Attendance.ReopenCheckIn, _ call: Call
  ) async throws -> EncodedReply<Attendance.CheckIn> {
    try await call.write { db in
      var seen = try db.changedCheckIn(request.id, call)
      guard seen.row.state(at: call.now) == .closed else { throw Fault(.checkInNotClosed) }
      // It may have closed by its limit a moment ago, before the upkeep came to it.
      if seen.row.closed == nil {
        seen.row = try db.close(seen.row, of: seen.course.row, at: seen.row.closes, call)
      }
      var row = seen.row
      row.closed = nil
      row.closes = call.now.advanced(by: .seconds(request.minutes.count * 60))
      if row.opens > call.now { row.opens = call.now }
      // Its place is deleted a day after it closed, and codes alone would ask for less than it did.
      if row.mode.needsPlace, row.place == nil { row.mode = .manual }
      row.setSecret()
      row.tells = nil
      row.planNotices(at: call.now)
      row.version += 1
      if let other = try db.overlapping(row) {
        throw try Fault.alreadyOpen(try db.shown(SeenCheckIn(row: other, course: seen.course), call))
      }
      try db.update(row)
      try db.deleteClosingRecords(of: row)
      try db.publish(.reopened, of: row, call)
      seen.row = row
      return try db.shown(seen, call)
    }
  }

  func deleteCheckIn(_ request: Attendance.DeleteCheckIn, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard var row = try db.checkIn(request.id) else { throw Fault(.notFound) }
      let course = try db.taughtCourse(row.course, call)
      guard row.deleted == nil else { return Empty() }
      try db.requireUnlocked(course.row)
      row.deleted = call.now
      row.version += 1
      try db.update(row)
      try db.publish(.deleted, of: row, call)
      if course.isAdministered {
        try db.audit(.attendanceChanged, of: course.row.name, "deleted check-in", call)
      }
      return Empty()
    }
  }

  /// A check-in whose end has passed meanwhile closes at once.
  func restoreCheckIn(
    _ request: Attendance.RestoreCheckIn, _ call: Call
  ) async throws -> EncodedReply<Attendance.CheckIn> {
    try await call.write { db in
      guard var row = try db.checkIn(request.id) else { throw Fault(.notFound) }
      let course = try db.taughtCourse(row.course, call)
      if let deleted = row.deleted {
        guard call.now.since(deleted) <= AttendanceService.restoreLimit else { throw Fault(.notFound) }
        try db.requireUnlocked(course.row)
        row.deleted = nil
        row.version += 1
        if row.closed == nil, let other = try db.overlapping(row) {
          throw try Fault.alreadyOpen(try db.shown(SeenCheckIn(row: other, course: course), call))
        }
        try db.update(row)
        try db.publish(.restored, of: row, call)
        if row.closed == nil, call.now >= row.closes {
          row = try db.close(row, of: course.row, at: row.closes, call)
        }
      }
      return try db.shown(SeenCheckIn(row: row, course: course), call)
    }
  }

  func getCode(_ request: Attendance.GetCheckInCode, _ call: Call) async throws -> Attendance.ShownCode {
    let row = try await call.read { try $0.taughtCheckIn(request.id, call).row }
    guard row.state(at: call.now) != .closed else { throw Fault(.checkInClosed) }
    guard let secret = row.secret else { throw Fault(.noCode) }
    let step = RotatingCode.step(at: call.now)
    let code = RotatingCode.code(secret, step: step)
    let next = RotatingCode.code(secret, step: step + 1)
    return Attendance.ShownCode(
      code: RotatingCode.shown(code), until: RotatingCode.start(of: step + 1),
      next: RotatingCode.shown(next), now: call.now, qr: try origin.qrCode(of: row.id, code),
      nextQr: try origin.qrCode(of: row.id, next))
  }
}

extension Database {
  /// Stores a new check-in of a course, and notifies its students if it is open at once.
  func open(
    _ request: Attendance.OpenCheckIn, in course: SeenCourse, by person: PersonID, _ call: Call
  ) throws -> CheckInRow {
    try requireUnlocked(course.row)
    var row = try CheckInRow(request, by: person, savedSpot: try spot(of: request), now: call.now)
    if let other = try overlapping(row) {
      throw try Fault.alreadyOpen(try shown(SeenCheckIn(row: other, course: course), call))
    }
    if row.mode == .manual || row.opens <= call.now { row.tells = nil }
    try insert(row)
    try publish(.created, of: row, call)
    if row.mode != .manual, row.opens <= call.now { try notifyOpen(row, course.row, call) }
    if course.isAdministered { try audit(.attendanceChanged, of: course.row.name, "check-in", call) }
    return row
  }
}

extension Fault {
  /// `already_open` with the other check-in in `details.current`, so that a client can link to it.
  fileprivate static func alreadyOpen(_ other: Attendance.CheckIn) throws -> Fault {
    let details = try Fault.changedElsewhere(current: other).details
    var fault = Fault(.alreadyOpen)
    fault.details = details
    return fault
  }
}

extension CheckInRow {
  init(
    _ request: Attendance.OpenCheckIn, by person: PersonID, savedSpot: SpotRow?, now: Instant
  ) throws(Fault) {
    let minutes = request.minutes ?? .standard
    let starts = request.starts ?? now
    let isBehind = starts < now.advanced(by: .zero - AttendanceService.startSlack)
    guard starts <= now.advanced(by: AttendanceService.maxAhead),
      !isBehind
        || (request.mode == .manual && starts >= now.advanced(by: .zero - AttendanceService.maxBehind))
    else { throw Fault(.startBad, field: "starts") }
    // Marks of a roll on paper are entered from now on, whenever the class was.
    let first = isBehind ? now : starts
    self.init(
      id: .timed(now), course: request.id, mode: request.mode, openedBy: person, starts: starts,
      opens: first.advanced(by: .seconds(-60 * (request.early?.count ?? 0))),
      closes: first.advanced(by: .seconds(60 * minutes.count)))
    if opens < now { opens = now }
    try set(lateAfter: request.lateAfter, minutes)
    try set(request, savedSpot)
    setSecret()
    tells = opens
    planNotices(at: now)
  }

  private mutating func set(lateAfter: LateMinutes?, _ minutes: CheckInMinutes) throws(Fault) {
    if let lateAfter, lateAfter.count >= minutes.count, lateAfter.count > 0 {
      throw Fault(.lateBad, field: "lateAfter")
    }
    lateFrom = lateAfter.map { starts.advanced(by: .seconds(60 * $0.count)) }
  }

  private mutating func set(_ request: Attendance.OpenCheckIn, _ saved: SpotRow?) throws(Fault) {
    guard request.mode != .manual else { return }
    if let saved {
      self.savedSpot = saved.id
      spotName = saved.name
      place = saved.place
      range = request.range?.value ?? saved.range
    } else if let spot = request.spot {
      try CheckInRow.require(spot)
      set(spot)
      range = (request.range ?? .standard).value
    }
    guard !mode.needsPlace || place != nil else { throw Fault(.spotNeeded, field: "spot") }
  }

  private static func require(_ spot: Attendance.Spot) throws(Fault) {
    if let accuracy = spot.accuracy, accuracy.value > AttendanceService.maxSpotAccuracy {
      throw Fault(.spotInaccurate, field: "spot")
    }
  }

  /// The check-in after an edit. The version increases only if something changed.
  fileprivate func applying(_ edit: Attendance.EditCheckIn, now: Instant) throws(Fault) -> CheckInRow {
    var edited = self
    edited.mode = edit.mode ?? mode
    if let minutes = edit.minutes {
      // The minutes of a roll on paper count from when it was opened.
      let closes = max(starts, opens).advanced(by: .seconds(60 * minutes.count))
      guard closes > now else { throw Fault(.checkInLimitBad, field: "minutes") }
      edited.closes = closes
    }
    switch edit.lateAfter {
    case .keep: break
    case .clear: edited.lateFrom = nil
    case .set(let late): edited.lateFrom = starts.advanced(by: .seconds(60 * late.count))
    }
    if let late = edited.lateFrom, late > starts, late >= edited.closes {
      throw Fault(.lateBad, field: "lateAfter")
    }
    if let spot = edit.spot {
      try CheckInRow.require(spot)
      edited.set(spot)
      edited.savedSpot = nil
      edited.range = range ?? CheckInRange.standard.value
    }
    if let range = edit.range { edited.range = range.value }
    guard !edited.mode.needsPlace || edited.place != nil else { throw Fault(.spotNeeded, field: "spot") }
    edited.setSecret()
    guard edited != self else { return self }
    if edited.closes != closes || edited.mode != mode { edited.planNotices(at: now) }
    edited.version += 1
    return edited
  }
}
