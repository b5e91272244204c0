import Bus
import JSON
import Schema
import ServiceKit
import Synchronization

/// The gateway's subscriber: publishes events on the live stream, and drops sessions that ended. It stores
/// nothing: it starts a little before the newest event, for clients that come back to it or come from another
/// gateway, and after a loss all clients fetch their lists again.
struct LiveSink: PassingSink {
  let live: LiveStream
  let sessions: SessionCache
  let pictures: PictureReplies
  let keeper: ReplyKeeper
  let tracer: Tracer

  /// The topic classes of a program whose events reach people, say who may see what, or change replies that
  /// are kept. Nothing else wakes the gateway.
  static func classes(of producer: ProgramName) -> [String] {
    let events = Catalogue.rows.first { $0.name == producer }?.events ?? []
    let isDecider = PictureReplies.deciders.contains(producer)
    let wanted = events.filter { isDecider || $0.audience != .programs }
    let changing = Catalogue.changingClasses(of: producer)
    return Set(wanted.map { TopicClass.of($0.topic) } + changing).sorted()
  }

  /// More than a busy site publishes while a gateway restarts.
  let lookback: Int64 = 2048

  func heard(_ producer: ProgramName, at position: StreamPosition) {
    live.follows(producer)
    live.pass(to: position.sequence, of: producer)
    if producer == .auth { sessions.heard() }
    pictures.heard(producer)
    keeper.heard(producer, at: position)
  }

  func heardAgain(_ producer: ProgramName, at position: StreamPosition) -> Bool {
    heard(producer, at: position)
    return true
  }

  func apply(_ events: [StreamEvent], of producer: ProgramName) {
    for event in events {
      if event.header.subject == Auth.SessionRevoked.topic { revoke(event) }
      pictures.apply(event.header.subject, of: producer)
      let audience = event.header.audience.flatMap { Audience(encoded: $0) }
      // Before people hear of the event: whoever fetches the list then finds it.
      keeper.apply(
        event.header.subject, audience ?? .programs, sequence: event.sequence, of: producer)
      guard let told = LiveStream.Event(event) else { continue }
      let span = tracer.begin("live \(event.header.subject)", .consumer, in: event.header.trace)
      live.publish(told, of: producer)
      span?.end()
    }
  }

  private func revoke(_ event: StreamEvent) {
    do {
      let revoked = try JSONCoding.decode(Auth.SessionRevoked.self, from: event.body)
      sessions.drop(revoked.session)
      live.end(revoked.session)
    } catch {
      // It does not say which session ended, so every session is checked again.
      checkSessions()
    }
  }

  func started(_ producer: ProgramName, _ start: StreamStart) {
    live.begin(
      producer, at: LivePosition.Head(start.epoch, start.sequence), after: start.floor,
      with: start.events.compactMap { LiveStream.Event($0) })
    pictures.dropAll()
    keeper.started(producer)
    if producer == .auth { checkSessions() }
  }

  /// Sessions may have ended meanwhile: each has to be resolved again, and every stream to be opened again.
  private func checkSessions() {
    sessions.dropAll()
    live.endAll()
  }
}

extension LiveStream.Event {
  /// Nil for an event that people aren't told about.
  fileprivate init?(_ event: StreamEvent) {
    guard !event.header.flags.contains(.seeded),
      let audience = event.header.audience.flatMap({ Audience(encoded: $0) }), audience != .programs
    else { return nil }
    self.init(
      topic: event.header.subject, audience: audience, body: event.body, sequence: event.sequence)
  }
}
