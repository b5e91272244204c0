import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad checkin`: a student's open check-ins, and checking in by the code that is shown in the room.
enum CheckInCommand: Command {
  static let name = "checkin"
  static let summary = "Check in to class"
  static let verbs = [
    Verb.person(
      "", "[CODE]", "Check in with the code shown in the room; without a code, list the open check-ins",
      options: [.value("course", "COURSE", is: "Needed if several check-ins are open")], run: run)
  ]
  static let notes = """
    CODE is the code of 8 letters and digits that your teacher shows; it changes every 15 seconds. Spaces and
    dashes do not matter. A terminal has no position: for a check-in that needs your position, use a browser.
    """

  @Sendable private static func run(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let current = try await visit.send(Attendance.ListOpenCheckIns())
    guard let word = visit.arguments.words.first else {
      return try await visit.show(current) { say(current) }
    }
    let code: CheckInCode = try Typed.value(word, "code")
    let checkIn = try await chosen(current, visit)
    if checkIn.mode.needsPlace {
      throw Failure("this check-in needs your position; open the site in a browser on your phone")
    }
    let receipt = try await visit.send(Attendance.CheckMeIn(id: checkIn.id, code: code))
    try await visit.show(receipt) {
      let name = Plain.line(checkIn.courseCode ?? checkIn.courseName)
      let time = ShownTime.clock(receipt.at)
      switch receipt.status {
      case .pending: Output.say("\(name): recorded at \(time); your teacher has to confirm it")
      case .late: Output.say("\(name): checked in at \(time), late")
      default: Output.say(StyledText("\(name): checked in at \(time)", .green))
      }
    }
  }

  private static func chosen(
    _ current: Attendance.OpenCheckIns, _ visit: Visit
  ) async throws -> Attendance.CheckIn {
    var open = current.items.filter { $0.role == .student && $0.state == .open }
    if let word = visit.arguments.value("course") {
      let course = try await visit.course(word)
      open = open.filter { $0.course == course }
    } else if open.count > 1 {
      // A check-in that is done is none to choose from.
      let left = open.filter { $0.mine == nil }
      if left.count == 1 { open = left }
    }
    guard open.count <= 1 else {
      throw UsageError(
        "several check-ins are open; use --course",
        choices: open.map { Plain.line($0.courseCode ?? $0.courseName) })
    }
    guard let only = open.first else { throw Failure("no check-in is open in your courses right now") }
    return only
  }

  private static func say(_ current: Attendance.OpenCheckIns) {
    guard !current.items.isEmpty else { return Output.say("No check-in is open or opens today.") }
    var table = Table([.text("COURSE"), .left("CHECK-IN"), .left("MODE"), .text("PLACE"), .left("YOU")])
    for checkIn in current.items {
      let isOpen = checkIn.state == .open
      let time =
        isOpen
        ? "closes in \(left(checkIn.closes, current.now))"
        : "opens \(ShownTime.text(checkIn.opens))"
      table.add([
        StyledText(checkIn.courseCode ?? checkIn.courseName), StyledText(time, isOpen ? .green : .dim),
        StyledText(AttendanceRows.mode(checkIn.mode)), StyledText(checkIn.spotName ?? ""),
        checkIn.mine.map { AttendanceRows.status($0.status, checkIn.statusNames) }
          ?? StyledText(checkIn.role == .student ? "" : "teach it", .dim),
      ])
    }
    Output.say(table.filled)
  }

  /// The time left as minutes and seconds, such as `4:12`.
  private static func left(_ end: Instant, _ now: Instant) -> String {
    let seconds = max(end.milliseconds - now.milliseconds, 0) / 1000
    return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
  }
}
