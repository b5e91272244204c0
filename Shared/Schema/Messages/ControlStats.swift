extension Control {
  /// A request for the program's figures.
  package struct AskStats: ControlRequest {
    package typealias Reply = Stats
    package static let subject = "$srv.stats"
    package static let version = "1.4"
    package static let callers = ControlCallers.operatorAndGateway

    package init() {}
  }

  /// The reply to `$srv.stats`.
  package struct Stats: Codable, Sendable {
    package let started: Instant
    package let bus: BusStats
    package let process: ProcessFigures
    /// Nil for a program without a store.
    package let store: StoreFigures?
    /// The newest event of its own stream.
    package let head: Int64?
    package let heads: [String: Int64]?
    /// The last event applied of each stream it subscribes to.
    package let cursors: [String: Int64]
    package let classes: [String: [String]]?
    /// The figures of `Figure` that the program keeps, by name. Nil for a program without any.
    package let figures: [String: Int]?

    package init(
      started: Instant, bus: BusStats, process: ProcessFigures, store: StoreFigures? = nil,
      head: Int64? = nil, heads: [String: Int64]? = nil, cursors: [String: Int64] = [:],
      classes: [String: [String]]? = nil, figures: [Figure: Int] = [:]
    ) {
      self.started = started
      self.bus = bus
      self.process = process
      self.store = store
      self.head = head
      self.heads = heads
      self.cursors = cursors
      self.classes = classes
      self.figures =
        figures.isEmpty ? nil : Dictionary(uniqueKeysWithValues: figures.map { ($0.key.rawValue, $0.value) })
    }
  }

  /// The names of figures of a program's own data for `/metrics`. Each belongs to one program.
  package enum Figure: String, CaseIterable, Sendable {
    /// Crisis alerts and drills that were sent since the site began.
    case crisisAlerts, crisisDrills
    /// Of those, called off.
    case crisisAlertsOff, crisisDrillsOff
    /// People who were alerted, each once an alert.
    case crisisAlerted, crisisDrilled
    /// Crisis alerts that reached nobody.
    case crisisUnheard
    /// People who have passed the first-aid quiz within a year.
    case trained
    /// Of those, people who want to be called in a crisis.
    case helpers
  }

  /// The kernel's figures for a program. Nil where unavailable.
  package struct ProcessFigures: Codable, Sendable {
    package var residentBytes: Int64?
    package var cpuSeconds: Double?
    package var openFiles: Int?
    package var maxFiles: Int?
    package var threads: Int?
    /// Log lines by level, written or suppressed.
    package var logLines: [String: Int] = [:]

    package init() {}

    private enum CodingKeys: String, CodingKey {
      case residentBytes, cpuSeconds, openFiles, threads, logLines
      case maxFiles = "mostFiles"
    }
  }

  /// Figures of a program's database file, or of its schema on PostgreSQL.
  package struct StoreFigures: Codable, Sendable {
    package var fileBytes: Int64 = 0
    /// The size of the write-ahead log. It grows while a reader holds an old snapshot of the file.
    package var logBytes: Int64 = 0
    package var diskFreeBytes: Int64?
    package var diskBytes: Int64?
    package var retainedFrom: Int64 = 0
    /// The age of the oldest event that can be replayed.
    package var oldestEventMs: Int64?
    package var deadLetters = 0
    /// True if the last write found the disk full.
    package var isFull = false
    /// Of a server on PostgreSQL: the size of the whole database. Nil for a file, as are the next three.
    package var databaseBytes: Int64?
    /// The connections of everybody to the server, and how many it takes.
    package var connections: Int?
    package var maxConnections: Int?
    /// The age of the program's oldest open transaction. It keeps deleted rows of the whole database.
    package var oldestTransactionMs: Int64?
    package var commits = 0
    package var commitMs = 0.0
    package var writes = 0
    package var rolledBack = 0
    package var lost = 0
    package var checkpoints = 0
    package var waitingWrites = 0
    package var openReaders = 0
    /// batches[i] commits held at most batchBounds[i] writes; the extra last count holds larger ones.
    package var batchBounds: [Int] = []
    package var batches: [Int] = []

    package init() {}
  }
}
