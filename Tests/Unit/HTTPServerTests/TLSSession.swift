import Glibc
import TestSupport

/// A TLS session of a client over a connected socket, by the GnuTLS that libmicrohttpd brings. It trusts
/// every certificate: the tests are about the bytes inside.
final class TLSSession {
  private typealias Make = @convention(c) (UnsafeMutablePointer<OpaquePointer?>, UInt32) -> Int32
  private typealias MakeCredentials = @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private typealias Use = @convention(c) (OpaquePointer?) -> Int32
  private typealias SetCredentials = @convention(c) (OpaquePointer?, Int32, OpaquePointer?) -> Int32
  private typealias SetSocket = @convention(c) (OpaquePointer?, Int32, Int32) -> Void
  private typealias Send = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int
  private typealias Receive = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int) -> Int
  private typealias End = @convention(c) (OpaquePointer?) -> Void

  private let session: OpaquePointer?
  private let credentials: OpaquePointer?
  private let sending: Send
  private let receiving: Receive

  init(over descriptor: Int32) throws {
    sending = try TLSSession.function("record_send", as: Send.self)
    receiving = try TLSSession.function("record_recv", as: Receive.self)
    var session: OpaquePointer?
    var credentials: OpaquePointer?
    let asClient: UInt32 = 2
    let ofCertificates: Int32 = 1
    let made = try TLSSession.function("init", as: Make.self)(&session, asClient)
    let trusted = try TLSSession.function(
      "certificate_allocate_credentials", as: MakeCredentials.self)(&credentials)
    self.session = session
    self.credentials = credentials
    guard made == 0, trusted == 0 else { throw TestFailure("GnuTLS: \(made), \(trusted)") }
    let steps = [
      try TLSSession.function("set_default_priority", as: Use.self)(session),
      try TLSSession.function("credentials_set", as: SetCredentials.self)(
        session, ofCertificates, credentials),
    ]
    try TLSSession.function("transport_set_int2", as: SetSocket.self)(session, descriptor, descriptor)
    let handshake = try TLSSession.function("handshake", as: Use.self)(session)
    guard steps == [0, 0], handshake == 0 else { throw TestFailure("TLS handshake: \(steps), \(handshake)") }
  }

  deinit {
    do {
      try TLSSession.function("deinit", as: End.self)(session)
      try TLSSession.function("certificate_free_credentials", as: End.self)(credentials)
    } catch {}
  }

  private static func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
    guard let found = dlsym(nil, "gnutls_" + name) else { throw TestFailure("no gnutls_\(name)") }
    return unsafeBitCast(found, to: type)
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Int { sending(session, bytes.baseAddress, bytes.count) }

  /// Returns 0 or less at the end.
  func receive(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    receiving(session, bytes.baseAddress, bytes.count)
  }
}
