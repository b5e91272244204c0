package import Schema

/// A request that was admitted: its caller's key may send this subject and its deadline has not passed. It is
/// a class because a header is large to copy and is passed on several times.
package final class Inbound: Sendable {
  package let caller: ProgramName
  package let header: Header
  package let body: [UInt8]
  /// The caller's deadline.
  package let deadline: ContinuousClock.Instant

  init(caller: ProgramName, header: Header, body: [UInt8], deadline: ContinuousClock.Instant) {
    self.caller = caller
    self.header = header
    self.body = body
    self.deadline = deadline
  }
}

/// The result of a handler.
package enum Outbound: Sendable {
  case reply(
    body: [UInt8], status: UInt16? = nil, sessionToken: String? = nil, deviceToken: String? = nil,
    standing: ReplyStanding? = nil, beside: [Beside] = [])
  case fault(Fault)
}

/// A subject that this program serves.
package struct Endpoint: Sendable {
  package let callers: Set<ProgramName>
  package let bodyLimit: Int
  /// Control subjects (`$srv.…`) bypass the queue and the drain.
  package let isControl: Bool
  /// The maximum number of handlers of this subject that run at the same time. Other requests wait.
  package let maxRunning: Int
  /// True if its requests must not be linkable to a person: its counters are updated once an hour, without
  /// times.
  package let isUnlinkable: Bool
  /// The version of the request's form. A request with another major part is refused. Nil accepts any.
  package let version: String?
  /// Answers what memory holds on the bus thread, which saves two thread switches. Nil leaves a request to
  /// the handler. It must not wait, and everything else waits for it: microseconds, not milliseconds.
  package let memory: (@Sendable (Inbound) -> Outbound?)?
  /// Begins the work on the bus thread and passes the result on later, from any thread, which saves a task.
  /// False leaves a request to the handler. Like `memory`, it must not wait.
  package let start: (@Sendable (Inbound, @escaping Completion) -> Bool)?
  package let handler: @Sendable (Inbound) async -> Outbound

  package typealias Completion = @Sendable (Outbound) -> Void

  package init(
    callers: Set<ProgramName>, bodyLimit: Int = 256 * 1024, isControl: Bool = false, maxRunning: Int = .max,
    isUnlinkable: Bool = false, version: String? = nil, memory: (@Sendable (Inbound) -> Outbound?)? = nil,
    start: (@Sendable (Inbound, @escaping Completion) -> Bool)? = nil,
    handler: @escaping @Sendable (Inbound) async -> Outbound
  ) {
    self.callers = callers
    self.version = version
    self.bodyLimit = bodyLimit
    self.isControl = isControl
    self.maxRunning = maxRunning
    self.isUnlinkable = isUnlinkable
    self.memory = memory
    self.start = start
    self.handler = handler
  }
}

/// A call as its caller hands it to the bus.
package struct OutgoingCall: Sendable {
  package let program: ProgramName
  package var header: Header
  package let body: [UInt8]
  package let within: Duration

  package init(program: ProgramName, header: Header, body: [UInt8], within: Duration) {
    self.program = program
    self.header = header
    self.body = body
    self.within = within
  }
}

/// A successful reply.
package struct Reply: Sendable {
  package let body: [UInt8]
  /// An HTTP status that overrides the declared one.
  package let status: UInt16?
  /// The token for the session cookie; empty to clear it.
  package let sessionToken: String?
  /// The token for the device cookie.
  package let deviceToken: String?
  /// Nil from a program whose replies nobody keeps.
  package let standing: ReplyStanding?
  /// Its parts that show other programs, which were asked for them.
  package let beside: [Beside]
}

/// The outcomes of a call without a reply, grouped by what a caller can act on.
package enum CallError: Error, Sendable {
  /// The program replied with a fault.
  case refused(Fault)
  /// No reply: the program is down, draining or silent. `fault` states if the request may have taken effect.
  case unreachable(Fault)
  /// The reply does not match the request's type: the two versions are incompatible.
  case unreadable(String)

  /// The fault for the caller's own caller.
  package var fault: Fault {
    switch self {
    case .refused(let fault), .unreachable(let fault): fault
    case .unreadable: Fault(.internalError, processed: .yes)
    }
  }
}

/// An event ready for the wire.
package struct Publication: Sendable {
  package let topicClass: String
  package let sequence: Int64
  package let header: [UInt8]
  package let body: [UInt8]

  /// - Parameter header: the header of the event, with its topic and number.
  package init(_ header: Header, body: [UInt8]) {
    self.init(
      TopicClass.of(header.subject), sequence: header.sequence ?? 0, header: header.encoded(), body: body)
  }

  init(_ topicClass: String, sequence: Int64, header: [UInt8], body: [UInt8]) {
    self.topicClass = topicClass
    self.sequence = sequence
    self.header = header
    self.body = body
  }
}

/// A message of a subscription. Delivered on the bus thread: the receiver stores it and returns.
///
/// `newest` and `after` are about the topic classes that the subscription names, and about the whole stream
/// if it names none.
package enum StreamSignal: Sendable {
  /// `newest` is the number of the newest event of the classes.
  case welcome(Welcome, newest: Int64)
  /// `after` is the number of the event of the classes before this one.
  case event(Header, [UInt8], after: Int64)
  /// Sent each second: the epoch, the newest sequence number and the oldest kept.
  case heartbeat(Header, newest: Int64)
}
