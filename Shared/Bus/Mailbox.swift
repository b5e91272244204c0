internal import CZMQ
internal import Schema
internal import Synchronization

/// What other threads ask of the bus thread.
enum Command: Sendable {
  case call(EncodedCall, CheckedContinuation<Result<Reply, CallError>, Never>)
  case cancelCall(RawUUID)
  case finished(RunningKey, Outbound)
  case publish([Publication], Welcome)
  case subscribe(ProgramName, @Sendable (StreamSignal) -> Void)
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

/// Commands on their way to the bus thread. The eventfd is written for the first command of a batch only.
final class Mailbox: Sendable {
  private struct State {
    var commands: [Command] = []
    var isClosed = false
  }

  private let state = Mutex(State())
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
