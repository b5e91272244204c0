internal import Bus
internal import Schema
internal import Store
internal import Synchronization

/// Passes committed events from the writer's thread to the bus. Earlier events, committed before the bus
/// starts, are in the outbox and covered by the head in its welcome.
final class Outlet: Sendable {
  private struct State {
    var bus: Node?
    var epoch: RawUUID?
    /// The newest numbers that were published, or committed before the bus was connected.
    var heads = StreamHeads(others: 0)
  }

  private let stream: String
  private let state = Mutex(State())
  let bell = CommitBell()

  init(stream: ProgramName) { self.stream = stream.text }

  func connect(_ bus: Node, _ store: ProgramStore) {
    state.withLock {
      $0.bus = bus
      $0.epoch = store.epoch
      $0.heads = store.heads
    }
  }

  func publish(_ events: [StoredEvent]) {
    defer { bell.ring() }
    guard let last = events.last else { return }
    state.withLock { state in
      guard let bus = state.bus, let epoch = state.epoch else { return }
      let before = state.heads
      let publications = events.map { stored in
        Publication(Outlet.header(stored, stream: stream, epoch: epoch), body: stored.event.body)
      }
      for one in publications { state.heads.set(one.topicClass, to: one.sequence) }
      bus.publish(
        publications, after: before,
        welcome: Welcome(stream: stream, epoch: epoch, head: last.seq, heads: state.heads))
    }
  }

  static func header(_ stored: StoredEvent, stream: String, epoch: RawUUID) -> Header {
    let event = stored.event
    var header = Header(id: event.id)
    header.flags = Header.Flags(rawValue: event.flags)
    header.subject = event.type
    header.schema = event.schema
    header.stream = stream
    header.epoch = epoch
    header.sequence = stored.seq
    header.audience = event.audience
    header.at = event.at
    header.trace = event.trace.count == 26 ? event.trace : nil
    return header
  }
}
