import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad attendance code` on a terminal: the code and its QR code, drawn again each time they change, until
/// Ctrl-C or until the check-in closes.
final class CodeWall {
  private let visit: Visit
  private let checkIn: Attendance.CheckIn
  private var drawn: String?

  /// The pause before the site is asked again while it cannot be reached.
  private static let retry = Duration.seconds(2)
  /// The shortest time for which a code stays: this clock may be ahead of the site's.
  private static let minTime = Duration.milliseconds(200)

  init(_ visit: Visit, _ checkIn: Attendance.CheckIn) {
    self.visit = visit
    self.checkIn = checkIn
  }

  nonisolated(nonsending) func run(_ first: Attendance.ShownCode) async throws {
    var shown = first
    while true {
      draw(shown.code, shown.qr)
      let left = Duration.milliseconds(shown.until.milliseconds - shown.now.milliseconds)
      try await Task.sleep(for: max(left, CodeWall.minTime))
      // The next code is known ahead, so the change needs no network.
      draw(shown.next, shown.nextQr)
      guard let next = try await fetch() else { return Output.say("Check-in closed") }
      shown = next
    }
  }

  /// Returns the current code; nil once the check-in has closed.
  nonisolated(nonsending) private func fetch() async throws -> Attendance.ShownCode? {
    var isAway = false
    while true {
      do { return try await visit.send(Attendance.GetCheckInCode(id: checkIn.id)) } catch {
        if case ClientError.refused(let fault) = error {
          if fault.code == FaultCode.checkInClosed.code { return nil }
          guard !TaskWatch.isFinal(fault) else { throw error }
        }
        if !isAway { Output.note("no connection; the code may be out of date") }
        isAway = true
        try await Task.sleep(for: CodeWall.retry)
      }
    }
  }

  private func draw(_ code: String, _ qr: Roomhub.QRModules?) {
    guard code != drawn else { return }
    drawn = code
    Output.clear()
    Output.say(StyledText(Plain.line(checkIn.courseCode ?? checkIn.courseName), .bold))
    if let qr, let columns = Output.columns,
      let drawing = QRDrawing(modules: qr.rows, inColour: Output.isInColour), drawing.width <= columns
    {
      for line in drawing.lines { Output.say(line) }
    }
    Output.say(StyledText(code, .bold))
    Output.say(StyledText("Check-in closes at \(ShownTime.clock(checkIn.closes))", .dim))
  }
}
