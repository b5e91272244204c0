import Bus
import Schema
import ServiceKit
import Synchronization

/// What the gateway does with events: shows them on the live stream, and forgets sessions that ended. Nothing
/// is kept: it starts at the newest event, and after a loss everybody fetches again.
struct LiveSink: StreamSink {
  let live: LiveStream
  let sessions: SessionCache
  let tracer: Tracer
  let startsAtHead = true

  func position(of producer: ProgramName) async throws -> StreamPosition { StreamPosition() }

  func heard(_ producer: ProgramName) {
    if producer == .auth { sessions.heard() }
  }

  func apply(_ events: [StreamEvent], of producer: ProgramName) async throws {
    for event in events {
      if event.header.subject == Auth.SessionRevoked.topic {
        let revoked = try JSONCoding.decode(Auth.SessionRevoked.self, from: event.body)
        sessions.drop(revoked.session)
        live.end(revoked.session)
      }
      guard !event.header.flags.contains(.seeded),
        let audience = event.header.audience.flatMap({ Audience(encoded: $0) })
      else { continue }
      let span = tracer.begin("live \(event.header.subject)", .consumer, in: event.header.trace)
      live.publish(topic: event.header.subject, audience: audience, body: event.body)
      span?.end()
    }
  }

  func apply(snapshot: StreamReplay.Reply, of producer: ProgramName) async throws {
    guard producer == .auth else { return live.reset() }
    // Which sessions ended meanwhile is unknown, so every stream starts anew.
    sessions.dropAll()
    live.endAll()
  }
}
