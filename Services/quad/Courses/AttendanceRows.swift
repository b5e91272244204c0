import Schema
import SiteCommands
import Terminal

/// Attendance in tables: marks in words, percentages, and bars to compare them by.
enum AttendanceRows {
  /// The length of the bar of 100 percent.
  private static let barLength = 20
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  static let tallyTitles: [Table.Column] =
    ["PRESENT", "LATE", "EXCUSED", "ABSENT"].map { .right($0) } + [.right("%"), .left("ATTENDANCE")]

  /// The cells below `tallyTitles`.
  static func cells(_ tally: Attendance.Tally, _ percent: Double?, isLow: Bool = false) -> [StyledText] {
    let counts = [tally.present, tally.late, tally.excused, tally.absent].map { StyledText("\($0)") }
    guard let percent else { return counts + ["", ""] }
    let style = isLow ? StyledText.Style.red : .plain
    return counts + [StyledText(text(percent), style), StyledText(bar(percent), isLow ? .red : .green)]
  }

  static func text(_ percent: Double) -> String {
    let tenths = Int((percent * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// A bar as long as the percentage, to an eighth of a column.
  static func bar(_ percent: Double) -> String {
    let length = Int((min(max(percent, 0), 100) / 100 * Double(barLength * 8)).rounded())
    return String(repeating: "█", count: length / 8) + eighths[length % 8]
  }

  static func status(_ status: Attendance.Status) -> StyledText {
    switch status {
    case .present: StyledText("present", .green)
    case .late: "late"
    case .excused: "excused"
    case .absent: StyledText("absent", .red)
    case .pending: StyledText("to confirm", .bold)
    case .unmarked: StyledText("not yet", .dim)
    case .notEnrolled: StyledText("not enrolled", .dim)
    }
  }

  static func mode(_ mode: Attendance.CheckInMode) -> String {
    switch mode {
    case .place: "place"
    case .code: "code"
    case .placeAndCode: "place + code"
    case .manual: "by hand"
    }
  }

  /// Flags for a teacher to look at, in a few words.
  static func flags(_ flags: [Attendance.RecordFlag]) -> String {
    flags.map { flag in
      switch flag {
      case .borderline: "at the edge of the range"
      case .arrivedLate: "was offline"
      case .sameCoordinates: "same position as another student"
      case .sameAccuracy: "same accuracy every time"
      case .tooFast: "moved too fast"
      case .sharedDevice: "shared device"
      }
    }.joined(separator: ", ")
  }

  /// Counts of a check-in: `12 present, 1 late`.
  static func summary(_ tally: Attendance.Tally) -> String {
    let counts = [
      (tally.present, "present"), (tally.late, "late"), (tally.excused, "excused"), (tally.absent, "absent"),
      (tally.pending, "to confirm"), (tally.unmarked, "not yet"),
    ]
    let shown = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return shown.isEmpty ? "nobody yet" : shown.joined(separator: ", ")
  }

  static func name(_ first: String, _ last: String) -> String {
    let name = Plain.line("\(first) \(last)")
    return name == " " ? "a former student" : name
  }
}
