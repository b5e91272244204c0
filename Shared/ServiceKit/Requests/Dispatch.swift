internal import Bus
internal import Schema
internal import Store
internal import Synchronization

/// The endpoints of a service: its requests, each behind the checks that follow from its declaration.
struct Dispatch: Sendable {
  let handlers: Handlers
  /// Set once, before the bus delivers the first request to it.
  let place: ContextSlot

  var endpoints: [String: Endpoint] {
    var endpoints: [String: Endpoint] = [:]
    for (subject, answering) in handlers.answers {
      let request = answering.request
      let callers = Dispatch.callers.filter { Catalogue.mayCall($0, request) }
      endpoints[subject] = Endpoint(
        callers: Set(callers).union(request.callers), bodyLimit: request.bodyLimit,
        maxRunning: request.maxRunning, isUnlinkable: request.isUnlinkable, version: request.version,
        memory: Dispatch.memory(answering.recall, place), start: Dispatch.start(answering, place)
      ) { inbound in
        await Dispatch.answer(answering, inbound, place)
      }
    }
    return endpoints
  }

  private static let callers: [ProgramName] = [.gateway, .operator, .seed]

  private static func answer(
    _ answering: Handlers.Answering, _ inbound: Inbound, _ place: ContextSlot
  ) async -> Outbound {
    let context = await place.context
    // No trace is kept of an unlinkable request, even if its sender asks for one.
    let trace = answering.request.isUnlinkable ? nil : inbound.header.trace
    let span = context.tracer.begin(inbound.header.subject, .server, in: trace)
    do {
      let outcome = try await answering.answer(inbound, context, span?.context ?? trace)
      span?.end()
      return outcome
    } catch {
      let refusal = fault(error, inbound, trace, context)
      span?.end(fault: refusal.code)
      return .fault(refusal)
    }
  }

  private static func memory(
    _ recall: Handlers.Recall?, _ place: ContextSlot
  ) -> (@Sendable (Inbound) -> Outbound?)? {
    guard let recall else { return nil }
    return { inbound in Dispatch.recall(recall, inbound, place) }
  }

  /// The reply from memory. An error is no reply: the handler finds it again, and tells of it.
  private static func recall(
    _ recall: Handlers.Recall, _ inbound: Inbound, _ place: ContextSlot
  ) -> Outbound? {
    guard let context = place.ready else { return nil }
    let trace = inbound.header.trace
    let span = context.tracer.begin(inbound.header.subject, .server, in: trace)
    do {
      guard let outcome = try recall(inbound, context, span?.context ?? trace) else { return nil }
      span?.end()
      return outcome
    } catch { return nil }
  }

  private static func start(
    _ answering: Handlers.Answering, _ place: ContextSlot
  ) -> (@Sendable (Inbound, @escaping Endpoint.Completion) -> Bool)? {
    guard let start = answering.start else { return nil }
    let isTraced = !answering.request.isUnlinkable
    return { inbound, complete in
      guard let context = place.ready else { return false }
      let trace = isTraced ? inbound.header.trace : nil
      let span = context.tracer.begin(inbound.header.subject, .server, in: trace)
      do {
        // An error before the write begins is found again by the handler, and told there.
        return try start(inbound, context, span?.context ?? trace) { result in
          switch result {
          case .success(let outcome):
            span?.end()
            complete(outcome)
          case .failure(let error):
            let refusal = fault(error, inbound, trace, context)
            span?.end(fault: refusal.code)
            complete(.fault(refusal))
          }
        }
      } catch { return false }
    }
  }

  /// Converts an error. A Fault is expected and passed on. Anything else is a bug: it is logged with its
  /// trace, and its details stay inside.
  private static func fault(
    _ error: any Error, _ inbound: Inbound, _ trace: [UInt8]?, _ context: ServiceContext
  ) -> Fault {
    if var fault = error as? Fault {
      fault.instance = context.instance.description
      return fault
    }
    if error is CancellationError { return Fault(.cancelled, processed: .maybe) }
    if let error = error as? StoreError {
      switch error {
      case .full: return Fault(.storageFull)
      case .busy: return Fault(.busy, retryAfterMs: 1000)
      case .closed: return Fault(.draining)
      case .unreachable: return Fault(.serviceUnavailable, retryAfterMs: 1000)
      case .unknown: return Fault(.serviceUnavailable, processed: .maybe, retryAfterMs: 1000)
      default: break
      }
    }
    let trace = trace.map(TraceContext.traceID)
    context.log(.error, "\(inbound.header.subject): \(error)", trace: trace)
    var fault = Fault(.internalError, processed: .maybe)
    fault.instance = context.instance.description
    fault.traceId = trace
    return fault
  }
}

/// The holder of the context, which is complete only after the bus with its handlers has started. A request
/// that arrives earlier waits for it, since a fault such as "stopping" would turn its caller away for good.
final class ContextSlot: Sendable {
  private enum State {
    case awaited([CheckedContinuation<ServiceContext, Never>])
    case set(ServiceContext)
  }

  private let state = Mutex(State.awaited([]))

  /// Nil before it is set.
  var ready: ServiceContext? {
    if case .set(let context) = state.withLock({ $0 }) { context } else { nil }
  }

  var context: ServiceContext {
    get async {
      if let ready { return ready }
      return await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> ServiceContext? in
          switch state {
          case .set(let context): return context
          case .awaited(let waiting):
            state = .awaited(waiting + [continuation])
            return nil
          }
        }
        if let ready { continuation.resume(returning: ready) }
      }
    }
  }

  func set(_ context: ServiceContext) {
    let waiting = state.withLock { state -> [CheckedContinuation<ServiceContext, Never>] in
      defer { state = .set(context) }
      if case .awaited(let waiting) = state { return waiting }
      return []
    }
    for continuation in waiting { continuation.resume(returning: context) }
  }
}
