internal import Bus
internal import JSON
package import Schema
package import Store

/// The requests a program serves and the events it subscribes to, collected before it starts.
package struct Handlers: Sendable {
  /// Handles a request. The bytes are the trace in which it runs.
  typealias Answer = @Sendable (Inbound, ServiceContext, [UInt8]?) async throws -> Outbound
  /// Applies an event that has already been read.
  typealias Effect = @Sendable (borrowing Database, Call) throws -> Void
  /// Reads an event outside of any transaction, to keep that work off the writer's thread.
  typealias Subscriber = @Sendable (StreamEvent) throws -> Effect
  /// Answers a request from memory, on the bus thread; nil leaves it to `Answer`.
  typealias Recall = @Sendable (Inbound, ServiceContext, [UInt8]?) throws -> Outbound?
  /// Begins a write on the bus thread; false leaves the request to `Answer`.
  typealias Start =
    @Sendable (
      Inbound, ServiceContext, [UInt8]?, @escaping @Sendable (Result<Outbound, any Error>) -> Void
    ) throws -> Bool
  struct Answering: Sendable {
    let request: any Request.Type
    var recall: Recall?
    var start: Start?
    let answer: Answer
  }

  private(set) var answers: [String: Answering] = [:]
  private(set) var subscriptions: [ProgramName: [String: Subscriber]] = [:]
  private(set) var copies: [ProgramName: [CopiedTable]] = [:]
  private(set) var snapshot: [SnapshotTable]?
  /// Erases a person from the program's store.
  package typealias Erasing = @Sendable (PersonID, Call) async throws -> Void
  /// Lets people's accounts be erased after their week.
  package typealias Leaving = @Sendable ([PersonID], Call) async throws -> Void
  /// Counts the program's own data at this time.
  package typealias Counting = @Sendable (borrowing Database, Instant) throws -> [Control.Count: Int]
  private(set) var counting: Counting?
  /// Reads the figures of the program's own data at this time.
  package typealias Measuring = @Sendable (borrowing Database, Instant) throws -> [Control.Figure: Int]
  private(set) var measuring: Measuring?
  private(set) var erasure: Erasing?
  private(set) var leaving: Leaving?

  package init() {}

  /// The longest body of a request that is answered from memory, in bytes: one that takes time to read does
  /// not take it from the bus thread.
  static let maxRecalledBody = 1024

  /// Registers a handler that need not run where `recall` finds the reply in memory. `recall` runs on the bus
  /// thread, behind the same checks, and neither waits nor computes: it takes microseconds. What it throws
  /// and what it does not find goes to the handler.
  package mutating func on<R: Request>(
    _ type: R.Type, recall: @escaping @Sendable (R, Call) throws -> EncodedReply<R.Reply>?,
    otherwise handler: @escaping @Sendable (R, Call) async throws -> EncodedReply<R.Reply>
  ) {
    on(type, handler)
    let decode = RequestDecoding.Decoder(type)
    let unknown = UnknownMembers(type)
    let standing = StandingRule(type)
    answers[R.subject]?.recall = { inbound, context, trace in
      guard inbound.body.count <= Handlers.maxRecalledBody, context.isRecognized(inbound) else {
        return nil
      }
      let document = try RequestDecoding.document(inbound.body)
      let call = try context.call(for: type, inbound, document, trace)
      let head = context.store.head
      guard let reply = try recall(try decode(document, inbound.header.params), call) else { return nil }
      if !R.isUnlinkable { unknown.look(at: document, call.log) }
      return reply.outbound(standing?.standing(in: context.store, since: head, reply.validity, call), call)
    }
  }

  /// Registers a handler whose work is one write. Where the request's person is known, it begins on the bus
  /// thread: `prepare` neither waits nor computes. A request that it returns nil for goes to `handler`.
  package mutating func on<R: Request>(
    _ type: R.Type, write prepare: @escaping @Sendable (R, Call) throws -> PreparedWrite<R.Reply>?,
    otherwise handler: @escaping @Sendable (R, Call) async throws -> EncodedReply<R.Reply>
  ) {
    on(type) { request, call in
      guard let write = try prepare(request, call) else { return try await handler(request, call) }
      return try await call.write(write)
    }
    start(type, prepare)
  }

  /// Registers a handler whose work is always one write, which needs nothing but the store.
  package mutating func on<R: Request>(
    _ type: R.Type, write prepare: @escaping @Sendable (R, Call) throws -> PreparedWrite<R.Reply>
  ) {
    on(type) { request, call in try await call.write(try prepare(request, call)) }
    start(type, prepare)
  }

  /// Lets the writes of a request begin on the bus thread.
  private mutating func start<R: Request>(
    _ type: R.Type, _ prepare: @escaping @Sendable (R, Call) throws -> PreparedWrite<R.Reply>?
  ) {
    let decode = RequestDecoding.Decoder(type)
    let unknown = UnknownMembers(type)
    let standing = StandingRule(type)
    answers[R.subject]?.start = { inbound, context, trace, finish in
      guard inbound.body.count <= Handlers.maxRecalledBody, context.isRecognized(inbound) else {
        return false
      }
      let document = try RequestDecoding.document(inbound.body)
      let call = try context.call(for: type, inbound, document, trace)
      let head = context.store.head
      guard let write = try prepare(try decode(document, inbound.header.params), call) else { return false }
      if !R.isUnlinkable { unknown.look(at: document, call.log) }
      call.write(write) { result in
        finish(
          result.map { reply in
            reply.outbound(standing?.standing(in: context.store, since: head, reply.validity, call), call)
          })
      }
      return true
    }
  }

  /// Registers the handler of a request. Its access, its idempotency and its decoding follow from the
  /// declaration.
  package mutating func on<R: Request>(
    _ type: R.Type, _ handler: @escaping @Sendable (R, Call) async throws -> R.Reply
  ) {
    on(type) { request, call in try EncodedReply<R.Reply>(try await handler(request, call)) }
  }

  /// Registers a handler whose reply is already encoded: by a write, which may store it, or in a cache.
  package mutating func on<R: Request>(
    _ type: R.Type, _ handler: @escaping @Sendable (R, Call) async throws -> EncodedReply<R.Reply>
  ) {
    let decode = RequestDecoding.Decoder(type)
    let unknown = UnknownMembers(type)
    let standing = StandingRule(type)
    answers[R.subject] = Answering(request: type) { inbound, context, trace in
      let document = try RequestDecoding.document(inbound.body)
      let call = try context.call(for: type, inbound, document, trace)
      let request = try decode(document, inbound.header.params)
      // Requests that must not be linkable to a person are not logged.
      if !R.isUnlinkable { unknown.look(at: document, call.log) }
      let head = context.store.head
      let reply = try await handler(request, call)
      return reply.outbound(standing?.standing(in: context.store, since: head, reply.validity, call), call)
    }
  }

  /// Registers a handler for one type of another program's events. It runs in the transaction that moves the
  /// cursor, so each event counts once. The event is decoded before that.
  package mutating func subscribe<E: Event>(
    to type: E.Type, from program: ProgramName,
    _ handler: @escaping @Sendable (E, borrowing Database, Call) throws -> Void
  ) {
    subscribe(to: type, from: program, reading: { $0 }, handler)
  }

  /// Registers such a handler with a separate reading step that runs before the transaction.
  package mutating func subscribe<E: Event, Read: Sendable>(
    to type: E.Type, from program: ProgramName, reading: @escaping @Sendable (E) throws -> Read,
    _ handler: @escaping @Sendable (Read, borrowing Database, Call) throws -> Void
  ) {
    subscriptions[program, default: [:]][E.topic] = { event in
      let read = try reading(try JSONCoding.decode(type, from: event.body))
      return { db, call in try handler(read, db, call) }
    }
  }

  /// The topic classes of a producer that have a handler.
  func classes(of producer: ProgramName) -> [String] {
    Set((subscriptions[producer] ?? [:]).keys.map(TopicClass.of)).sorted()
  }

  /// Those of every producer, by its name.
  var classes: [String: [String]] {
    Dictionary(uniqueKeysWithValues: subscriptions.keys.map { ($0.text, classes(of: $0)) })
  }

  /// Registers the copies of rows that another program's snapshot lists.
  package mutating func subscribeToSnapshot(from program: ProgramName, into tables: CopiedTable...) {
    copies[program, default: []] += tables
  }

  /// Drops the subscriptions to producers that the site does not run. Nobody waits for their streams, and the
  /// copies of their rows stay as they are.
  package mutating func leaveOut(where isAbsent: (ProgramName) -> Bool) {
    subscriptions = subscriptions.filter { !isAbsent($0.key) }
    copies = copies.filter { !isAbsent($0.key) }
  }

  /// Registers the tables of the program's public state. None means that no program keeps a copy of it.
  package mutating func publishesSnapshot(of tables: [SnapshotTable]) { snapshot = tables }

  /// Registers the counts that administrators see.
  package mutating func counts(_ counting: @escaping Counting) { self.counting = counting }

  /// Registers the figures that `/metrics` shows. They are read at each scrape, so they must cost little.
  package mutating func figures(_ measuring: @escaping Measuring) { self.measuring = measuring }

  /// Registers what a restore runs for people who were erased, or deleted their accounts, since the backup.
  package mutating func appliesAfterRestore(erasure: @escaping Erasing, leaving: Leaving? = nil) {
    self.erasure = erasure
    self.leaving = leaving
  }

  /// The declared requests of `program` without a handler. The mistake is found at startup, not by a caller.
  func missing(for program: ProgramName) -> [String] {
    Catalogue.requests.filter { $0.program == program && answers[$0.subject] == nil }.map { $0.subject }
  }
}

extension EncodedReply {
  fileprivate func outbound(_ standing: ReplyStanding?, _ call: Call) -> Outbound {
    .reply(
      body: body, status: status, sessionToken: sessionToken, deviceToken: deviceToken, standing: standing,
      beside: call.programs.parts)
  }
}
