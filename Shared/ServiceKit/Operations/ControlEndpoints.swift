package import Bus
internal import JSON
package import Schema
internal import Store

/// The endpoints of control requests. Their callers follow from the declarations.
package struct ControlEndpoints {
  private let everyone: Set<ProgramName>
  package private(set) var all: [String: Endpoint] = [:]

  package init(_ keys: KeyRing) {
    everyone = Set(keys.everybody.curve.keys.map { ProgramName($0) })
  }

  /// Registers the handler of a control request.
  package mutating func on<R: ControlRequest>(
    _ type: R.Type, _ handler: @escaping @Sendable (R) async throws -> R.Reply
  ) {
    onPacked(type) { try JSONCoding.encode(try await handler($0)) }
  }

  /// Registers a handler whose reply is bytes in another form than JSON.
  package mutating func onPacked<R: ControlRequest>(
    _ type: R.Type, _ handler: @escaping @Sendable (R) async throws -> [UInt8]
  ) {
    let callers: Set<ProgramName> =
      switch R.callers {
      case .everyone: everyone
      case .operatorAndGateway: [.operator, .gateway]
      case .operatorOnly: [.operator]
      }
    all[R.subject] = Endpoint(callers: callers, bodyLimit: 4096, isControl: true, version: R.version) {
      inbound in
      do {
        let request = try RequestDecoding.decode(type, body: inbound.body, params: [])
        return .reply(body: try await handler(request))
      } catch { return .fault(ControlEndpoints.fault(error)) }
    }
  }

  private static func fault(_ error: any Error) -> Fault {
    switch error {
    case let fault as Fault: fault
    case StoreError.full: Fault(.storageFull)
    case StoreError.busy: Fault(.busy, retryAfterMs: 1000)
    case StoreError.unreachable: Fault(.serviceUnavailable, retryAfterMs: 1000)
    case StoreError.unknown: Fault(.serviceUnavailable, processed: .maybe, retryAfterMs: 1000)
    case StoreError.closed: Fault(.draining)
    default: Fault(.internalError)
    }
  }
}
