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
    /// It answers, but changes are refused: its disk is full. Nil in a pong of an older release.
    package let isDegraded: Bool?

    package init(program: ProgramName, instance: RawUUID, isReady: Bool, isDegraded: Bool = false) {
      self.program = program.text
      self.instance = instance.description
      self.isReady = isReady
      self.isDegraded = isDegraded
    }

    /// "ready", "degraded" or "not ready".
    package var health: String { !isReady ? "not ready" : isDegraded == true ? "degraded" : "ready" }
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
    package let bus: BusStats
    package let head: Int64?
    package let cursors: [String: Int64]

    package init(bus: BusStats, head: Int64?, cursors: [String: Int64]) {
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
