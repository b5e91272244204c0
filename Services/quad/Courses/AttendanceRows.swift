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

  /// The name of a status, in the course's own words if it has some.
  static func status(_ status: Attendance.Status, _ names: Attendance.StatusNames?) -> StyledText {
    func named(_ usual: String, _ style: StyledText.Style = .plain) -> StyledText {
      StyledText(names?[status].map { Plain.line($0) } ?? usual, style)
    }
    return switch status {
    case .present: named("present", .green)
    case .late: named("late")
    case .excused: named("excused")
    case .absent: named("absent", .red)
    case .pending: named("to confirm", .bold)
    case .unmarked: named("not yet", .dim)
    case .notEnrolled: named("not enrolled", .dim)
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
  static func summary(_ tally: Attendance.Tally, _ names: Attendance.StatusNames?) -> String {
    let counts: [(Int, Attendance.Status)] = [
      (tally.present, .present), (tally.late, .late), (tally.excused, .excused), (tally.absent, .absent),
      (tally.pending, .pending), (tally.unmarked, .unmarked),
    ]
    let shown = counts.filter { $0.0 > 0 }.map { "\($0.0) \(status($0.1, names).text)" }
    return shown.isEmpty ? "nobody yet" : shown.joined(separator: ", ")
  }

  static func name(_ first: String, _ last: String) -> String {
    let name = Plain.line("\(first) \(last)")
    return name == " " ? "a former student" : name
  }
}
