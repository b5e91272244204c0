internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

// libmicrohttpd calls these on its own threads. They stay top-level functions: a closure written in an
// isolated scope compiles and traps there.

/// Called after the request line. The result stays with the request until `completedEntry`.
func targetEntry(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let target else { return nil }
  let number = link(of: connection)?.beginHead() ?? 0
  return Unmanaged.passRetained(Exchange(target: String(cString: target), number: number)).toOpaque()
}

/// Called for the head, each part of the body, the end of the request, and once more when the response is
/// ready.
func requestEntry(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
  _ uploadSize: UnsafeMutablePointer<Int>?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let method, let version, let uploadSize, let held = slot?.pointee else {
    return .NO
  }
  let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  let exchange = Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
  let call = RequestCall(
    connection: connection, method: method, version: version,
    upload: UnsafeRawBufferPointer(start: upload, count: upload == nil ? 0 : uploadSize.pointee))
  let isKept = core.step(exchange, call)
  uploadSize.pointee = 0
  return isKept ? .YES : .NO
}

/// Called once for each `targetEntry`, when the response was sent or the client left.
func completedEntry(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  guard let context, let held = slot?.pointee else { return }
  slot?.pointee = nil
  let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  let exchange = Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
  let body = exchange.end()
  core.counters.bodyMemory.add(-body.bytes)
  core.counters.bodyFiles.add(-body.files)
  core.unregister(exchange)
  if let link = link(of: connection) { core.links.becomesIdle(link) }
}

/// Rejects new connections while the server drains or if nobody gives way to them: they are closed right
/// after they are accepted.
func acceptEntry(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
) -> MHD_Result {
  guard let context else { return .NO }
  let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  guard !core.isDraining, let address else { return .NO }
  guard core.links.admits(ClientAddress(address)) else {
    core.counters.connectionsRefused.add(1)
    return .NO
  }
  return .YES
}

func connectedEntry(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ what: MHD_ConnectionNotificationCode
) {
  guard let context, let connection, let slot else { return }
  let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  if what == .CONNECTION_NOTIFY_STARTED {
    core.counters.connections.add(1)
    core.counters.connectionsTotal.add(1)
    guard let address = quad_mhd_peer(connection) else { return }
    let link = Link(
      descriptor: quad_mhd_descriptor(connection), address: ClientAddress(address),
      session: core.options.tls == nil ? nil : UInt(bitPattern: quad_mhd_session(connection)))
    core.links.add(link)
    link.tap()
    slot.pointee = Unmanaged.passRetained(link).toOpaque()
  } else {
    core.counters.connections.add(-1)
    guard let held = slot.pointee else { return }
    slot.pointee = nil
    let link = Unmanaged<Link>.fromOpaque(held).takeRetainedValue()
    link.untap()
    core.links.remove(link)
  }
}

/// Returns the entry of an open connection; nil if its address is not known.
func link(of connection: OpaquePointer?) -> Link? {
  guard let connection, let held = quad_mhd_socket_context(connection) else { return nil }
  return Unmanaged<Link>.fromOpaque(held).takeUnretainedValue()
}

extension ClientAddress {
  init(_ address: UnsafePointer<sockaddr>) {
    let isIPv6 = Int32(address.pointee.sa_family) == AF_INET6
    let offset =
      isIPv6
      ? MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) : MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)
    let bytes = UnsafeRawBufferPointer(
      start: UnsafeRawPointer(address).advanced(by: offset ?? 4), count: isIPv6 ? 16 : 4)
    if isIPv6 { self.init(ipv6: Array(bytes)) } else { self.init(ipv4: Array(bytes)) }
  }
}

/// Leaves paths unchanged: decoding before routing would turn `%2F` into a separator.
func unescapeEntry(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int {
  guard var end = text else { return 0 }
  var length = 0
  while end.pointee != 0 {
    end += 1
    length += 1
  }
  return length
}
