internal import CMicroHTTPD

/// A connection of libmicrohttpd, which lives at least until its current request completes. A pointer is not
/// Sendable, but its address is.
struct ConnectionHandle: Sendable {
  private let address: UInt
  private let core: ServerCore

  /// - Parameter pointer: Nil means no connection; suspending and resuming it does nothing.
  init(_ pointer: OpaquePointer?, _ core: ServerCore) {
    address = UInt(bitPattern: pointer)
    self.core = core
  }

  var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }

  /// Suspends the connection until the suspension is resumed. Call it only from libmicrohttpd's own
  /// callbacks.
  func suspend() -> Suspension {
    if let pointer { MHD_suspend_connection(pointer) }
    return Suspension(connection: self, core: core)
  }
}

/// The right to resume a suspended connection, with a single owner. Call `announce` under the lock that hands
/// it over, then `resume` outside of it. The server waits for announced ones before it stops, because
/// libmicrohttpd aborts when it is stopped with a suspended connection.
struct Suspension: Sendable {
  fileprivate let connection: ConnectionHandle
  fileprivate let core: ServerCore

  func announce() { core.resumptionBegins() }

  func resume() {
    if let pointer = connection.pointer { MHD_resume_connection(pointer) }
    core.resumptionEnds()
  }
}
