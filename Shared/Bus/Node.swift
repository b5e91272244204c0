internal import FoundationEssentials
internal import JSON
package import Schema
internal import Threads

/// The configuration of one program's bus.
package struct NodeOptions: Sendable {
  package let program: ProgramName
  package let keys: KeyRing
  package let address: BusAddress
  /// The subjects served. A program that only makes calls needs no server sockets.
  package var endpoints: [String: Endpoint] = [:]
  package var serves = true
  /// The state of the program's own stream, if it has one.
  package var welcome: Welcome?
  package var retainedFrom: @Sendable () -> Int64 = { 1 }
  /// Returns the addresses of a host; nil if the name cannot be resolved now. Called on a thread that may
  /// block.
  package var lookUp: @Sendable (String) -> [String]? = { HostNames.addresses(of: $0) }
  /// Logs a line for operators: rejected keys, failing sockets.
  package var note: @Sendable (String) -> Void

  package init(
    program: ProgramName, keys: KeyRing, address: BusAddress,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.program = program
    self.keys = keys
    self.address = address
    self.note = note
  }
}

/// A program on the bus. It serves requests, calls others, publishes events and subscribes to them.
package final class Node: Sendable {
  package let program: ProgramName
  private let mailbox = Mailbox()

  private init(program: ProgramName) { self.program = program }

  /// Binds the sockets and starts the bus thread.
  /// - Throws: `ZMQError` if an address cannot be bound.
  package static func start(_ options: NodeOptions) async throws -> Node {
    let node = Node(program: options.program)
    let mailbox = node.mailbox
    let failure: (any Error)? = await withCheckedContinuation { started in
      do {
        try WorkThread.start("bus") {
          do { try mailbox.open(options) } catch {
            started.resume(returning: error)
            return
          }
          started.resume(returning: nil)
          mailbox.run()
        }
      } catch { started.resume(returning: error) }
    }
    if let failure { throw failure }
    return node
  }

  /// Sends bytes and waits for the reply, at most `call.within`. Canceling the task cancels the call.
  nonisolated(nonsending) package func call(_ call: OutgoingCall) async throws(CallError) -> Reply {
    let id = call.header.id
    let encoded = EncodedCall(call)
    guard encoded.body.count <= FrameLimit.message else {
      throw .refused(Fault(.tooLarge, service: call.program.text))
    }
    let mailbox = mailbox
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if !mailbox.hand(.call(encoded, continuation)) {
          continuation.resume(returning: .failure(.unreachable(Fault(.draining))))
        }
        // A task canceled earlier sent its cancel before there was a call to cancel.
        if Task.isCancelled { _ = mailbox.post(.cancelCall(id)) }
      }
    } onCancel: {
      _ = mailbox.post(.cancelCall(id))
    }
    return try result.get()
  }

  /// Sends a request and decodes the reply: `try await bus.call(Roomhub.CheckMembership(…), within:
  /// .seconds(1))`.
  /// - Parameter note: takes what the reply shows of its program's stream.
  nonisolated(nonsending) package func call<R: Request>(
    _ request: R, within: Duration? = nil, context: CallContext = CallContext(),
    noting note: (Reply) -> Void = { _ in }
  ) async throws(CallError) -> R.Reply {
    var header = Header(id: .passing())
    header.subject = R.subject
    header.schema = "\(R.subject)@\(R.version)"
    header.idempotencyKey = context.idempotencyKey
    header.assertion = context.assertion
    header.trace = context.trace
    header.asOf = context.asOf
    if R.repeats.isRepeatable(hasKey: context.idempotencyKey != nil) { header.flags.insert(.repeatable) }
    let body: [UInt8]
    do { body = try JSONCoding.encode(request) } catch { throw .unreadable("request \(R.subject): \(error)") }
    let reply = try await call(
      OutgoingCall(program: R.program, header: header, body: body, within: within ?? R.deadline))
    note(reply)
    do { return try JSONCoding.decode(R.Reply.self, from: reply.body) } catch {
      throw .unreadable("reply to \(R.subject): \(error)")
    }
  }

  /// Sends committed events to the subscribers of their classes. `welcome` is the stream's state after them.
  /// - Parameter heads: the newest numbers before them; not given, those of the last welcome.
  package func publish(_ publications: [Publication], after heads: StreamHeads? = nil, welcome: Welcome) {
    _ = mailbox.post(.publish(publications, after: heads, welcome))
  }

  /// Subscribes to topic classes of a program's stream, or to the whole stream, one signal at a time. `sink`
  /// runs on the bus thread: it stores the signal and returns.
  package func subscribe(
    to program: ProgramName, classes: [String]? = nil, _ sink: @escaping @Sendable (StreamSignal) -> Void
  ) {
    subscribe(to: program, classes: classes, together: { for signal in $0 { sink(signal) } })
  }

  /// Subscribes like above, but `sink` gets all signals that arrived together.
  package func subscribe(
    to program: ProgramName, classes: [String]? = nil,
    together sink: @escaping @Sendable ([StreamSignal]) -> Void
  ) {
    _ = mailbox.post(.subscribe(program, classes: classes, sink))
  }

  package func stats() async -> BusStats {
    await withCheckedContinuation { continuation in
      if !mailbox.post(.stats(continuation)) { continuation.resume(returning: BusStats()) }
    }
  }

  /// Rejects new requests and waits until the running ones are answered, at most `limit`.
  package func drain(within limit: Duration) async {
    await withCheckedContinuation { continuation in
      if !mailbox.post(.drain(limit, continuation)) { continuation.resume() }
    }
  }

  /// Closes the sockets and ends the thread. Waiting calls fail.
  package func stop() async {
    await withCheckedContinuation { continuation in
      if !mailbox.post(.stop(continuation)) { continuation.resume() }
    }
  }
}

/// The metadata of a call, without its body.
package struct CallContext: Sendable {
  package var assertion: [UInt8]?
  package var idempotencyKey: String?
  package var trace: [UInt8]?
  package var asOf: Instant?

  package init(
    assertion: [UInt8]? = nil, idempotencyKey: String? = nil, trace: [UInt8]? = nil, asOf: Instant? = nil
  ) {
    self.assertion = assertion
    self.idempotencyKey = idempotencyKey
    self.trace = trace
    self.asOf = asOf
  }
}

extension Repeats {
  /// True if the bus may retry such a request on its own.
  package func isRepeatable(hasKey: Bool) -> Bool {
    switch self {
    case .reads, .natural: true
    case .stored, .secretReply: hasKey
    case .separate: false
    }
  }
}
