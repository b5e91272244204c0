internal import CZMQ
internal import Glibc
internal import Schema
internal import Synchronization

/// Commands from other threads to the bus thread.
enum Command: Sendable {
  case call(EncodedCall, CheckedContinuation<Result<Reply, CallError>, Never>)
  case cancelCall(RawUUID)
  case finished(RunningKey, Outbound)
  case publish([Publication], after: StreamHeads?, Welcome)
  case subscribe(ProgramName, classes: [String]?, @Sendable ([StreamSignal]) -> Void)
  /// The current addresses of a program's hosts.
  case resolved(ProgramName, [String: [String]])
  case drain(Duration, CheckedContinuation<Void, Never>)
  case stop(CheckedContinuation<Void, Never>)
  case stats(CheckedContinuation<BusStats, Never>)
}

/// A call as bytes. The caller's thread encodes it, so that the bus thread has less to do and to copy.
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

/// Identifies one request on the server's side: two callers may use the same id.
struct RunningKey: Hashable, Sendable {
  let routing: [UInt8]
  let id: RawUUID
}

/// The way from other threads to the engine. Commands wait here for the bus thread. While that sleeps, an
/// urgent command runs at once on the thread that brings it, which saves a call and its reply one thread
/// switch each. The eventfd is written only for the first command of a batch.
final class Mailbox: Sendable {
  private struct State {
    var commands: [Command] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// The bus thread holds the lock for a turn and releases it while it sleeps. A thread that finds it locked
  /// leaves its command in the queue, so no thread waits.
  private let engine = Mutex<Engine?>(nil)
  let wakeDescriptor: Int32

  init() {
    wakeDescriptor = quad_eventfd()
  }

  deinit { quad_close(wakeDescriptor) }

  /// Returns false after the bus stopped: the command was not queued.
  func post(_ command: Command) -> Bool {
    let (isTaken, isFirst) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.commands.append(command)
      return (true, state.commands.count == 1)
    }
    if isFirst { quad_eventfd_wake(wakeDescriptor) }
    return isTaken
  }

  /// Runs the command now if the bus thread sleeps and the queue is empty, which preserves the order.
  /// Otherwise works like `post`.
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

  /// The loop of the bus thread: turns and sleeps until a stop command.
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
