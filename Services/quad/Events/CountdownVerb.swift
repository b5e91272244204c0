import GatewayClient
import Schema
import SiteCommands
import Synchronization
import Terminal
import Threads

/// `quad events countdown`: the time left until an event, live on a terminal, otherwise printed once.
enum CountdownVerb {
  @Sendable static func run(_ visit: Visit) async throws {
    let arguments = visit.arguments
    try arguments.refuseMore(than: 1)
    let id = try await EventVerbs.id(visit)
    let unit = try arguments.value("until").map(unit)
    let isWandOn = arguments.has("wand")
    let event = try await visit.send(Events.GetEvent(id: id))
    let asked = SiteTime.clock
    // The site decides whether the wand can be used.
    let reading = try await visit.send(Events.GetCountdown(id: id, magic: isWandOn ? true : nil))
    let time = SiteTime(reading.now, asked: asked, answered: SiteTime.clock)
    let face = CountdownFace(event, chosen: unit ?? .standard, isWandOn: isWandOn)
    if !arguments.has("once"), !visit.wantsJSON, Output.isTerminal, !Output.isDumb,
      let last = try await LiveCountdown(visit, time, event).show(face)
    {
      // The last reading stays on the screen.
      return say(last.face, at: last.now, unit: nil)
    }
    try await visit.show(reading) { say(face, at: reading.now, unit: unit) }
  }

  private static func unit(_ text: String) throws(UsageError) -> CountdownUnit {
    guard let unit = CountdownUnit(rawValue: text.lowercased()) else {
      throw UsageError("unknown unit", choices: CountdownUnit.allCases.map(\.rawValue))
    }
    return unit
  }

  private static func say(_ face: CountdownFace, at now: Instant, unit: CountdownUnit?) {
    var face = face
    let reading = face.reading(at: now)
    let event = face.event
    Output.say(StyledText(Plain.line(event.title), .bold) + StyledText(", \(EventWords.when(event))"))
    let wand = reading.isWandOn ? ", minus two days with the wand" : ""
    let side = reading.isPast ? "since" : "left"
    Output.say("\(CountdownFace.clock(reading)) \(side)\(wand)")
    if reading.phrase == .hereAsCounted { Output.say(EventWords.phrase(reading.phrase)) }
    if let unit, !reading.isPast { Output.say("until: \(EventWords.this(reading.value(in: unit), unit))") }
  }
}

/// A countdown on a terminal, until the person ends it.
private final class LiveCountdown: Sendable {
  private let visit: Visit
  private let state: Mutex<State>

  private struct State {
    var time: SiteTime
    var event: Events.CalendarEvent
    var isAway = false
    /// The error that ended the countdown: the event was deleted, or the session is over.
    var failure: (any Error)?
  }

  /// The interval between two requests for the site's time and the current event.
  private static let refresh = Duration.seconds(20)

  init(_ visit: Visit, _ time: SiteTime, _ event: Events.CalendarEvent) {
    self.visit = visit
    state = Mutex(State(time: time, event: event))
  }

  /// Runs the countdown and returns the last reading; nil without a terminal.
  func show(_ face: CountdownFace) async throws -> (face: CountdownFace, now: Instant)? {
    // Leaving the scope cancels it.
    async let _ = follow()
    let last = try await onThread { () throws(Failure) in try self.draw(face) }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return last
  }

  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
      do {
        try WorkThread.start("countdown") {
          do throws(Failure) { continuation.resume(returning: try body()) } catch {
            continuation.resume(throwing: error)
          }
        }
      } catch { continuation.resume(throwing: error) }
    }
  }

  private func draw(_ first: CountdownFace) throws(Failure) -> (face: CountdownFace, now: Instant)? {
    try LiveScreen.during { screen in
      var face = first
      while true {
        let (time, event, isAway, isOver) = state.withLock {
          ($0.time, $0.event, $0.isAway, $0.failure != nil)
        }
        let now = time.now
        if isOver { return (face, now) }
        face = face.with(event, isAway: isAway)
        let size = screen.size
        screen.draw(
          face.lines(at: now, columns: size.columns, rows: size.rows, inColour: Output.isInColour),
          inColour: Output.isInColour)
        switch screen.wait(LiveCountdown.untilNext(event.next.milliseconds - now.milliseconds)) {
        case .look: continue
        case .closed: return (face, time.now)
        case .keys(let bytes):
          for key in Key.read(bytes) where !face.take(key, at: time.now) { return (face, time.now) }
        }
      }
    }
  }

  /// The time until the displayed second changes. Before the event a second ends one millisecond after it was
  /// whole; at the event and after it, exactly when it is whole.
  static func untilNext(_ left: Int64) -> Duration {
    if left <= 0 { return .milliseconds(1000 + left % 1000) }
    return .milliseconds(left < 1000 ? left : left % 1000 + 1)
  }

  /// Refreshes the event and the site's time until canceled.
  private func follow() async {
    let id = state.withLock { $0.event.id }
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: LiveCountdown.refresh)
        let event = try await visit.send(Events.GetEvent(id: id))
        let asked = SiteTime.clock
        let reading = try await visit.send(Events.GetCountdown(id: id))
        let answered = SiteTime.clock
        state.withLock { state in
          state.event = event
          state.isAway = false
          state.time.learn(reading.now, asked: asked, answered: answered)
        }
      } catch is CancellationError { return } catch {
        guard !Task.isCancelled else { return }
        let isFinal =
          if case ClientError.refused(let fault) = error { TaskWatch.isFinal(fault) } else { false }
        state.withLock { state in
          state.isAway = true
          if isFinal { state.failure = error }
        }
      }
      LiveScreen.wake()
    }
  }
}
