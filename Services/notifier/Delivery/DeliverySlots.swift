import Schema
import Synchronization

/// The attempts that are running, and what was seen of their hosts.
final class UnderWay: Sendable {
  private struct State {
    var deliveries: [DeliveryID: DeliveryRow] = [:]
    var ramp = HostRamp()
  }

  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.deliveries.isEmpty } }
  func begin(_ delivery: DeliveryRow) { state.withLock { $0.deliveries[delivery.id] = delivery } }

  func end(_ delivery: DeliveryRow, _ outcome: DeliveryOutcome) {
    state.withLock { state in
      state.deliveries[delivery.id] = nil
      state.ramp.note(outcome, of: delivery.host, most: delivery.kind.placesOfHost, at: .now)
    }
  }

  func places(of kind: Notifier.ChannelKind) -> DeliverySlots {
    state.withLock { state in
      DeliverySlots(
        kind, state.deliveries.values.filter { $0.kind == kind }, limits: state.ramp.limits(at: .now))
    }
  }
}

/// The slots for further deliveries of a kind, next to the running ones.
struct DeliverySlots: Sendable {
  private(set) var free: Int
  private let most: Int
  private let limits: [String: Int]
  private var busy: Set<ChannelID> = []
  private var hosts: [String: Int] = [:]

  /// - Parameter limits: the attempts that hosts may have, where it is not `HostRamp.first`.
  init(_ kind: Notifier.ChannelKind, _ underWay: [DeliveryRow], limits: [String: Int] = [:]) {
    free = kind.places
    most = kind.placesOfHost
    self.limits = limits
    for delivery in underWay { take(delivery) }
  }

  var fullHosts: [String] { hosts.filter { $0.value >= limit(of: $0.key) }.map(\.key) }

  /// The rows that fit into free slots, in their order.
  func fitting(_ rows: [DeliveryRow]) -> [DeliveryRow] {
    var places = self
    return rows.filter { row in
      guard places.free > 0, !places.busy.contains(row.channel),
        places.hosts[row.host, default: 0] < limit(of: row.host)
      else { return false }
      places.take(row)
      return true
    }
  }

  private func limit(of host: String) -> Int { min(limits[host] ?? HostRamp.first, most) }

  private mutating func take(_ delivery: DeliveryRow) {
    free -= 1
    busy.insert(delivery.channel)
    hosts[delivery.host, default: 0] += 1
  }
}
