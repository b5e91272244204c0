import Bus
import Schema
import ServiceKit
import Synchronization

/// The gateway's subscriber: publishes events on the live stream, and drops sessions that ended. It stores
/// nothing: it starts at the newest event, and after a loss all clients fetch their lists again.
struct LiveSink: StreamSink {
  let live: LiveStream
  let sessions: SessionCache
  let tracer: Tracer
  let startsAtHead = true

  func position(of producer: ProgramName) async throws -> StreamPosition { StreamPosition() }

  func heard(_ producer: ProgramName) {
    live.follows(producer)
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
    // Sessions may have ended meanwhile, so every stream has to start again.
    sessions.dropAll()
    live.endAll()
  }
}
