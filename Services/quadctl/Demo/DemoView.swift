import Calendar
import Schema
import SiteCommands
import Terminal

/// The display of the demo. A terminal shows a picture that is redrawn at each step, below the log of what
/// has happened; any other output gets the log alone.
final class DemoView {
  /// The content of the picture for one person.
  struct Scene {
    let name: String
    let now: Instant
    let slots: Notifier.Slots
    let next: [Notifier.PlannedAlert]
    let counts: Notifier.AlertCounts
    let steps: Int
  }

  private let zone: Zone
  private let isLive = Output.isTerminal && !Output.isDumb
  private var drawn = 0
  private var lastDrawn: ContinuousClock.Instant?
  private let began = ContinuousClock.now

  /// The minimum time between two pictures, enough for the eye.
  private static let drawPause = Duration.milliseconds(50)
  /// The number of alerts in the picture.
  static let shown = 6
  private static let barWidth = 32

  init(zone: Zone) { self.zone = zone }

  /// True if the next picture would be drawn.
  var wantsScene: Bool {
    isLive && (lastDrawn.map { $0.duration(to: .now) >= DemoView.drawPause } ?? true)
  }

  /// Prints a line of the log, which stays on the screen.
  func say(_ text: StyledText) {
    erase()
    let time = began.duration(to: .now).milliseconds
    let tenths = "\(time / 1000).\(time / 100 % 10) s"
    Output.say(
      StyledText(String(repeating: " ", count: max(7 - tenths.count, 0)) + tenths + "  ", .dim) + text)
  }

  func draw(_ scene: Scene) {
    let lines = lines(scene)
    Output.redraw(lines, over: drawn)
    drawn = lines.count
    lastDrawn = .now
  }

  func erase() {
    if drawn > 0 { Output.redraw([], over: drawn) }
    drawn = 0
  }

  /// A moment on the clocks of the campus.
  func moment(_ instant: Instant) -> String { Phrases.moment(instant, in: zone) }

  func lines(_ scene: Scene) -> [StyledText] {
    let (slots, counts) = (scene.slots, scene.counts)
    let full = slots.armed * DemoView.barWidth / slots.maxArmed
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: DemoView.barWidth - full)
    var lines: [StyledText] = [
      "",
      StyledText(moment(scene.now), .bold) + StyledText("   step \(scene.steps)", .dim),
      StyledText("\(scene.name)  ") + StyledText(bar, .green)
        + StyledText("  \(slots.armed)/\(slots.maxArmed) scheduled, \(slots.queued) waiting"),
    ]
    for alert in scene.next.prefix(DemoView.shown) {
      lines.append(
        StyledText("  \(AlertRows.state(alert))  ", .dim) + StyledText("\(moment(alert.at))  ")
          + StyledText(Plain.line(AlertWords.title(alert.text)), .bold)
          + StyledText("  \(AlertWords.reasons(alert.because))", .dim))
    }
    let rest = max(DemoView.shown - scene.next.count, 0)
    lines += Array(repeating: "", count: rest)
    lines.append(
      StyledText(
        "total \(counts.planned) = waiting \(counts.queued) + scheduled \(counts.armed) + "
          + "sent \(counts.fired) + canceled \(counts.cancelled) + missed \(counts.missed)"))
    return lines
  }
}
