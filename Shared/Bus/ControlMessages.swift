package import Schema

/// The subjects every program answers besides its own: `$srv.ping|info|stats|clock`,
/// `$srv.backup.begin|read|end` and `$bus.replay|snapshot`.
package enum Control {
  package static let ping = "$srv.ping"
  package static let info = "$srv.info"
  package static let stats = "$srv.stats"
  package static let clock = "$srv.clock"

  package struct Pong: Codable, Sendable {
    package let program: String
    package let instance: String
    package let isReady: Bool

    package init(program: ProgramName, instance: RawUUID, isReady: Bool) {
      self.program = program.text
      self.instance = instance.description
      self.isReady = isReady
    }
  }

  package struct Info: Codable, Sendable {
    package let program: String
    package let instance: String
    package let started: Instant
    /// The time its handlers see.
    package let now: Instant
    package let requests: [String]
    package let hears: [String]
    package let epoch: String?

    package init(
      program: String, instance: String, started: Instant, now: Instant, requests: [String], hears: [String],
      epoch: String?
    ) {
      self.program = program
      self.instance = instance
      self.started = started
      self.now = now
      self.requests = requests
      self.hears = hears
      self.epoch = epoch
    }
  }

  package struct Stats: Codable, Sendable {
    package let started: Instant
    package let bus: BusStats
    package let head: Int64?
    package let cursors: [String: Int64]

    package init(started: Instant, bus: BusStats, head: Int64?, cursors: [String: Int64]) {
      self.started = started
      self.bus = bus
      self.head = head
      self.cursors = cursors
    }
  }

  package struct MoveClock: Codable, Sendable {
    package let to: Instant

    package init(to: Instant) { self.to = to }
  }
}
