import Schema
import SiteCommands
import Terminal

/// A course's own names of statuses as they are typed: `late=Tardy,absent=Missing`.
enum StatusWords {
  static let option = Option.value(
    "words", "LIST",
    is: "Own words for attendance, such as late=Tardy,absent=Missing; none for the usual ones")

  static func read(_ text: String) throws -> Attendance.StatusNames {
    var names: [Attendance.Status: StatusName] = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { throw UsageError("--words \(text): enter a list like late=Tardy") }
      let typed = sides[0].lowercased().filter { $0 != " " }
      guard let status = named.first(where: { $0.rawValue == typed }) else {
        throw UsageError("unknown status \"\(typed)\"", choices: named.map(\.rawValue))
      }
      names[status] = try Typed.value(String(sides[1]), "words")
    }
    return Attendance.StatusNames(
      present: names[.present], late: names[.late], excused: names[.excused], absent: names[.absent],
      notEnrolled: names[.notEnrolled])
  }

  /// `late=Tardy, absent=Missing`; nil for the usual ones.
  static func shown(_ names: Attendance.StatusNames?) -> String? {
    guard let names else { return nil }
    return named.compactMap { status in names[status].map { "\(status.rawValue)=\($0)" } }
      .joined(separator: ", ")
  }

  /// The mark that a word stands for: its own name or that of the course.
  static func mark(_ word: String, _ names: Attendance.StatusNames?) -> Attendance.Mark? {
    let typed = word.lowercased()
    let status = named.first { names?[$0]?.lowercased() == typed }
    return Attendance.Mark(rawValue: typed) ?? status.flatMap { Attendance.Mark(rawValue: $0.rawValue) }
  }

  private static let named: [Attendance.Status] = [.present, .late, .excused, .absent, .notEnrolled]
}
