/// The control messages of every program. Programs with a store also answer those about backups, clocks,
/// streams and dead letters.
package enum Control {
  /// A request for the program's health.
  package struct Ping: ControlRequest {
    package typealias Reply = Pong
    package static let subject = "$srv.ping"
    package static let callers = ControlCallers.everyone

    package init() {}
  }

  /// A request for the program's version, requests and subscriptions.
  package struct AskInfo: ControlRequest {
    package typealias Reply = Info
    package static let subject = "$srv.info"
    package static let callers = ControlCallers.operatorAndGateway

    package init() {}
  }

  /// A request to finish what runs and to end.
  package struct Drain: ControlRequest {
    package typealias Reply = Pong
    package static let subject = "$srv.drain"
    package static let callers = ControlCallers.operatorOnly

    package init() {}
  }

  package struct Pong: Codable, Sendable {
    package let program: String
    package let instance: String
    package let isReady: Bool
    /// True if the program serves reads but rejects changes, because its disk is full or its database takes
    /// none. Nil in a pong of an older release.
    package let isDegraded: Bool?

    package init(program: ProgramName, instance: RawUUID, isReady: Bool, isDegraded: Bool = false) {
      self.program = program.text
      self.instance = instance.description
      self.isReady = isReady
      self.isDegraded = isDegraded
    }

    /// The health: "ready", "degraded" or "not ready".
    package var health: String { !isReady ? "not ready" : isDegraded == true ? "degraded" : "ready" }
  }

  package struct Info: Codable, Sendable {
    package let program: String
    package let instance: String
    package let version: String
    package let started: Instant
    /// The current time for its handlers.
    package let now: Instant
    /// The current time of its machine.
    package let system: Instant
    package let requests: [RequestForm]
    package let hears: [HeardStream]
    /// The epoch of its own stream. Nil if it has no stream.
    package let epoch: String?
    /// Free bytes on the disk of its data. Nil if unknown.
    package let dataFree: Int64?
    /// Process id, host and log level.
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

  /// A request that a program serves. `form` changes with any member of the request or the reply, so programs
  /// with equal forms are compatible.
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

  /// A stream that a program subscribes to, and the types of events it applies.
  package struct HeardStream: Codable, Sendable, Equatable {
    package let stream: String
    package let types: [String]

    package init(stream: String, types: [String]) {
      self.stream = stream
      self.types = types
    }
  }

  /// A request to set a test clock.
  package struct MoveClock: ControlRequest {
    package typealias Reply = Empty
    package static let subject = "$srv.clock"
    package static let callers = ControlCallers.operatorOnly

    package let to: Instant

    package init(to: Instant) { self.to = to }
  }

  /// A request for the work that a program has left.
  package struct AskDue: ControlRequest {
    package typealias Reply = Due
    package static let subject = "$srv.due"
    package static let version = "1.1"
    package static let callers = ControlCallers.operatorOnly

    package init() {}
  }

  /// The work a program has left. It is idle once `next` lies after `now` and it has applied every event
  /// published by the programs it subscribes to.
  package struct Due: Codable, Sendable, Equatable {
    /// The current time for its handlers.
    package let now: Instant
    /// The time of its next scheduled work. Nil if there is none.
    package let next: Instant?
    /// The newest event of its own stream.
    package let head: Int64
    package let heads: [String: Int64]?
    /// The last event processed of each stream it subscribes to.
    package let cursors: [String: Int64]
    package let classes: [String: [String]]?

    package init(
      now: Instant, next: Instant?, head: Int64, heads: [String: Int64]? = nil, cursors: [String: Int64],
      classes: [String: [String]]? = nil
    ) {
      self.now = now
      self.next = next
      self.head = head
      self.heads = heads
      self.cursors = cursors
      self.classes = classes
    }
  }

  /// A request to change the log level, for some time or until the program ends.
  package struct SetLog: ControlRequest {
    package typealias Reply = LogIsSet
    package static let subject = "$srv.log"
    package static let callers = ControlCallers.operatorOnly
    package static let maxDuration = Duration.seconds(24 * 3600)

    package let level: String
    /// The duration of the change in milliseconds, at most a day. Then the usual level applies again.
    package let forMs: Int64?

    package init(level: String, forMs: Int64?) {
      self.level = level
      self.forMs = forMs
    }
  }

  package struct LogIsSet: Codable, Sendable {
    package let level: String
    package let forMs: Int64?
    /// The level after that duration.
    package let then: String?

    package init(level: String, forMs: Int64?, then: String?) {
      self.level = level
      self.forMs = forMs
      self.then = then
    }
  }

  /// A request for the program's cursors.
  package struct AskCursors: ControlRequest {
    package typealias Reply = Cursors
    package static let subject = "$bus.cursor"
    package static let callers = ControlCallers.operatorAndGateway

    package init() {}
  }

  /// The cursors of a program in the streams it subscribes to.
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
