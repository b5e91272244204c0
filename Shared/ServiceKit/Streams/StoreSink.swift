internal import Bus
internal import Schema
internal import Store
internal import Synchronization

/// Applies events to a program's own tables. One transaction holds the handlers' rows, their own events and
/// the cursor.
///
/// For events without a subscriber only the cursor moves. The stored cursor may lag for a moment, since
/// reading such events again changes nothing. A sync for each batch of them would slow every program to the
/// pace of the busiest.
struct StoreSink: StoredSink {
  let context: ServiceContext
  let subscriptions: [String: Handlers.Subscriber]
  /// The tables that the producer's snapshot lists.
  let copies: [CopiedTable]
  private let passed = PassedCursor()

  init(context: ServiceContext, subscriptions: [String: Handlers.Subscriber], copies: [CopiedTable]?) {
    self.context = context
    self.subscriptions = subscriptions
    self.copies = copies ?? []
  }

  /// Attempts to apply a failing event, before it becomes a dead letter and the stream continues.
  static let maxAttempts = 5

  func position(of producer: ProgramName) async throws -> StreamPosition {
    let cursor = try await context.store.read { try $0.cursor(producer.text) }
    return StreamPosition(epoch: cursor?.epoch, sequence: cursor?.seq ?? 0)
  }

  func noted(_ producer: ProgramName, isLost: Bool) { context.lost.set(producer, isLost: isLost) }

  func heard(_ producer: ProgramName, at position: StreamPosition) async throws {
    try await writeCursor(of: producer)
  }

  func heardAgain(_ producer: ProgramName, at position: StreamPosition) -> Bool { passed.due() == nil }

  private func writeCursor(of producer: ProgramName) async throws {
    guard let cursor = passed.due() else { return }
    let context = context
    try await context.store.write { db in
      guard try db.cursor(producer.text) != cursor else { return }
      try db.beginApplying(producer.text, from: cursor)
      try db.setCursor(producer.text, cursor, at: context.clock.now)
    }
    passed.written(cursor)
  }

  func passed(_ position: StreamPosition, of producer: ProgramName) {
    guard let epoch = position.epoch else { return }
    pass(to: StreamCursor(epoch: epoch, seq: position.sequence), producer)
  }

  private func pass(to cursor: StreamCursor, _ producer: ProgramName) {
    passed.move(to: cursor)
    context.passed.set(cursor.seq, of: producer)
  }

  func apply(_ events: [StreamEvent], of producer: ProgramName) async throws {
    try await read(events, of: producer)()
  }

  func read(_ events: [StreamEvent], of producer: ProgramName) -> Application {
    let events = events.map { ReadEvent($0, by: subscriptions[$0.header.subject]) }
    return { try await apply(events, producer) }
  }

  private func apply(_ events: [ReadEvent], _ producer: ProgramName) async throws {
    if let last = events.last, !events.contains(where: { $0.effect != nil }) {
      pass(to: last.cursor, producer)
      return try await writeCursor(of: producer)
    }
    passed.forget()
    do { try await write(events, producer) } catch is EventFailure {
      for event in events { try await applyAlone(event.event, producer) }
    }
  }

  func apply(_ snapshot: Snapshot, of producer: ProgramName) async throws {
    passed.forget()
    let first = context.clock.now
    var later = snapshot.later
    var letters: [DeadLetter] = []
    // An event that fails becomes a dead letter, and the rest is tried without it.
    while true {
      do {
        try await write(snapshot, later, letters, producer)
        return context.passed.set(snapshot.end, of: producer)
      } catch let failed as FailedEvent {
        context.log.with(trace: failed.event.header.trace)(
          .error, "event \(failed.event.sequence) of \(producer), after a snapshot: \(failed.reason)")
        later.removeAll { $0.sequence == failed.event.sequence }
        letters.append(letter(failed.event, producer, failed.reason, attempts: 1, first))
      }
    }
  }

  /// Replaces the copy, applies later events to it, and moves the cursor, in one transaction.
  private func write(
    _ snapshot: Snapshot, _ later: [StreamEvent], _ letters: [DeadLetter], _ producer: ProgramName
  ) async throws {
    let context = context
    let copies = copies
    let rows = snapshot.rows.map { ReadEvent($0, by: subscriptions[$0.header.subject]) }
    let later = later.map { ReadEvent($0, by: subscriptions[$0.header.subject]) }
    let next = StreamCursor(epoch: snapshot.epoch, seq: snapshot.end + 1)
    try await context.store.write { db in
      try db.beginApplying(producer.text, from: next)
      let gathered = Gathered()
      for table in copies { try table.mark(db, context.ownCall()) }
      for row in rows { try row.effect?.get()(db, context.call(applying: row.event, gathering: gathered)) }
      for read in later {
        guard let effect = read.effect else { continue }
        let call = context.call(applying: read.event, gathering: gathered)
        do { try effect.get()(db, call) } catch {
          guard let failure = StoreSink.failure(error) as? EventFailure else { throw error }
          throw FailedEvent(event: read.event, reason: failure.reason)
        }
      }
      try gathered.publish(db)
      for table in copies { try table.sweep(db, context.ownCall()) }
      for letter in letters { try db.deadLetter(letter) }
      try db.setCursor(
        producer.text, StreamCursor(epoch: snapshot.epoch, seq: snapshot.end), at: context.clock.now)
    }
  }

  private func write(_ events: [ReadEvent], _ producer: ProgramName) async throws {
    guard let last = events.last else { return }
    let context = context
    let spans = events.map { read in
      let header = read.event.header
      return read.effect == nil ? nil : context.tracer.begin(header.subject, .consumer, in: header.trace)
    }
    do {
      try await write(events, spans, last, producer)
      for span in spans { span?.end() }
    } catch {
      for span in spans { span?.end(fault: FaultCode.internalError.code) }
      throw error
    }
  }

  private func write(
    _ events: [ReadEvent], _ spans: [OpenSpan?], _ last: ReadEvent, _ producer: ProgramName
  ) async throws {
    guard let first = events.first else { return }
    let context = context
    try await context.store.write { db in
      try db.beginApplying(producer.text, from: first.cursor)
      let gathered = Gathered()
      for (read, span) in zip(events, spans) {
        guard let effect = read.effect else { continue }
        let call = context.call(applying: read.event, in: span?.context, gathering: gathered)
        do { try effect.get()(db, call) } catch { throw StoreSink.failure(error) }
      }
      try gathered.publish(db)
      try db.setCursor(producer.text, last.cursor, at: context.clock.now)
    }
  }

  /// Returns the event's failure; the error itself for a full disk, a closing store or a server that is gone,
  /// which is not the event's fault: it is retried later, not set aside.
  static func failure(_ error: any Error) -> any Error {
    switch error as? StoreError {
    case .full, .busy, .closed, .broken, .unreachable, .unknown: error
    default: EventFailure(reason: "\(error)")
    }
  }

  private func applyAlone(_ event: StreamEvent, _ producer: ProgramName) async throws {
    let first = context.clock.now
    for attempt in 1...StoreSink.maxAttempts {
      do {
        return try await write([ReadEvent(event, by: subscriptions[event.header.subject])], producer)
      } catch let failure as EventFailure {
        context.log.with(trace: event.header.trace)(
          .error, "event \(event.sequence) of \(producer), try \(attempt): \(failure.reason)")
        if attempt == StoreSink.maxAttempts { return try await putAside(event, producer, failure, first) }
        try await Task.sleep(for: .milliseconds(50 << (2 * (attempt - 1)) + Int.random(in: 0...50)))
      }
    }
  }

  private func letter(
    _ event: StreamEvent, _ producer: ProgramName, _ reason: String, attempts: Int, _ first: Instant
  ) -> DeadLetter {
    DeadLetter(
      producer: producer.text, stream: producer.text, seq: event.sequence, type: event.header.subject,
      body: event.body, header: event.header.encoded(), error: reason, attempts: attempts, firstAt: first,
      lastAt: context.clock.now)
  }

  private func putAside(
    _ event: StreamEvent, _ producer: ProgramName, _ failure: EventFailure, _ first: Instant
  ) async throws {
    let context = context
    let letter = letter(event, producer, failure.reason, attempts: StoreSink.maxAttempts, first)
    try await context.store.write { db in
      try db.beginApplying(producer.text, from: StreamCursor(epoch: event.epoch, seq: event.sequence))
      try db.deadLetter(letter)
      try db.setCursor(
        producer.text, StreamCursor(epoch: event.epoch, seq: event.sequence), at: context.clock.now)
    }
  }
}

/// The handler of an event between the pages of a snapshot threw.
private struct FailedEvent: Error {
  let event: StreamEvent
  let reason: String
}

/// An event and its effect.
struct ReadEvent: Sendable {
  let event: StreamEvent
  /// Nil for an event without a subscriber.
  let effect: Result<Handlers.Effect, any Error>?

  init(_ event: StreamEvent, by subscriber: Handlers.Subscriber?) {
    self.event = event
    effect = subscriber.map { apply in Result { try apply(event) } }
  }

  var cursor: StreamCursor { StreamCursor(epoch: event.epoch, seq: event.sequence) }
}

/// A cursor in memory that is ahead of the stored one.
final class PassedCursor: Sendable {
  /// The stored cursor lags for at least this long, and until the producer's next signal.
  static let interval = Duration.seconds(1)

  private struct State {
    var cursor: StreamCursor?
    var writtenAt: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  func move(to cursor: StreamCursor) { state.withLock { $0.cursor = cursor } }

  /// Clears the cursor, because the stored one is about to move past it.
  func forget() { state.withLock { $0.cursor = nil } }

  /// Returns the cursor when it is due to be stored.
  func due() -> StreamCursor? {
    state.withLock { state in
      guard let writtenAt = state.writtenAt else { return state.cursor }
      return writtenAt.duration(to: .now) < PassedCursor.interval ? nil : state.cursor
    }
  }

  func written(_ cursor: StreamCursor) {
    state.withLock { state in
      if state.cursor == cursor { state.cursor = nil }
      state.writtenAt = .now
    }
  }
}

/// The unstored cursor of each stream. Events up to it had no subscriber in this program.
final class PassedCursors: Sendable {
  private let state = Mutex<[String: Int64]>([:])

  var cursors: [String: Int64] { state.withLock { $0 } }

  func set(_ sequence: Int64, of producer: ProgramName) {
    state.withLock { $0[producer.text] = sequence }
  }
}

/// A handler threw: the cause is the event or a bug, not the disk.
struct EventFailure: Error {
  let reason: String
}
