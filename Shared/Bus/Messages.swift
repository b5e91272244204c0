package import Schema

/// A request as it arrived, already admitted: its caller's key may send this subject and its deadline has not
/// passed.
/// A class, because a header is large to copy and this passes through several hands.
package final class Inbound: Sendable {
  package let caller: ProgramName
  package let header: Header
  package let body: [UInt8]
  /// When the caller stops waiting.
  package let deadline: ContinuousClock.Instant

  init(caller: ProgramName, header: Header, body: [UInt8], deadline: ContinuousClock.Instant) {
    self.caller = caller
    self.header = header
    self.body = body
    self.deadline = deadline
  }
}

/// What a handler answers.
package enum Outbound: Sendable {
  case reply(body: [UInt8], status: UInt16? = nil, sessionToken: String? = nil, deviceToken: String? = nil)
  case fault(Fault)
}

/// One subject a program answers.
package struct Endpoint: Sendable {
  package let callers: Set<ProgramName>
  package let bodyLimit: Int
  /// Control subjects (`$srv.…`) have their own lane past the queue and the drain.
  package let isControl: Bool
  /// Handlers of this subject at work at once; the others wait.
  package let maxRunning: Int
  /// Nothing may join its requests to a person: its counters rise once an hour, without times.
  package let isUnlinkable: Bool
  package let handler: @Sendable (Inbound) async -> Outbound

  package init(
    callers: Set<ProgramName>, bodyLimit: Int = 256 * 1024, isControl: Bool = false, maxRunning: Int = .max,
    isUnlinkable: Bool = false,
    handler: @escaping @Sendable (Inbound) async -> Outbound
  ) {
    self.callers = callers
    self.bodyLimit = bodyLimit
    self.isControl = isControl
    self.maxRunning = maxRunning
    self.isUnlinkable = isUnlinkable
    self.handler = handler
  }
}

/// One call: what a caller hands to the bus.
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
  /// HTTP status that overrides the declared one.
  package let status: UInt16?
  /// The token for the session cookie; empty to clear it.
  package let sessionToken: String?
  /// The token for the device cookie.
  package let deviceToken: String?
}

/// How a call ended without a reply, in the groups a caller tells apart.
package enum CallError: Error, Sendable {
  /// The program answered with a fault.
  case refused(Fault)
  /// Nobody answered: down, draining, silent. `fault` says whether the request may have taken effect.
  case unreachable(Fault)
  /// The reply is not what the request's type promises: two versions that do not fit.
  case unreadable(String)

  /// As the caller's own caller should see it.
  package var fault: Fault {
    switch self {
    case .refused(let fault), .unreachable(let fault): fault
    case .unreadable: Fault(.internalError, processed: .yes)
    }
  }
}

/// An event ready for the wire.
package struct Publication: Sendable {
  package let header: [UInt8]
  package let body: [UInt8]

  package init(header: [UInt8], body: [UInt8]) {
    self.header = header
    self.body = body
  }
}

/// What a subscription hears. Delivered on the bus thread: the receiver stores it and returns.
package enum StreamSignal: Sendable {
  case welcome(Welcome)
  case event(Header, [UInt8])
  /// Each second: the epoch, the newest sequence number and the oldest kept.
  case heartbeat(Header)
}
