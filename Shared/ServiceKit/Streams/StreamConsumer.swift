package import Bus
internal import FoundationEssentials
internal import JSON
package import Schema

/// The receiver of a consumer's events: a program's store, or the gateway's memory.
package protocol StreamSink: Sendable {
  /// Applies consecutive events and moves the cursor to the last of them.
  func apply(_ events: [StreamEvent], of producer: ProgramName) async throws
  /// Reads events outside of any transaction, possibly while earlier ones are still being applied. The result
  /// applies them, like `apply`.
  func read(_ events: [StreamEvent], of producer: ProgramName) -> Application
  /// Called when the producer's events up to a number are of classes that are not followed.
  func passed(_ position: StreamPosition, of producer: ProgramName)
  /// Called after a signal from the producer, once everything up to it has been applied: with heartbeats at
  /// least once a second.
  /// - Parameter position: where the sink stands now.
  func heard(_ producer: ProgramName, at position: StreamPosition) async throws
  /// Called on the bus thread for a heartbeat without news, while nothing is being applied. It must return at
  /// once.
  /// - Returns: False if the consumer has to wake up and call `heard`.
  func heardAgain(_ producer: ProgramName, at position: StreamPosition) -> Bool
}

/// A sink that keeps a copy of the producer's state, and its position beside it.
package protocol StoredSink: StreamSink {
  /// Returns the position to continue from, empty before the first contact.
  func position(of producer: ProgramName) async throws -> StreamPosition
  /// Replaces the copy by a whole state, and moves the cursor to the last of its events.
  func apply(_ snapshot: Snapshot, of producer: ProgramName) async throws
  /// Called when the producer turns out to have lost data, and when it has them again.
  func noted(_ producer: ProgramName, isLost: Bool)
}

extension StoredSink {
  package func noted(_ producer: ProgramName, isLost: Bool) {}
}

/// A sink in memory, which only passes events on. It starts at the newest event, and does so again if events
/// in between are no longer kept.
package protocol PassingSink: StreamSink {
  /// The number of events before its start that it wants to see, as many as are still kept.
  var lookback: Int64 { get }
  /// Called when it starts at the newest event of this producer.
  func started(_ producer: ProgramName, _ start: StreamStart)
}

/// The start of a sink that passes events on.
package struct StreamStart: Sendable {
  package let epoch: RawUUID
  /// The newest event.
  package let sequence: Int64
  /// The number after which `events` has every event of the classes that are followed.
  package let floor: Int64
  package let events: [StreamEvent]
}

extension PassingSink {
  package var lookback: Int64 { 0 }
}

extension StreamSink {
  package typealias Application = @Sendable () async throws -> Void

  package func passed(_ position: StreamPosition, of producer: ProgramName) {}
  package func heard(_ producer: ProgramName, at position: StreamPosition) {}
  package func heardAgain(_ producer: ProgramName, at position: StreamPosition) -> Bool { false }

  package func read(_ events: [StreamEvent], of producer: ProgramName) -> Application {
    { try await apply(events, of: producer) }
  }
}

/// Follows one producer's stream, or some topic classes of it: applies events in order, replays missing ones,
/// and fetches a snapshot if they are no longer kept. Each event takes effect once.
package struct StreamConsumer: Sendable {
  /// The maximum number of events applied in one transaction.
  static let maxTogether = 128
  /// The interval at which an operator is reminded of a producer that has lost data.
  static let reminder = Duration.seconds(60)

  package let producer: ProgramName
  /// Nil for the whole stream.
  let classes: [String]?
  let bus: Node
  let sink: any StreamSink
  let log: Log
  private let buffer = SignalBuffer()

  package init(producer: ProgramName, classes: [String]?, bus: Node, sink: any StreamSink, log: Log) {
    self.producer = producer
    self.classes = classes
    self.bus = bus
    self.sink = sink
    self.log = log
  }

  /// Runs until the task is canceled.
  package func run() async {
    let buffer = buffer
    var told: ContinuousClock.Instant?
    bus.subscribe(to: producer, classes: classes, together: { buffer.add($0) })
    await withTaskCancellationHandler {
      var position = StreamPosition()
      while !Task.isCancelled {
        do {
          // Any other sink has no position but this one: after an error it goes on where it was.
          if let stored = sink as? any StoredSink { position = try await stored.position(of: producer) }
          while let signals = await buffer.take(except: told == nil ? quiet(at: position) : nil) {
            try await follow(signals, &position)
            try await sink.heard(producer, at: position)
            if told != nil {
              told = nil
              (sink as? any StoredSink)?.noted(producer, isLost: false)
            }
          }
          return
        } catch let loss as LostProducer {
          (sink as? any StoredSink)?.noted(producer, isLost: true)
          if told.map({ $0.duration(to: .now) > StreamConsumer.reminder }) ?? true {
            told = .now
            log(.error, "\(loss)")
          }
          await pause(.milliseconds(500))
        } catch {
          if Task.isCancelled { return }
          log(.warning, "stream of \(producer): \(error); trying again")
          await pause(.milliseconds(500))
        }
      }
    } onCancel: {
      buffer.close()
    }
  }

  /// A heartbeat a second without news, of each producer, would otherwise wake a thread of an idle program.
  private func quiet(at position: StreamPosition) -> SignalBuffer.Quiet {
    let (producer, sink) = (producer, sink)
    return { signals in
      let isNoNews = signals.allSatisfy { signal in
        guard case .heartbeat(let header, _) = signal, let epoch = header.epoch else { return false }
        return epoch == position.epoch && header.sequence == position.sequence
      }
      return isNoNews && sink.heardAgain(producer, at: position)
    }
  }

  private func follow(_ signals: [StreamSignal], _ position: inout StreamPosition) async throws {
    var batch: [StreamEvent] = []
    for signal in signals {
      switch signal {
      case .event(let header, let body, let before):
        guard let event = StreamEvent(header: header, body: body) else { continue }
        _ = try await starts(at: event.sequence - 1, newest: event.sequence, epoch: event.epoch, &position)
        var ahead = position
        if let last = batch.last { ahead.applied(last.sequence, epoch: last.epoch) }
        switch ahead.sees(event: event.sequence, after: before, epoch: event.epoch) {
        case .apply:
          batch.append(event)
          if batch.count == StreamConsumer.maxTogether { try await flush(&batch, &position) }
        case .ignore, .pass: break
        case .replay, .snapshot:
          try await flush(&batch, &position)
          let step = position.sees(event: event.sequence, after: before, epoch: event.epoch)
          try await catchUp(step, &position)
        }
      case .welcome(let welcome, let newest):
        try await flush(&batch, &position)
        let isStart = try await starts(
          at: welcome.head, newest: newest, epoch: welcome.epoch, &position)
        guard !isStart else { continue }
        let step = position.sees(
          head: welcome.head, newest: newest, epoch: welcome.epoch, retainedFrom: nil)
        try await catchUp(step, &position)
      case .heartbeat(let header, let newest):
        guard let head = header.sequence, let epoch = header.epoch else { continue }
        try await flush(&batch, &position)
        let isStart = try await starts(at: head, newest: newest, epoch: epoch, &position)
        guard !isStart else { continue }
        let step = position.sees(
          head: head, newest: newest, epoch: epoch, retainedFrom: header.retainedFrom)
        try await catchUp(step, &position)
      }
    }
    try await flush(&batch, &position)
  }

  /// Starts a sink that passes events on at the producer's newest event, at the first contact.
  /// - Parameter newest: the number of the newest event of the classes that are followed.
  private func starts(
    at head: Int64, newest: Int64, epoch: RawUUID, _ position: inout StreamPosition
  ) async throws -> Bool {
    guard position.epoch == nil, let passing = sink as? any PassingSink else { return false }
    let start =
      passing.lookback > 0
      ? try await lookBack(passing.lookback, from: head, newest: newest)
      : StreamStart(epoch: epoch, sequence: head, floor: min(head, newest), events: [])
    position.applied(start.sequence, epoch: start.epoch)
    passing.started(producer, start)
    return true
  }

  /// Reads the events before a start, and those that come meanwhile.
  private func lookBack(_ count: Int64, from head: Int64, newest: Int64) async throws -> StreamStart {
    let first = max(1, head - count + 1)
    var answer = try await askReplay(from: first).answer
    let begin = max(first, answer.retainedFrom) - 1
    var events = answer.events
    while answer.through < answer.head {
      let next = try await askReplay(from: answer.through + 1).answer
      guard next.epoch == answer.epoch, next.through > answer.through else { break }
      answer = next
      events += next.events
    }
    // What lies between the newest event and the first one read is of other classes.
    return StreamStart(
      epoch: answer.epoch, sequence: max(answer.through, begin), floor: min(begin, max(newest, 0)),
      events: events)
  }

  private func flush(_ batch: inout [StreamEvent], _ position: inout StreamPosition) async throws {
    guard let last = batch.last else { return }
    try await sink.apply(batch, of: producer)
    position.applied(last.sequence, epoch: last.epoch)
    batch.removeAll(keepingCapacity: true)
  }

  private func catchUp(_ step: StreamPosition.Step, _ position: inout StreamPosition) async throws {
    switch step {
    case .apply, .ignore: return
    case .pass(let sequence):
      guard let epoch = position.epoch else { return }
      pass(to: sequence, epoch, &position)
    // A signal may be old, if it waited in the buffer while a replay went past it. A snapshot skips events,
    // so only the producer's own reply decides if one is needed.
    case .replay, .snapshot: try await replay(&position)
    }
  }

  private func pass(to sequence: Int64, _ epoch: RawUUID, _ position: inout StreamPosition) {
    position.applied(sequence, epoch: epoch)
    sink.passed(position, of: producer)
  }

  /// Requests pages until the producer has no newer events. Each page is bounded by the limits of a reply.
  /// The next page is requested and read while this one is applied.
  private func replay(_ position: inout StreamPosition) async throws {
    var round = try await askReplay(from: position.sequence + 1)
    while true {
      let answer = round.answer
      let isOther = position.epoch.map { $0 != answer.epoch } ?? false
      if isOther || answer.retainedFrom > position.sequence + 1 || answer.head < position.sequence {
        return try await startAnew(answer, &position)
      }
      guard answer.through > position.sequence else {
        if position.epoch == nil { position.applied(position.sequence, epoch: answer.epoch) }
        return
      }
      let isLast = answer.through >= answer.head
      async let next = isLast ? nil : askReplay(from: answer.through + 1)
      if !answer.events.isEmpty { try await round.apply() }
      if answer.through == answer.events.last?.sequence {
        position.applied(answer.through, epoch: answer.epoch)
      } else {
        pass(to: answer.through, answer.epoch, &position)
      }
      guard let following = try await next else { return }
      round = following
    }
  }

  /// A page of a replay that was read but not yet applied.
  private struct Round: Sendable {
    let answer: StreamReplay.Reply
    let apply: StreamSink.Application
  }

  private func askReplay(from sequence: Int64) async throws -> Round {
    let answer = try await ask(
      StreamReplay.Ask.subject, JSONCoding.encode(StreamReplay.Ask(from: sequence, classes: classes)))
    guard isInOrder(answer, from: sequence) else {
      throw CallError.unreadable("\(StreamReplay.Ask.subject) of \(producer)")
    }
    return Round(answer: answer, apply: sink.read(answer.events, of: producer))
  }

  /// True if the numbers of a replay ascend within its bounds.
  private func isInOrder(_ answer: StreamReplay.Reply, from sequence: Int64) -> Bool {
    var last = sequence - 1
    for event in answer.events {
      guard event.sequence > last else { return false }
      last = event.sequence
    }
    return last <= answer.through || answer.events.isEmpty
  }

  /// Goes on behind events that are no longer kept, or in another epoch.
  private func startAnew(_ answer: StreamReplay.Reply, _ position: inout StreamPosition) async throws {
    guard let stored = sink as? any StoredSink else {
      position = StreamPosition()
      _ = try await starts(at: answer.head, newest: answer.head, epoch: answer.epoch, &position)
      return
    }
    if let loss = LostProducer(producer, at: position, answer) { throw loss }
    try await fetchSnapshot(for: stored, &position)
  }

  private func fetchSnapshot(for sink: any StoredSink, _ position: inout StreamPosition) async throws {
    log(.warning, "fetching a snapshot of \(producer)")
    let snapshot = try await Snapshot.fetch(
      page: { cursor in
        try await ask(
          StreamReplay.AskSnapshot.subject,
          JSONCoding.encode(StreamReplay.AskSnapshot(after: cursor, classes: classes)))
      }, replay: { try await askReplay(from: $0).answer })
    try await sink.apply(snapshot, of: producer)
    position = try await sink.position(of: producer)
  }

  private func ask(_ subject: String, _ body: [UInt8]) async throws -> StreamReplay.Reply {
    var header = Header(id: .random())
    header.subject = subject
    header.flags = .repeatable
    let reply = try await bus.call(
      OutgoingCall(program: producer, header: header, body: body, within: .seconds(10)))
    guard let answer = StreamReplay.Reply(reply.body) else {
      throw CallError.unreadable("\(subject) of \(producer)")
    }
    return answer
  }

  private func pause(_ duration: Duration) async {
    do { try await Task.sleep(for: duration) } catch {
      // The task was canceled, and the loop checks that.
    }
  }
}
