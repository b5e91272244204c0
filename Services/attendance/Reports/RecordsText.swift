import Calendar
import Schema
import Spreadsheet

/// The records of a course as lines of CSV, in English, so that another program reads them the same on every
/// site; a status has the course's own name if there is one. Times are those of the site's clocks:
/// `2026-09-01 10:00:00`.
enum RecordsText {
  /// The limit of rows per page: 1,000 rows of the longest names fit into a reply.
  static let rowsAPage = 1_000

  static let headings = CSVLine([
    "Check-in start", "Check-in end", "Last name", "First name", "Status", "How", "Time", "Changed",
  ]).text

  static func line(_ row: Attendance.RecordRow, of course: CourseRow, in zone: Zone) -> String {
    CSVLine([
      time(row.starts, zone), time(row.ends, zone), row.lastName, row.firstName,
      course.name(of: row.status) ?? row.status.rawValue,
      row.means.rawValue, time(row.at, zone), row.isOverridden ? "yes" : "no",
    ]).text
  }

  private static func time(_ moment: Instant, _ zone: Zone) -> String {
    let wall = zone.wallTime(at: moment)
    return "\(wall.date) \(wall.time)"
  }
}
