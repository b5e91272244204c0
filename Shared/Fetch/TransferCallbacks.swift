internal import CCurl
internal import Glibc

// libcurl calls these on its own thread, with the transfer as context. They stay top-level functions: a
// closure written in an isolated scope compiles and traps there.

func bodyEntry(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let context else { return 0 }
  return transfer(context).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
}

func headerEntry(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let context else { return 0 }
  return transfer(context).receive(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count))
}

/// Checks the very address that is about to be connected to, after DNS and after all spellings were resolved.
func openSocketEntry(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context, let address, let peer = quad_curl_address(address) else { return quad_curl_bad_socket() }
  let found = IPAddress(peer)
  guard transfer(context).mayConnect(to: found, found?.description ?? "another family") else {
    return quad_curl_bad_socket()
  }
  let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
  return socket(address.pointee.family, kind, address.pointee.protocol)
}

/// The second check: the address of the connection on which the request is about to be sent.
func beforeRequestEntry(
  _ context: UnsafeMutableRawPointer?, _ peer: UnsafeMutablePointer<CChar>?,
  _ local: UnsafeMutablePointer<CChar>?, _ peerPort: Int32, _ localPort: Int32
) -> Int32 {
  guard let context, let peer else { return CURL_PREREQFUNC_ABORT }
  let text = String(cString: peer)
  return transfer(context).mayConnect(to: IPAddress(text), text) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

private func transfer(_ context: UnsafeMutableRawPointer) -> Transfer {
  Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}
