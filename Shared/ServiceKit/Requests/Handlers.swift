internal import Bus
package import Schema
package import Store

/// What a program answers and hears, collected before it starts.
package struct Handlers: Sendable {
  /// The bytes are the trace in which the request is handled.
  typealias Answer = @Sendable (Inbound, ServiceContext, [UInt8]?) async throws -> Outbound
  /// What an event does, once it has been read.
  typealias Effect = @Sendable (borrowing Database, Call) throws -> Void
  /// Reads an event outside of any transaction: the writer's thread has better things to do.
  typealias Hear = @Sendable (StreamEvent) throws -> Effect
  package typealias HearSnapshot = @Sendable (borrowing Database, Call) throws -> Void

  /// What stands around the events of a snapshot, in the same transaction.
  struct SnapshotFrame: Sendable {
    let begins: HearSnapshot
    let ends: HearSnapshot
  }

  struct Answering: Sendable {
    let request: any Request.Type
    let answer: Answer
  }

  private(set) var answers: [String: Answering] = [:]
  private(set) var hears: [ProgramName: [String: Hear]] = [:]
  private(set) var frames: [ProgramName: SnapshotFrame] = [:]
  private(set) var snapshot: (@Sendable (borrowing Database) throws -> [OutboxEvent])?

  package init() {}

  /// Answers one request. Its access, its idempotency and its decoding follow from the declaration.
  package mutating func on<R: Request>(
    _ type: R.Type, _ handler: @escaping @Sendable (R, Call) async throws -> R.Reply
  ) {
    onEncoded(type) { request, call in
      let reply = try await handler(request, call)
      // What a repeat will get and what is answered now are the same bytes, encoded once.
      if let stored = call.idempotency?.written.stored { return EncodedReply(stored, of: reply) }
      return try EncodedReply(reply)
    }
  }

  /// The same for a reply that is kept as JSON because it is read far more often than it changes.
  package mutating func onEncoded<R: Request>(
    _ type: R.Type, _ handler: @escaping @Sendable (R, Call) async throws -> EncodedReply<R.Reply>
  ) {
    let decode = RequestDecoding.Decoder(type)
    let unknown = UnknownMembers(type)
    answers[R.subject] = Answering(request: type) { inbound, context, trace in
      let call = try context.call(for: type, inbound, trace)
      let request = try decode(inbound.body, inbound.header.params)
      // Nothing is logged of what must not be joined to a person.
      if !R.isUnlinkable { unknown.look(at: inbound.body, call.log) }
      do {
        let reply = try await handler(request, call)
        return .reply(
          body: reply.body, status: reply.status, sessionToken: reply.sessionToken,
          deviceToken: reply.deviceToken)
      } catch let repeated as RepeatedReply { return StoredReply.decode(repeated.bytes) }
    }
  }

  /// Applies one event of another program, in the transaction that moves the cursor: each counts once. It is
  /// decoded before.
  package mutating func hear<E: Event>(
    _ type: E.Type, from program: ProgramName,
    _ handler: @escaping @Sendable (E, borrowing Database, Call) throws -> Void
  ) {
    hear(type, from: program, reading: { $0 }, handler)
  }

  /// The same for an event that is worth some work before the transaction.
  package mutating func hear<E: Event, Read: Sendable>(
    _ type: E.Type, from program: ProgramName, reading: @escaping @Sendable (E) throws -> Read,
    _ handler: @escaping @Sendable (Read, borrowing Database, Call) throws -> Void
  ) {
    hears[program, default: [:]][E.topic] = { event in
      let read = try reading(try JSONCoding.decode(type, from: event.body))
      return { db, call in try handler(read, db, call) }
    }
  }

  /// A snapshot of another program is its whole state: what it does not name is gone. `begins` marks what is
  /// known, the handlers of its events take the mark off, `ends` deletes what still has it.
  package mutating func hearSnapshot(
    from program: ProgramName, begins: @escaping HearSnapshot, ends: @escaping HearSnapshot
  ) {
    frames[program] = SnapshotFrame(begins: begins, ends: ends)
  }

  /// Rebuilds the program's public state as events "as if told now", read in one transaction.
  package mutating func tellsSnapshot(
    _ events: @escaping @Sendable (borrowing Database) throws -> [OutboxEvent]
  ) {
    snapshot = events
  }

  /// The declared requests of `program` that nobody answers: a mistake found at the start, not by a caller.
  func missing(for program: ProgramName) -> [String] {
    Catalogue.requests.filter { $0.program == program && answers[$0.subject] == nil }.map { $0.subject }
  }
}
/// A reply as it travels: its JSON, and what goes beside it.
package struct EncodedReply<Reply: Codable & Sendable>: Sendable {
  let body: [UInt8]
  let status: UInt16?
  let sessionToken: String?
  let deviceToken: String?

  init(_ stored: [UInt8], of reply: Reply) {
    body = Array(stored.dropFirst(2))
    status = (reply as? any StatusReply)?.status
    sessionToken = (reply as? any SessionReply)?.sessionToken
    deviceToken = (reply as? any DeviceReply)?.deviceToken?.text
  }

  package init(_ reply: Reply) throws {
    body = try JSONCoding.encode(reply)
    status = (reply as? any StatusReply)?.status
    sessionToken = (reply as? any SessionReply)?.sessionToken
    deviceToken = (reply as? any DeviceReply)?.deviceToken?.text
  }
}
