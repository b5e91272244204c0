import Schema
import ServiceKit
import Store

/// The check-in that a draft opens as: mode, limits and place of the course's last one, in the room of the
/// timetable if that is a saved place. A roll on paper counts only where there is nothing else.
struct DraftOpening: Sendable {
  var mode: Attendance.CheckInMode
  let minutes: CheckInMinutes
  let early: EarlyMinutes?
  let lateAfter: LateMinutes?
  let range: CheckInRange?
  let spot: SpotRow?

  /// - Parameter room: The saved place with the name of the room.
  /// - Parameter former: The saved place of the last check-in.
  init(last: CheckInRow?, room: SpotRow?, former: SpotRow?) {
    spot = room ?? former
    mode = last?.mode ?? (spot == nil ? .code : .place)
    if spot == nil, mode.needsPlace { mode = .code }
    // A roll on paper was entered for some minutes from then, whenever the class was.
    let from = last.map { max($0.starts, $0.opens) }
    minutes =
      DraftOpening.minutes(last?.closes, after: from, CheckInMinutes.limits)
      .map { CheckInMinutes(checked: $0) } ?? .standard
    early = DraftOpening.minutes(last?.starts, after: last?.opens, EarlyMinutes.limits)
      .map { EarlyMinutes(checked: $0) }
    let late = DraftOpening.minutes(last?.lateFrom, after: last?.starts, LateMinutes.limits)
    lateAfter = late.flatMap { [minutes] in $0 == 0 || $0 < minutes.count ? LateMinutes(checked: $0) : nil }
    range = (room == nil ? last?.range : nil).flatMap { CheckInRange($0) }
  }

  private static func minutes(
    _ end: Instant?, after start: Instant?, _ limits: ClosedRange<Int>
  ) -> Int? {
    guard let end, let start else { return nil }
    let whole = Int((end.milliseconds - start.milliseconds + 30_000) / 60_000)
    return min(max(whole, limits.lowerBound), limits.upperBound)
  }

  /// The request that an instructor would have sent. A class that has begun is opened from now.
  func request(for draft: DraftRow, at now: Instant) -> Attendance.OpenCheckIn {
    let hasBegun = draft.meeting.starts <= now
    return Attendance.OpenCheckIn(
      id: draft.course, mode: mode, starts: hasBegun && mode != .manual ? nil : draft.meeting.starts,
      minutes: minutes, early: hasBegun ? nil : early, lateAfter: lateAfter,
      range: spot == nil ? nil : range, savedSpot: spot?.id)
  }
}

extension Database {
  func opening(of draft: DraftRow) throws -> DraftOpening {
    let last = try one(
      """
      SELECT \(CheckInRow.columns) FROM checkin WHERE course = ? AND deleted_at IS NULL
      ORDER BY CASE WHEN mode = 'manual' THEN 1 ELSE 0 END, starts_at DESC, id DESC LIMIT 1
      """,
      draft.course.raw
    ) { try CheckInRow($0) }
    return DraftOpening(
      last: last, room: try draft.meeting.room.flatMap { try spot(named: $0) },
      former: try last?.savedSpot.flatMap { try spot($0) })
  }
}
