extension Control {
  /// A request for the program's state and counts, for the page on which administrators begin.
  package struct AskOverview: ControlRequest {
    package typealias Reply = Overview
    package static let subject = "$srv.overview"
    package static let version = "1.1"
    package static let callers = ControlCallers.operatorAndGateway

    package init() {}
  }

  /// A program's state and the counts of its own data. It holds no names.
  package struct Overview: Codable, Sendable {
    package let program: String
    package let version: String
    /// The start of the process, by the machine's clock.
    package let started: Instant
    package let isReady: Bool
    /// True if the program rejects changes, because its disk is full or its database takes none.
    package let isDegraded: Bool
    /// Free bytes on the disk of its data. Nil if unknown.
    package let diskFreeBytes: Int64?
    /// The size of that disk in bytes. Nil if unknown.
    package let diskBytes: Int64?
    /// Events that it gave up, which wait for an operator.
    package let deadLetters: Int
    /// The newest event of its own stream.
    package let head: Int64
    package let heads: [String: Int64]?
    /// The last event applied of each stream it subscribes to.
    package let cursors: [String: Int64]
    package let classes: [String: [String]]?
    /// The counts of `Count` that the program keeps, by name.
    package let counts: [String: Int]

    package init(
      program: ProgramName, started: Instant, isReady: Bool, isDegraded: Bool, diskFreeBytes: Int64?,
      diskBytes: Int64?, deadLetters: Int, head: Int64, heads: [String: Int64]? = nil,
      cursors: [String: Int64], classes: [String: [String]]? = nil, counts: [Count: Int]
    ) {
      self.program = program.text
      version = Release.version
      self.started = started
      self.isReady = isReady
      self.isDegraded = isDegraded
      self.diskFreeBytes = diskFreeBytes
      self.diskBytes = diskBytes
      self.deadLetters = deadLetters
      self.head = head
      self.heads = heads
      self.cursors = cursors
      self.classes = classes
      self.counts = Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
    }
  }

  /// The names of counts. Each belongs to one program.
  package enum Count: String, CaseIterable, Sendable {
    /// Accounts, without those being erased.
    case people
    /// Accounts of the last seven days.
    case newPeople
    case students
    case staff
    case admins
    /// Invitations that expired in the last 30 days with uses left.
    case expiredInvites
    /// Mails that wait to be sent, or to be sent again.
    case waitingMails
    case dorms
    /// Rooms with members.
    case rooms
    /// Rooms without a free bed.
    case fullRooms
    /// People who asked to join a room and have no reply.
    case joinRequests
    /// Messages whose reports no administrator or room has decided.
    case reports
    /// Board messages of the last 24 hours.
    case messages
    case courses
    /// Pictures that are stored.
    case pictures
    /// Their size in MB, without the sizes that can be made again.
    case pictureMegabytes
    /// Events that are not deleted, past ones included.
    case events
    /// People who have passed the first-aid quiz within a year.
    case trained
    /// Alerts that are armed or queued.
    case alerts
    /// Armed alerts whose time passed more than a minute ago.
    case lateAlerts
    /// Deliveries to channels that wait for an attempt.
    case waitingDeliveries
    /// Deliveries given up in the last seven days.
    case deadDeliveries
  }
}
