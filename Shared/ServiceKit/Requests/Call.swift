package import Bus
internal import Crypto
package import Schema
package import Store
internal import Synchronization

/// One request at work: who asks, what time it is, and the ways to read, write and ask others. Handlers take
/// the time from here and from nowhere else.
package struct Call: Sendable {
  /// Nil for requests that anyone or a program may send.
  package let identity: Identity?
  /// The program whose key sent it.
  package let caller: ProgramName
  /// The time the request happens at: the site's clock, or the past for a seeded one.
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
  /// Its lines carry the request's trace.
  package let log: Log
  /// Set while events are applied.
  var gathered: Gathered?

  /// How long stored replies are kept.
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

  /// Changes rows, tells events and stores the reply in one transaction; returns once it is on disk.
  ///
  /// One `write` a request: its result is the reply that a repeat under the same idempotency key gets again.
  package func write<Reply: Codable & Sendable>(
    _ body: @escaping @Sendable (borrowing Database) throws -> Reply
  ) async throws -> Reply {
    let span = tracer.begin("store.write", .internal, in: trace)
    defer { span?.end() }
    guard let idempotency else { return try await store.write(body) }
    // Retries live on the system clock: a reply to a request about the past is kept as long as any other.
    let now = SiteClock.system
    let expires = (isUnlinkable ? now.hour : now).advanced(by: Call.replyLifetime)
    return try await store.write { db in
      if let earlier = try db.remembered(idempotency.scope, now: now) {
        guard earlier.requestHash == idempotency.requestHash else { throw Fault(.keyReused) }
        guard let reply = earlier.reply else { throw Fault(.alreadyDone) }
        throw RepeatedReply(bytes: reply)
      }
      let reply = try body(db)
      let stored = idempotency.keepsReply ? try StoredReply.encode(reply) : nil
      idempotency.written.set(stored)
      try db.remember(
        idempotency.scope, requestHash: idempotency.requestHash, reply: stored, expires: expires)
      return reply
    }
  }

  package func read<Result: Sendable>(
    _ body: @Sendable (borrowing Database) throws -> Result
  ) async throws -> Result {
    try await store.read(body)
  }

  /// Asks another program as the same person, within what is left of this request's time.
  package func ask<R: Request>(_ request: R, within: Duration? = nil) async throws -> R.Reply {
    let left = ContinuousClock.now.duration(to: deadline) - .milliseconds(5)
    guard left > .zero else { throw Fault(.deadlineExceeded) }
    let asked = isUnlinkable || R.isUnlinkable ? nil : trace
    let span = tracer.begin(R.subject, .client, in: asked)
    let context = CallContext(assertion: assertion, trace: span?.context ?? asked)
    do {
      let reply = try await bus.call(request, within: min(within ?? R.deadline, left), context: context)
      span?.end()
      return reply
    } catch {
      span?.end(fault: error.fault.code)
      throw error.fault
    }
  }
}

/// Where the reply of a repeatable request is kept.
struct Idempotency: Sendable {
  let scope: [UInt8]
  let requestHash: [UInt8]
  let keepsReply: Bool
  /// The reply as it was stored: the same bytes are the answer.
  let written = WrittenReply()

  /// Scope: BLAKE2b-256 over person or program, subject and key, so that the key itself is never stored.
  ///
  /// Before it stands the time of a key that is a UUID of version 7. Scopes of one moment are then neighbours
  /// in the file: without it each request rewrites a page of its own. Not so for an unlinkable request, whose
  /// time nobody may know.
  init(
    owner: [UInt8], subject: String, key: String, header: Header, body: [UInt8], keepsReply: Bool,
    isUnlinkable: Bool
  ) {
    let hash = BLAKE2b.hash(parts: [owner, Array(subject.utf8), Array(key.utf8)])
    let time = isUnlinkable ? nil : RawUUID(key).flatMap { $0.isTimed ? $0.bytes.prefix(6) : nil }
    scope = (time ?? []) + hash
    // A fast hash of a body with a password in it would be a gift to whoever steals the file, so a request
    // whose reply is secret is known by its key alone.
    let params = header.params.flatMap { [Array($0.name.utf8), Array($0.value.utf8)] }
    requestHash = keepsReply ? BLAKE2b.hash(parts: [body] + params) : []
    self.keepsReply = keepsReply
  }
}

/// The bytes of the reply that this request stored.
final class WrittenReply: Sendable {
  private let bytes = Mutex<[UInt8]?>(nil)

  func set(_ stored: [UInt8]?) { bytes.withLock { $0 = stored } }
  var stored: [UInt8]? { bytes.withLock { $0 } }
}

/// Thrown out of the transaction of a repeated request: nothing changes, the first reply is given again.
struct RepeatedReply: Error {
  let bytes: [UInt8]
}

/// A reply as bytes, with the status it overrides: two bytes, 0 for the declared one.
enum StoredReply {
  static func encode(_ reply: some Codable & Sendable) throws -> [UInt8] {
    let status = (reply as? any StatusReply)?.status ?? 0
    return [UInt8(status >> 8), UInt8(status & 255)] + (try JSONCoding.encode(reply))
  }

  static func decode(_ bytes: [UInt8]) -> Outbound {
    let status = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    return .reply(body: Array(bytes.dropFirst(2)), status: status == 0 ? nil : status)
  }
}

extension Database {
  /// Tells an event in this transaction: it is on disk if and only if the change is.
  /// - Throws: `TellError` when the audience is not of the declared kind or over 512 people.
  package func tell<E: Event>(_ event: E, to audience: Audience, _ call: Call) throws {
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
        body: try JSONCoding.encode(event)))
  }
}

extension OutboxEvent {
  /// An event of a snapshot: state "as if told now".
  package static func snapshot<E: Event>(of event: E, to audience: Audience) throws -> OutboxEvent {
    OutboxEvent(
      id: .random(), type: E.topic, schema: "\(E.topic)@\(E.version)", at: SiteClock.system,
      audience: audience.encoded, body: try JSONCoding.encode(event))
  }
}

/// A mistake in a service: it told an event to an audience it did not declare.
package enum TellError: Error {
  case audience(String)
  case tooMany(String, Int)
}
