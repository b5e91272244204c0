internal import Bus
internal import Schema
internal import Store
internal import Synchronization

/// The endpoints of a service: its requests, each behind the checks that follow from its declaration.
struct Dispatch: Sendable {
  let handlers: Handlers
  /// Set once, before the bus starts to hand over requests to it.
  let place: ContextPlace

  var endpoints: [String: Endpoint] {
    var endpoints: [String: Endpoint] = [:]
    for (subject, answering) in handlers.answers {
      let request = answering.request
      let callers = Dispatch.callers.filter { Catalogue.mayCall($0, request) }
      endpoints[subject] = Endpoint(
        callers: Set(callers).union(request.callers), bodyLimit: request.bodyLimit,
        isUnlinkable: request.isUnlinkable
      ) { inbound in
        await Dispatch.answer(answering, inbound, place)
      }
    }
    return endpoints
  }

  private static let callers: [ProgramName] = [.gateway, .operator, .seed]

  private static func answer(
    _ answering: Handlers.Answering, _ inbound: Inbound, _ place: ContextPlace
  ) async -> Outbound {
    let context = await place.context
    do { return try await answering.answer(inbound, context) } catch {
      return .fault(fault(error, inbound, answering.request, context))
    }
  }

  /// A Fault is expected and passes; anything else is a bug, is logged with its trace and says nothing of
  /// itself.
  private static func fault(
    _ error: any Error, _ inbound: Inbound, _ request: any Request.Type, _ context: ServiceContext
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
      default: break
      }
    }
    let trace = request.isUnlinkable ? nil : inbound.header.trace.map(TraceContext.traceID)
    context.log(.error, "\(inbound.header.subject): \(error)", trace: trace)
    var fault = Fault(.internalError, processed: .maybe)
    fault.instance = context.instance.description
    fault.traceId = trace
    return fault
  }
}

/// Where the handlers find the context, which is complete only after the bus they are registered on has
/// started. A request that comes in between waits for it: an answer such as "stopping" would send its caller
/// away for good.
final class ContextPlace: Sendable {
  private enum State {
    case awaited([CheckedContinuation<ServiceContext, Never>])
    case set(ServiceContext)
  }

  private let state = Mutex(State.awaited([]))

  var context: ServiceContext {
    get async {
      if case .set(let context) = state.withLock({ $0 }) { return context }
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

/// W3C trace context, packed into 26 bytes: version, trace id (16), span id (8), flags.
package enum TraceContext {
  /// The trace id as 32 hexadecimal digits.
  package static func traceID(_ packed: [UInt8]) -> String { hex(packed.dropFirst(1).prefix(16)) }

  /// `00-<trace>-<span>-<flags>`; nil unless well-formed.
  package static func parse(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "00", parts[1].utf8.count == 32, parts[2].utf8.count == 16,
      parts[3].utf8.count == 2
    else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard let decoded = unhex(part) else { return nil }
      bytes += decoded
    }
    guard bytes[1..<17].contains(where: { $0 != 0 }), bytes[17..<25].contains(where: { $0 != 0 }) else {
      return nil
    }
    return bytes
  }

  /// A new trace with random ids, sampled.
  package static func random() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    // Three calls of the system instead of one a byte; the last bits keep both ids from being all zero.
    let words = [generator.next() | 1, generator.next() | 1, generator.next() | 1]
    return [0] + words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } } + [1]
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return bytes.reduce(into: "") { text, byte in
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }

  private static func unhex(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16),
        rest.prefix(2).allSatisfy({ $0.isHexDigit && !$0.isUppercase })
      else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
