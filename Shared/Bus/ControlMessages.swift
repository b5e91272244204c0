package import Schema

/// The subjects every program answers besides its own: `$srv.ping|info|stats|log|drain`. Those with a store
/// also `$srv.clock|due`, `$srv.backup.begin|read|end`, `$bus.replay|snapshot|cursor` and
/// `$bus.dlq.list|show|retry|drop`.
package enum Control {
  package static let ping = "$srv.ping"
  package static let info = "$srv.info"
  package static let stats = "$srv.stats"
  package static let log = "$srv.log"
  package static let drain = "$srv.drain"
  package static let clock = "$srv.clock"
  package static let due = "$srv.due"
  package static let cursor = "$bus.cursor"

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
    package let version: String
    package let started: Instant
    /// The time its handlers see.
    package let now: Instant
    /// The time of its machine.
    package let system: Instant
    package let requests: [RequestForm]
    package let hears: [HeardStream]
    /// Of its own stream; nil where it has none.
    package let epoch: String?
    /// Free bytes where its data is; nil if that cannot be told.
    package let dataFree: Int64?
    /// Process id, host, level of the log.
    package let metadata: [String: String]

    package init(
      program: ProgramName, instance: RawUUID, started: Instant, now: Instant, system: Instant,
      requests: [RequestForm] = [], hears: [HeardStream] = [], epoch: RawUUID? = nil, dataFree: Int64?,
      metadata: [String: String]
    ) {
      self.program = program.text
      self.instance = instance.description
      self.version = Release.version
      self.started = started
      self.now = now
      self.system = system
      self.requests = requests
      self.hears = hears
      self.epoch = epoch?.description
      self.dataFree = dataFree
      self.metadata = metadata
    }
  }

  /// One request that a program answers. `form` changes with any member of request or reply: equal forms
  /// understand each other.
  package struct RequestForm: Codable, Sendable, Equatable {
    package let subject: String
    package let version: String
    package let form: String

    package init(subject: String, version: String, form: String) {
      self.subject = subject
      self.version = version
      self.form = form
    }
  }

  /// A stream that a program follows, and the types of events it applies.
  package struct HeardStream: Codable, Sendable, Equatable {
    package let stream: String
    package let types: [String]

    package init(stream: String, types: [String]) {
      self.stream = stream
      self.types = types
    }
  }

  package struct MoveClock: Codable, Sendable {
    package let to: Instant

    package init(to: Instant) { self.to = to }
  }

  /// What a program has still to do: it rests when `next` lies ahead of `now` and it has applied all that
  /// the programs it hears have told.
  package struct Due: Codable, Sendable, Equatable {
    /// The time its handlers see.
    package let now: Instant
    /// When its next work is due; nil for none.
    package let next: Instant?
    /// The newest event of its own stream.
    package let head: Int64
    /// The last event of each stream it hears that it has done with.
    package let cursors: [String: Int64]

    package init(now: Instant, next: Instant?, head: Int64, cursors: [String: Int64]) {
      self.now = now
      self.next = next
      self.head = head
      self.cursors = cursors
    }
  }

  /// Writes another level into the log, for a while or until the program ends.
  package struct SetLog: Codable, Sendable {
    package static let maxDuration = Duration.seconds(24 * 3600)

    package let level: String
    /// Then the level is the usual one again; at most a day.
    package let forMs: Int64?

    package init(level: String, forMs: Int64?) {
      self.level = level
      self.forMs = forMs
    }
  }

  package struct LogIsSet: Codable, Sendable {
    package let level: String
    package let forMs: Int64?
    /// The level after that time.
    package let then: String?

    package init(level: String, forMs: Int64?, then: String?) {
      self.level = level
      self.forMs = forMs
      self.then = then
    }
  }

  /// How far a program has come in the streams it hears.
  package struct Cursors: Codable, Sendable {
    package struct Item: Codable, Sendable {
      package let producer: String
      /// Nil before the first event.
      package let epoch: String?
      package let sequence: Int64

      package init(producer: String, epoch: RawUUID?, sequence: Int64) {
        self.producer = producer
        self.epoch = epoch?.description
        self.sequence = sequence
      }
    }

    package let cursors: [Item]

    package init(cursors: [Item]) { self.cursors = cursors }
  }
}
