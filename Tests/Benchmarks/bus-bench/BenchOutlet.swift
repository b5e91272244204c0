import Bus
import Schema
import Store
import Synchronization

/// Hands committed events to the bus, as the services do.
final class BenchOutlet: Sendable {
  private let place = Mutex<(Node, RawUUID)?>(nil)

  func connect(_ node: Node, epoch: RawUUID) { place.withLock { $0 = (node, epoch) } }

  func publish(_ events: [StoredEvent]) {
    guard let (node, epoch) = place.withLock({ $0 }), let last = events.last else { return }
    node.publish(
      events.map { Publication(BenchOutlet.header($0, epoch: epoch), body: $0.event.body) },
      welcome: Welcome(stream: "echo", epoch: epoch, head: last.seq))
  }

  static func header(_ stored: StoredEvent, epoch: RawUUID) -> Header {
    var header = Header(id: stored.event.id)
    header.subject = stored.event.type
    header.schema = stored.event.schema
    header.stream = "echo"
    header.epoch = epoch
    header.sequence = stored.seq
    header.audience = stored.event.audience
    header.at = stored.event.at
    return header
  }
}
