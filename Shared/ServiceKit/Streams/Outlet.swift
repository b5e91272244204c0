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
  }

  private let stream: String
  private let state = Mutex(State())
  let bell = CommitBell()

  init(stream: ProgramName) { self.stream = stream.text }

  func connect(_ bus: Node, epoch: RawUUID) {
    state.withLock {
      $0.bus = bus
      $0.epoch = epoch
    }
  }

  func publish(_ events: [StoredEvent]) {
    defer { bell.ring() }
    let (bus, epoch) = state.withLock { ($0.bus, $0.epoch) }
    guard let bus, let epoch, let last = events.last else { return }
    let publications = events.map { stored in
      Publication(
        header: Outlet.header(stored, stream: stream, epoch: epoch).encoded(), body: stored.event.body)
    }
    bus.publish(publications, welcome: Welcome(stream: stream, epoch: epoch, head: last.seq))
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
