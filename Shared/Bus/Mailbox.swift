internal import CZMQ
internal import Glibc
internal import Schema
internal import Synchronization

/// What other threads ask of the bus thread.
enum Command: Sendable {
  case call(EncodedCall, CheckedContinuation<Result<Reply, CallError>, Never>)
  case cancelCall(RawUUID)
  case finished(RunningKey, Outbound)
  case publish([Publication], Welcome)
  case subscribe(ProgramName, @Sendable ([StreamSignal]) -> Void)
  /// The addresses of a program's hosts that are known now.
  case resolved(ProgramName, [String: [String]])
  case drain(Duration, CheckedContinuation<Void, Never>)
  case stop(CheckedContinuation<Void, Never>)
  case stats(CheckedContinuation<BusStats, Never>)
}

/// A call as bytes: encoded by the caller's thread, so that the bus thread has less to do and less to copy.
struct EncodedCall: Sendable {
  let id: RawUUID
  let program: ProgramName
  var header: [UInt8]
  let body: [UInt8]
  let isRepeatable: Bool
  let within: Duration

  init(_ call: OutgoingCall) {
    id = call.header.id
    program = call.program
    header = call.header.encoded()
    body = call.body
    isRepeatable = call.header.flags.contains(.repeatable)
    within = call.within
  }
}

/// Names one request on the server's side: two callers may use the same id.
struct RunningKey: Hashable, Sendable {
  let routing: [UInt8]
  let id: RawUUID
}

/// The way of other threads to the engine: commands wait here for the bus thread, and what is urgent is done
/// at once by whoever brings it, while the bus thread sleeps. That saves a call and its answer a change of
/// threads each. The eventfd is written for the first command of a batch only.
final class Mailbox: Sendable {
  private struct State {
    var commands: [Command] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// The bus thread holds it for a turn and lets go of it while it sleeps. Whoever else finds it taken leaves
  /// the command: nobody waits for it.
  private let engine = Mutex<Engine?>(nil)
  let wakeDescriptor: Int32

  init() {
    wakeDescriptor = quad_eventfd()
  }

  deinit { quad_close(wakeDescriptor) }

  /// False after the bus stopped: the command was not taken.
  func post(_ command: Command) -> Bool {
    let (isTaken, isFirst) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.commands.append(command)
      return (true, state.commands.count == 1)
    }
    if isFirst { quad_eventfd_wake(wakeDescriptor) }
    return isTaken
  }

  /// Does it now if the bus thread sleeps and nothing waits for it, so that the order stays; else as `post`.
  func hand(_ command: Command) -> Bool {
    guard isEmpty else { return post(command) }
    guard let mustWake = engine.withLockIfAvailable({ engine in engine?.visit(command) }) ?? nil else {
      return post(command)
    }
    if mustWake { quad_eventfd_wake(wakeDescriptor) }
    return true
  }

  /// Opens the sockets.
  func open(_ options: NodeOptions) throws {
    try engine.withLock { $0 = try Engine(options, self) }
  }

  /// The bus thread: turns and sleeps until it is told to stop.
  func run() {
    var descriptors: [pollfd] = []
    while let timeout = engine.withLock({ $0?.turn(&descriptors) }) {
      _ = poll(&descriptors, nfds_t(descriptors.count), timeout)
    }
    engine.withLock { $0 = nil }
  }

  func take(into batch: inout [Command]) {
    state.withLock { swap(&$0.commands, &batch) }
  }

  var isEmpty: Bool { state.withLock { $0.commands.isEmpty } }

  func close() -> [Command] {
    state.withLock { state in
      state.isClosed = true
      return state.commands
    }
  }
}
