import Schema
import ServiceKit
import Store

extension AttendanceStore {
  /// The names of statuses in a course; NULL for the usual ones.
  static let statusNames = Migration(
    4, "names of statuses",
    """
    ALTER TABLE course ADD COLUMN present_name TEXT;
    ALTER TABLE course ADD COLUMN late_name TEXT;
    ALTER TABLE course ADD COLUMN excused_name TEXT;
    ALTER TABLE course ADD COLUMN absent_name TEXT;
    ALTER TABLE course ADD COLUMN not_enrolled_name TEXT;
    """)
}

extension Attendance.StatusNames {
  static let columns = "present_name, late_name, excused_name, absent_name, not_enrolled_name"

  /// The names in a row with `columns`; nil if all are the usual ones.
  static func stored(_ row: borrowing Row) throws -> Attendance.StatusNames? {
    let names = Attendance.StatusNames(
      present: try row.statusName("present_name"), late: try row.statusName("late_name"),
      excused: try row.statusName("excused_name"), absent: try row.statusName("absent_name"),
      notEnrolled: try row.statusName("not_enrolled_name"))
    return names.isUsual ? nil : names
  }
}

extension Row {
  fileprivate func statusName(_ column: StaticString) throws -> StatusName? {
    try textOrNil(column).map { StatusName(checked: $0) }
  }
}
