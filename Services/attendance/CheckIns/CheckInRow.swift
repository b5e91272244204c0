import Crypto
import Schema
import ServiceKit
import Store

/// A stored check-in.
struct CheckInRow: Sendable, Hashable {
  let id: CheckInID
  let course: CourseID
  var mode: Attendance.CheckInMode
  /// Nil once the account of the instructor is gone.
  var openedBy: PersonID?
  var starts: Instant
  var opens: Instant
  var closes: Instant
  var lateFrom: Instant?
  /// Set by the transaction that closes it.
  var closed: Instant?
  var deleted: Instant?
  /// Meters; nil without a place.
  var range: Double?
  var savedSpot: SpotID?
  var spotName: String?
  var place: Position?
  var accuracy: Double?
  /// The key of its codes and tickets; nil without codes, and 24 hours after it has closed.
  var secret: [UInt8]?
  var tells: Instant?
  var soon: Instant?
  var version: Int64

  /// A check-in that is open for less is not told to close soon.
  static let minTimeForSoon = Duration.seconds(5 * 60)
  /// The time before the end at which students without a record are notified.
  static let soonLead = LeadTime(checked: 2)
  /// The time for which a place, codes and devices are kept after the end.
  static let keepsPlace = Duration.seconds(24 * 3600)

  static let columns = """
    checkin.id, checkin.course, mode, opened_by, starts_at, opens_at, closes_at, late_from, closed_at,
    deleted_at, range_m, saved_spot, spot_name, latitude, longitude, accuracy, secret, tells_at, soon_at,
    checkin.version
    """

  init(_ row: borrowing Row) throws {
    id = CheckInID(try row.id("id"))
    course = CourseID(try row.id("course"))
    mode = try Attendance.CheckInMode(stored: row.text("mode"))
    openedBy = try row.idOrNil("opened_by").map { PersonID($0) }
    starts = try row.instant("starts_at")
    opens = try row.instant("opens_at")
    closes = try row.instant("closes_at")
    lateFrom = try row.instantOrNil("late_from")
    closed = try row.instantOrNil("closed_at")
    deleted = try row.instantOrNil("deleted_at")
    range = try row.realOrNil("range_m")
    savedSpot = try row.idOrNil("saved_spot").map { SpotID($0) }
    spotName = try row.textOrNil("spot_name")
    let latitude = try row.realOrNil("latitude")
    let longitude = try row.realOrNil("longitude")
    if let latitude, let longitude { place = Position(latitude: latitude, longitude: longitude) }
    accuracy = try row.realOrNil("accuracy")
    secret = try row.blobOrNil("secret")
    tells = try row.instantOrNil("tells_at")
    soon = try row.instantOrNil("soon_at")
    version = try row.int("version")
  }

  init(
    id: CheckInID, course: CourseID, mode: Attendance.CheckInMode, openedBy: PersonID, starts: Instant,
    opens: Instant, closes: Instant
  ) {
    self.id = id
    self.course = course
    self.mode = mode
    self.openedBy = openedBy
    self.starts = starts
    self.opens = opens
    self.closes = closes
    version = 1
  }

  func state(at now: Instant) -> Attendance.CheckInState {
    if closed != nil || now >= closes { return .closed }
    return now < opens ? .planned : .open
  }

  /// The time limit in whole minutes from the start.
  var minutes: Int { Int((closes.milliseconds - starts.milliseconds + 30_000) / 60_000) }

  /// The end of the time in which a student's press counts.
  var end: Instant { closed.map { min($0, closes) } ?? closes }

  /// A place may be used with any mode but `manual`, which needs neither.
  mutating func set(_ spot: Attendance.Spot?) {
    spotName = spot?.name?.text
    place = spot.map { Position(latitude: $0.latitude.value, longitude: $0.longitude.value) }
    accuracy = spot?.accuracy?.value
  }

  /// Creates or keeps the key of its codes.
  mutating func setSecret() {
    guard mode != .manual else { return secret = nil }
    if secret == nil { secret = Secrets.randomBytes(32) }
  }

  /// Plans what students are notified of.
  mutating func planNotices(at now: Instant) {
    guard mode != .manual else {
      tells = nil
      soon = nil
      return
    }
    let lead = Duration.seconds(CheckInRow.soonLead.minutes * 60)
    let moment = closes.advanced(by: .zero - lead)
    let isLong = closes.since(max(opens, now)) >= CheckInRow.minTimeForSoon
    soon = isLong && moment > now ? moment : nil
  }

  var rules: Judgement.Rules {
    Judgement.Rules(
      mode: mode, opens: opens, closes: end, lateFrom: lateFrom, place: place,
      range: range ?? CheckInRange.standard.value, isClosed: closed != nil)
  }
}

extension Attendance.CheckInMode {
  init(stored text: String) throws {
    guard let mode = Attendance.CheckInMode(rawValue: text) else { throw DamagedRow(what: "mode \(text)") }
    self = mode
  }
}
