import Schema
import ServiceKit
import Store

/// Past check-ins of a demo campus.
extension AttendanceService {
  func registerLoading(in handlers: inout Handlers) {
    handlers.on(Attendance.LoadRegister.self, loadRegister)
  }

  func loadRegister(_ request: Attendance.LoadRegister, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    guard request.records.count <= Database.maxOnRoster else { throw Fault(.rosterFull, field: "records") }
    return try await call.write { db in
      _ = try db.taughtCourse(request.id, call)
      let row = try CheckInRow(request, by: person, try db.loadedSpot(request.savedSpot))
      try db.insert(row)
      for loaded in request.records {
        guard try db.role(of: loaded.person, in: request.id) == .student else {
          throw Fault(.personUnknown, field: "records")
        }
        let record = RecordRow(loaded, in: row)
        try db.put(record)
        try db.note(record, before: nil, at: record.at)
      }
      return Empty()
    }
  }
}

extension Database {
  fileprivate func loadedSpot(_ id: SpotID?) throws -> SpotRow? {
    guard let id else { return nil }
    guard let spot = try spot(id) else { throw Fault(.spotNeeded, field: "savedSpot") }
    return spot
  }
}

extension CheckInRow {
  /// A closed check-in. Of its place only the name is left, as of any that has been closed for a day.
  fileprivate init(_ request: Attendance.LoadRegister, by person: PersonID, _ spot: SpotRow?) throws(Fault) {
    guard spot != nil || !request.mode.needsPlace else { throw Fault(.spotNeeded, field: "savedSpot") }
    let end = request.starts.advanced(by: .seconds(60 * request.minutes.count))
    self.init(
      id: .timed(request.starts), course: request.id, mode: request.mode, openedBy: person,
      starts: request.starts, opens: request.starts, closes: end)
    lateFrom = request.lateAfter.map { request.starts.advanced(by: .seconds(60 * $0.count)) }
    closed = end
    savedSpot = spot?.id
    spotName = spot?.name
    range = spot?.range
  }
}

extension RecordRow {
  /// A record as a student's press, the closing or the instructor would have made it.
  fileprivate init(_ loaded: Attendance.LoadedRecord, in row: CheckInRow) {
    let isThere = loaded.status == .present || loaded.status == .late
    let pressed = row.starts.advanced(by: .seconds(loaded.after))
    let means: Attendance.Means =
      switch row.mode {
      case .manual: .instructor
      case .place: isThere ? .place : .closing
      case .code: isThere ? .code : .closing
      case .placeAndCode: isThere ? .placeAndCode : .closing
      }
    let isExcuse = loaded.status == .excused && row.mode != .manual
    self.init(
      row.id, loaded.person, Attendance.Status(loaded.status), isExcuse ? .excuse : means,
      at: isThere ? min(pressed, row.closes) : row.closes)
    if row.mode == .manual { markedBy = row.openedBy }
    if isThere, row.mode.needsPlace {
      // 50 feet are the smallest step there is, and phones are this accurate in a building.
      distanceFeet = 50
      accuracy = 10 + abs(loaded.after) % 15
    }
  }
}
