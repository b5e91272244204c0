package import Bus
internal import FoundationEssentials
package import Schema

/// The receiver of a consumer's events: a program's store, or the gateway's memory.
package protocol StreamSink: Sendable {
  /// Returns the position to continue from, empty before the first contact.
  func position(of producer: ProgramName) async throws -> StreamPosition
  /// Applies consecutive events and moves the cursor to the last of them.
  func apply(_ events: [StreamEvent], of producer: ProgramName) async throws
  /// Reads events outside of any transaction, possibly while earlier ones are still being applied. The result
  /// applies them, like `apply`.
  func read(_ events: [StreamEvent], of producer: ProgramName) -> Application
  /// Applies a whole state, then counts from `head` of `epoch`.
  func apply(snapshot: StreamReplay.Reply, of producer: ProgramName) async throws
  /// True for a sink in memory, which starts at the newest event instead of the first.
  var startsAtHead: Bool { get }
  /// Called after a signal from the producer, once everything up to it has been applied. With heartbeats that
  /// is at least once a second.
  func heard(_ producer: ProgramName) async throws
}

extension StreamSink {
  package typealias Application = @Sendable () async throws -> Void

  package func heard(_ producer: ProgramName) {}

  package func read(_ events: [StreamEvent], of producer: ProgramName) -> Application {
    { try await apply(events, of: producer) }
  }
}

/// Follows one producer's stream: applies events in order, replays missing ones, and fetches a snapshot if
/// they are no longer kept. Each event takes effect once.
package struct StreamConsumer: Sendable {
  /// The maximum number of events applied in one transaction.
  static let maxConcurrent = 64

  package let producer: ProgramName
  let bus: Node
  let sink: any StreamSink
  let log: Log
  private let buffer = SignalBuffer()

  package init(producer: ProgramName, bus: Node, sink: any StreamSink, log: Log) {
    self.producer = producer
    self.bus = bus
    self.sink = sink
    self.log = log
  }

  /// Runs until the task is canceled.
  package func run() async {
    let buffer = buffer
    bus.subscribe(to: producer, together: { buffer.add($0) })
    await withTaskCancellationHandler {
      while !Task.isCancelled {
        do {
          var position = try await sink.position(of: producer)
          while let signals = await buffer.take() {
            try await follow(signals, &position)
            try await sink.heard(producer)
          }
          return
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

  private func follow(_ signals: [StreamSignal], _ position: inout StreamPosition) async throws {
    var batch: [StreamEvent] = []
    for signal in signals {
      switch signal {
      case .event(let header, let body):
        guard let event = StreamEvent(header: header, body: body) else { continue }
        var ahead = position
        if let last = batch.last { ahead.applied(last.sequence, epoch: last.epoch) }
        switch ahead.sees(event: event.sequence, epoch: event.epoch) {
        case .apply:
          batch.append(event)
          if batch.count == StreamConsumer.maxConcurrent { try await flush(&batch, &position) }
        case .ignore: break
        case .replay, .snapshot:
          try await flush(&batch, &position)
          try await catchUp(position.sees(event: event.sequence, epoch: event.epoch), &position)
        }
      case .welcome(let welcome):
        try await flush(&batch, &position)
        if sink.startsAtHead, position.epoch == nil {
          position.applied(welcome.head, epoch: welcome.epoch)
        } else {
          try await catchUp(
            position.sees(head: welcome.head, epoch: welcome.epoch, retainedFrom: nil), &position)
        }
      case .heartbeat(let header):
        guard let head = header.sequence, let epoch = header.epoch else { continue }
        try await flush(&batch, &position)
        if sink.startsAtHead, position.epoch == nil {
          position.applied(head, epoch: epoch)
          continue
        }
        let step = position.sees(head: head, epoch: epoch, retainedFrom: header.retainedFrom)
        try await catchUp(step, &position)
      }
    }
    try await flush(&batch, &position)
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
    // A signal may be old, if it waited in the buffer while a replay went past it. A snapshot skips events,
    // so only the producer's own reply decides if one is needed.
    case .replay, .snapshot: try await replay(&position)
    }
  }

  /// Requests pages until the producer has no newer events. Each page is bounded by the limits of a reply.
  /// The next page is requested and read while this one is applied.
  private func replay(_ position: inout StreamPosition) async throws {
    var round = try await askReplay(from: position.sequence + 1)
    while true {
      let answer = round.answer
      if let epoch = position.epoch, epoch != answer.epoch { return try await fetchSnapshot(&position) }
      if answer.retainedFrom > position.sequence + 1 || answer.head < position.sequence {
        return try await fetchSnapshot(&position)
      }
      guard let last = answer.events.last else {
        if position.epoch == nil { position.applied(position.sequence, epoch: answer.epoch) }
        return
      }
      guard answer.events.first?.sequence == position.sequence + 1 else {
        return try await fetchSnapshot(&position)
      }
      guard last.sequence < answer.head else {
        try await round.apply()
        return position.applied(last.sequence, epoch: answer.epoch)
      }
      async let next = askReplay(from: last.sequence + 1)
      try await round.apply()
      position.applied(last.sequence, epoch: answer.epoch)
      round = try await next
    }
  }

  /// A page of a replay that was read but not yet applied.
  private struct Round: Sendable {
    let answer: StreamReplay.Reply
    let apply: StreamSink.Application
  }

  private func askReplay(from sequence: Int64) async throws -> Round {
    let answer = try await ask(
      StreamReplay.subject, JSONCoding.encode(StreamReplay.Ask(from: sequence)))
    return Round(answer: answer, apply: sink.read(answer.events, of: producer))
  }

  private func fetchSnapshot(_ position: inout StreamPosition) async throws {
    log(.warning, "fetching a snapshot of \(producer)")
    var events: [StreamEvent] = []
    var snapshot: String?
    var page = 0
    while true {
      let question = StreamReplay.AskSnapshot(snapshot: snapshot, page: page)
      let answer = try await ask(StreamReplay.snapshotSubject, JSONCoding.encode(question))
      events += answer.events
      guard let more = answer.more else {
        let whole = StreamReplay.Reply(
          epoch: answer.epoch, head: answer.head, retainedFrom: answer.retainedFrom, events: events)
        try await sink.apply(snapshot: whole, of: producer)
        position.applied(answer.head, epoch: answer.epoch)
        return
      }
      snapshot = more
      page += 1
    }
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
