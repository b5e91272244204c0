internal import Bus
internal import JSON
package import Schema
package import ServiceKit
internal import Store

/// The alerts that a program has planned, as a consumer of its stream keeps them.
package struct KeptAlerts<S: Service> {
  /// The identity of an alert.
  package struct Place: Hashable, Sendable {
    package let person: PersonID
    package let key: Alerts.AlertKey
  }

  package enum Told: Hashable, Sendable {
    case planned(Alerts.AlertPlanned)
    case cancelled(Place)

    package var person: PersonID {
      switch self {
      case .planned(let alert): alert.person
      case .cancelled(let place): place.person
      }
    }

    package var isPlanned: Bool {
      if case .planned = self { true } else { false }
    }
  }

  package private(set) var planned: [Place: Alerts.AlertPlanned] = [:]
  private let program: ProgramInProcess<S>
  private var position: Int64 = 0

  package init(_ program: ProgramInProcess<S>) { self.program = program }

  /// Applies the events since the last call, and returns them.
  @discardableResult
  package mutating func read() throws -> [Told] {
    var told: [Told] = []
    for stored in try program.context.store.replay(from: position + 1, limit: .max, maxBytes: .max).events {
      position = stored.seq
      if let one = try Self.told(stored.event.type, stored.event.body) { told.append(one) }
    }
    for one in told {
      switch one {
      case .planned(let alert): planned[Place(person: alert.person, key: alert.key)] = alert
      case .cancelled(let place): planned[place] = nil
      }
    }
    return told
  }

  /// The alerts about an object, by the time they fire.
  package mutating func of(_ object: RawUUID) throws -> [Alerts.AlertPlanned] {
    try read()
    return planned.values.filter { $0.key.object.raw == object }.sorted { $0.at < $1.at }
  }

  /// The alerts in the snapshot that a consumer gets when it starts over.
  package func snapshot() async throws -> [Place: Alerts.AlertPlanned] {
    var found: [Place: Alerts.AlertPlanned] = [:]
    for row in try await program.snapshot().rows {
      guard case .planned(let alert)? = try Self.told(row.header.subject, row.body) else { continue }
      found[Place(person: alert.person, key: alert.key)] = alert
    }
    return found
  }

  private static func told(_ topic: String, _ body: [UInt8]) throws -> Told? {
    switch topic {
    case Alerts.AlertPlanned.topic: .planned(try JSONCoding.decode(Alerts.AlertPlanned.self, from: body))
    case Alerts.AlertCancelled.topic:
      try .cancelled(Place(JSONCoding.decode(Alerts.AlertCancelled.self, from: body)))
    default: nil
    }
  }
}

extension KeptAlerts.Place {
  fileprivate init(_ alert: Alerts.AlertCancelled) {
    self.init(person: alert.person, key: alert.key)
  }
}
