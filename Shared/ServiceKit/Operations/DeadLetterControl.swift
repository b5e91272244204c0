internal import Bus
internal import Schema
internal import Store

/// `$bus.dlq.…` and `$bus.cursor` of a program with a store.
struct DeadLetterControl: Sendable {
  let place: ContextSlot
  let subscriptions: [ProgramName: [String: Handlers.Subscriber]]

  /// Bytes of an error in a list. The reply for one letter has all of it.
  private static let maxErrorLength = 300

  func register(in endpoints: inout ControlEndpoints) {
    endpoints.on(DeadLetters.List.self) { try await list($0) }
    endpoints.on(DeadLetters.Show.self) { try await show($0) }
    endpoints.on(DeadLetters.Retry.self) { try await retry($0) }
    endpoints.on(DeadLetters.Drop.self) { try await drop($0) }
    endpoints.on(Control.AskCursors.self) { _ in try await cursors() }
  }

  private func list(_ ask: DeadLetters.List) async throws -> DeadLetters.Listed {
    guard let state = DeadLetter.State(rawValue: ask.state.rawValue) else { throw Fault(.valueUnknown) }
    let context = await place.context
    let (letters, waiting) = try await context.store.read { db in
      let letters = try db.deadLetters(state, after: ask.after, limit: DeadLetters.List.maxCount + 1)
      return (letters, try db.countDeadLetters())
    }
    let page = letters.prefix(DeadLetters.List.maxCount)
    return DeadLetters.Listed(
      items: page.map { DeadLetters.Letter($0, maxErrorLength: DeadLetterControl.maxErrorLength) },
      waiting: waiting, next: letters.count > page.count ? page.last?.id : nil)
  }

  private func show(_ ask: DeadLetters.Show) async throws -> DeadLetters.Opened {
    let context = await place.context
    guard let letter = try await context.store.read({ try $0.deadLetter(ask.id) }) else {
      throw Fault(.notFound)
    }
    return DeadLetters.Opened(
      letter: DeadLetters.Letter(letter),
      body: letter.state == .waiting ? String(decoding: letter.body, as: UTF8.self) : nil,
      eventID: try letter.event?.header.id.description)
  }

  /// Applies the event as its stream would have, and settles the letter in the same transaction. A repeat
  /// finds the letter retried and does nothing.
  private func retry(_ ask: DeadLetters.Retry) async throws -> DeadLetters.Letter {
    let context = await place.context
    do { return try await apply(ask.id, context) } catch let failure as EventFailure {
      context.log(.error, "dead letter \(ask.id), tried again: \(failure.reason)")
      try await context.store.write {
        try $0.deadLetterFailed(ask.id, error: failure.reason, at: context.clock.now)
      }
      let field = Fault.Field(
        field: "event", code: FaultCode.eventRefused.code,
        message: String(failure.reason.prefix(DeadLetterControl.maxErrorLength)))
      throw Fault(.eventRefused, fields: [field])
    }
  }

  private func apply(_ id: Int64, _ context: ServiceContext) async throws -> DeadLetters.Letter {
    let subscriptions = subscriptions
    return try await context.store.write { db in
      guard var letter = try db.deadLetter(id) else { throw Fault(.notFound) }
      if letter.state == .retried { return DeadLetters.Letter(letter) }
      guard letter.state == .waiting else { throw Fault(.letterSettled) }
      guard let apply = subscriptions[ProgramName(letter.producer)]?[letter.type],
        let event = try letter.event
      else {
        throw Fault(.eventUnheard)
      }
      do { try apply(event)(db, context.call(applying: event)) } catch { throw StoreSink.failure(error) }
      try db.settleDeadLetter(id, .retried, at: context.clock.now)
      letter.state = .retried
      return DeadLetters.Letter(letter)
    }
  }

  private func drop(_ ask: DeadLetters.Drop) async throws -> DeadLetters.Letter {
    guard (1...DeadLetters.Drop.maxNoteLength).contains(ask.note.count) else {
      throw Fault(.tooLong, field: "note")
    }
    let context = await place.context
    let letter = try await context.store.write { db in
      guard var letter = try db.deadLetter(ask.id) else { throw Fault(.notFound) }
      if letter.state == .dropped { return letter }
      guard letter.state == .waiting else { throw Fault(.letterSettled) }
      try db.settleDeadLetter(ask.id, .dropped, note: ask.note, at: context.clock.now)
      letter.state = .dropped
      letter.note = ask.note
      return letter
    }
    return DeadLetters.Letter(letter)
  }

  private func cursors() async throws -> Control.Cursors {
    let producers = subscriptions.keys.map(\.text).sorted()
    let context = await place.context
    let items = try await context.store.read { db in
      var items: [Control.Cursors.Item] = []
      for producer in producers {
        let cursor = try db.cursor(producer)
        items.append(
          Control.Cursors.Item(producer: producer, epoch: cursor?.epoch, sequence: cursor?.seq ?? 0))
      }
      return items
    }
    return Control.Cursors(cursors: items)
  }
}

extension DeadLetters.Letter {
  fileprivate init(_ letter: DeadLetter, maxErrorLength: Int = .max) {
    self.init(
      id: letter.id, producer: letter.producer, sequence: letter.seq, type: letter.type,
      state: DeadLetters.State(letter.state), error: String(letter.error.prefix(maxErrorLength)),
      attempts: letter.attempts, firstAt: letter.firstAt, lastAt: letter.lastAt, note: letter.note)
  }
}

extension DeadLetters.State {
  fileprivate init(_ state: DeadLetter.State) {
    self =
      switch state {
      case .waiting: .waiting
      case .retried: .retried
      case .dropped: .dropped
      }
  }
}

extension DeadLetter {
  /// The original event. Without a stored header, it is rebuilt from the letter's row.
  fileprivate var event: StreamEvent? {
    get throws {
      var header: Header
      if self.header.isEmpty {
        header = Header(id: .random())
        header.subject = type
        header.stream = stream
        header.epoch = .random()
        header.sequence = seq
      } else {
        header = try Header(decoding: self.header)
      }
      return StreamEvent(header: header, body: body)
    }
  }
}
