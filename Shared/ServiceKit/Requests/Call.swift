package import Bus
internal import Crypto
package import JSON
package import Schema
package import Store

/// The context of a running request: its person, its time, and access to the store and to other programs.
/// Handlers take the time from here and nowhere else.
package struct Call: Sendable {
  /// Nil for requests that may be sent by anyone or by a program.
  package let identity: Identity?
  /// The program that handles it.
  package let program: ProgramName
  /// The program whose key sent it.
  package let caller: ProgramName
  /// The time of the request: the site's clock, or a time in the past for a seeded request.
  package let now: Instant
  package let deadline: ContinuousClock.Instant
  package let bus: Node
  package let store: ProgramStore
  let idempotency: Idempotency?
  let flags: Header.Flags
  let trace: [UInt8]?
  let assertion: [UInt8]?
  let isUnlinkable: Bool
  let tracer: Tracer
  /// The log. Its lines carry the request's trace.
  package let log: Log
  /// True if the clock is moved by hand.
  var isTestTime = false
  let programs = AskedPrograms()
  /// Set while events are applied.
  var gathered: Gathered?

  /// The lifetime of stored replies.
  package static let replyLifetime = Duration.seconds(7 * 24 * 3600)

  /// The signed-in person.
  package var person: PersonID {
    get throws(Fault) {
      guard let identity else { throw Fault(.signInRequired) }
      return identity.person
    }
  }

  /// True for a request of the seed loader about the past.
  package var isSeeded: Bool { flags.contains(.seeded) }

  /// Changes rows, publishes events and stores the reply in one transaction; returns once it is on disk.
  ///
  /// Use one `write` per request: it returns the reply of the request, or the stored one to a repeat with the
  /// same idempotency key, which changes nothing.
  package func write<Reply: Codable & Sendable>(
    _ body: @escaping @Sendable (borrowing Database) throws -> Reply
  ) async throws -> EncodedReply<Reply> {
    try await write(PreparedWrite(body))
  }

  /// Runs a prepared write.
  package func write<Reply: Codable & Sendable>(
    _ write: PreparedWrite<Reply>
  ) async throws -> EncodedReply<Reply> {
    let span = tracer.begin("store.write", .internal, in: trace)
    defer {
      span?.end()
      write.ended()
    }
    return try await store.write(about: writeKey, encoding(write))
  }

  /// A person's writes follow each other; those of several may run side by side.
  private var writeKey: RawUUID? { isUnlinkable ? nil : identity?.person.raw }

  /// Begins a write that needs no task; `then` gets its reply.
  func write<Reply: Codable & Sendable>(
    _ write: PreparedWrite<Reply>, then: @escaping @Sendable (Result<EncodedReply<Reply>, any Error>) -> Void
  ) {
    let span = tracer.begin("store.write", .internal, in: trace)
    store.write(about: writeKey, encoding(write)) { result in
      span?.end()
      write.ended()
      then(result)
    }
  }

  /// Encodes the reply in the transaction that stores it. Without a key that is the writer's work too, but it
  /// spares a thread switch.
  private func encoding<Reply: Codable & Sendable>(
    _ write: PreparedWrite<Reply>
  ) -> @Sendable (borrowing Database) throws -> EncodedReply<Reply> {
    let (body, known, ahead) = (write.body, write.known, write.ahead)
    guard let idempotency else {
      return { db in
        try ahead?(db)
        return try EncodedReply(try body(db), knowing: known)
      }
    }
    // Retries run on the system clock: a reply to a request about the past is kept as long as any other.
    let now = SiteClock.system
    let expires = (isUnlinkable ? now.hour : now).advanced(by: Call.replyLifetime)
    return { db in
      if let ahead {
        try db.ahead { _ = try $0.remembered(idempotency.scope, now: now) }
        try ahead(db)
      }
      if let earlier = try db.remembered(idempotency.scope, now: now) {
        guard idempotency.isSame(as: earlier.requestHash) else { throw Fault(.keyReused) }
        guard let reply = earlier.reply else { throw Fault(.alreadyDone) }
        return EncodedReply(stored: reply)
      }
      let reply = try EncodedReply(try body(db), knowing: known)
      try db.remember(
        idempotency.scope, requestHash: idempotency.requestHash,
        reply: idempotency.keepsReply ? reply.stored : nil, expires: expires)
      return reply
    }
  }

  package func read<Result: Sendable>(
    _ body: @Sendable (borrowing Database) throws -> Result
  ) async throws -> Result {
    try await store.read(body)
  }

  /// Sends a request to another program for the same person, within the time left for this request.
  package func ask<R: Request>(_ request: R, within: Duration? = nil) async throws -> R.Reply {
    let left = ContinuousClock.now.duration(to: deadline) - .milliseconds(5)
    guard left > .zero else { throw Fault(.deadlineExceeded) }
    let asked = isUnlinkable || R.isUnlinkable ? nil : trace
    let span = tracer.begin(R.subject, .client, in: asked)
    let context = CallContext(assertion: assertion, trace: span?.context ?? asked)
    do {
      let reply = try await bus.call(
        request, within: min(within ?? R.deadline, left), context: context,
        noting: { programs.note($0, to: request) })
      span?.end()
      return reply
    } catch {
      span?.end(fault: error.fault.code)
      programs.noteFailure()
      throw error.fault
    }
  }
}

/// The key and the hash under which the reply of a repeatable request is stored.
struct Idempotency: Sendable {
  let scope: [UInt8]
  let requestHash: [UInt8]
  let keepsReply: Bool
  private let received: [[UInt8]]

  /// Computes the scope: BLAKE2b-256 over person or program, subject and key, so that the key itself is never
  /// stored.
  ///
  /// The hash is preceded by the time of the key, if the key is a version 7 UUID. Scopes of about the same
  /// time are then neighbors in the file; otherwise each request would rewrite a page of its own. Unlinkable
  /// requests omit the time, because it must stay secret.
  init(
    owner: [UInt8], subject: String, key: String, header: Header, document: JSONDocument,
    keepsReply: Bool, isUnlinkable: Bool
  ) {
    let hash = BLAKE2b.hash(parts: [owner, Array(subject.utf8), Array(key.utf8)])
    let time = isUnlinkable ? nil : RawUUID(key).flatMap { $0.isTimed ? $0.bytes.prefix(6) : nil }
    scope = (time ?? []) + hash
    // A fast hash of a body with a password in it would be a gift to anyone who steals the file. So a request
    // with a secret reply is identified by its key alone.
    let params = header.params.flatMap { [Array($0.name.utf8), Array($0.value.utf8)] }
    requestHash = keepsReply ? BLAKE2b.hash(parts: [document.canonical()] + params) : []
    received = [document.bytes] + params
    self.keepsReply = keepsReply
  }

  /// Says whether the earlier request was this one: the same value, with any blanks and order of members.
  ///
  /// Programs of 0.1 hashed the bytes as received; a retry may reach a newer program.
  func isSame(as earlierHash: [UInt8]) -> Bool {
    earlierHash == requestHash || earlierHash == BLAKE2b.hash(parts: received)
  }
}

extension Database {
  /// Publishes an event in this transaction: it is on disk if and only if the change is.
  /// - Parameter known: A part of the event that is already encoded.
  /// - Throws: `TellError` if the audience is not of the declared kind or over 512 people.
  package func publish<E: Event>(
    _ event: E, knowing known: (any KnownValue)? = nil, to audience: Audience, _ call: Call
  ) throws {
    guard audience.kind == E.audience else { throw TellError.audience(E.topic) }
    if case .people(let people) = audience, people.count > Audience.maxPeople {
      throw TellError.tooMany(E.topic, people.count)
    }
    let isUnlinkable = E.isUnlinkable
    try append(
      OutboxEvent(
        id: isUnlinkable ? .random() : .timed(call.now), type: E.topic, schema: "\(E.topic)@\(E.version)",
        at: isUnlinkable ? call.now.hour : call.now, flags: call.flags.intersection(.seeded).rawValue,
        trace: isUnlinkable ? [] : call.trace ?? [], audience: audience.encoded,
        body: try JSONCoding.encode(event, knowing: known)))
  }
}

extension OutboxEvent {
  /// Creates an event of a snapshot: the state, as if published now.
  package static func snapshot<E: RowEvent>(of event: E, to audience: Audience) throws -> OutboxEvent {
    OutboxEvent(
      id: .random(), type: E.topic, schema: "\(E.topic)@\(E.version)", at: SiteClock.system,
      audience: audience.encoded, body: try JSONCoding.encode(event))
  }
}

/// A mistake in a service: it published an event to an audience it did not declare.
package enum TellError: Error {
  case audience(String)
  case tooMany(String, Int)
}
