internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The connections whose bytes pass a `WireFilter` before libmicrohttpd reads them.
///
/// libmicrohttpd reads with `recv`, and over TLS with `gnutls_record_recv`, and has no hook between the
/// socket and its parser. Both names are defined below; a definition in the program takes precedence over the
/// one of a library (ELF symbol interposition), and for every other socket it does the same as the library's.
final class WireTaps: Sendable {
  static let plain = WireTaps()
  /// By the address of their TLS session.
  static let secure = WireTaps()

  private final class Shard: Sendable {
    let links = Mutex<[UInt: Link]>([:])
  }

  private let shards = (0..<64).map { _ in Shard() }
  private let count = Atomic(0)

  private func shard(_ key: UInt) -> Shard { shards[Int((key ^ key >> 6) & 63)] }

  func add(_ link: Link, _ key: UInt) {
    shard(key).links.withLock { $0[key] = link }
    count.add(1)
  }

  func remove(_ link: Link, _ key: UInt) {
    count.add(-1)
    // The address of an ended session may belong to another one by now.
    shard(key).links.withLock { links in
      if links[key] === link { links[key] = nil }
    }
  }

  func link(_ key: UInt) -> Link? {
    guard count.now > 0 else { return nil }
    return shard(key).links.withLock { $0[key] }
  }
}

extension Link {
  /// Passes the connection's bytes through its filter from now on.
  func tap() {
    if let session {
      WireTaps.secure.add(self, session)
    } else {
      WireTaps.plain.add(self, UInt(bitPattern: Int(descriptor)))
    }
  }

  func untap() {
    if let session {
      WireTaps.secure.remove(self, session)
    } else {
      WireTaps.plain.remove(self, UInt(bitPattern: Int(descriptor)))
    }
  }
}

/// Reads a socket. In contrast to the C library's, it passes the bytes of the server's connections through
/// their filters.
@_cdecl("recv")
public func filteredReceive(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int, _ flags: Int32
) -> Int {
  guard let buffer, size > 0, let link = WireTaps.plain.link(UInt(bitPattern: Int(descriptor))) else {
    return recvfrom(descriptor, buffer, size, flags, nil, nil)
  }
  return link.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size), again: -1) { part in
    recvfrom(descriptor, part.baseAddress, part.count, flags, nil, nil)
  }
}

private typealias RecordReceive = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int) -> Int

/// GnuTLS's own function; nil without GnuTLS.
private let recordReceive: RecordReceive? = {
  // RTLD_NEXT, which is a cast: the next definition after this program's.
  let next = UnsafeMutableRawPointer(bitPattern: -1)
  return dlsym(next, "gnutls_record_recv").map { unsafeBitCast($0, to: RecordReceive.self) }
}()

/// Reads from a TLS session. In contrast to GnuTLS's, it passes the bytes of the server's connections through
/// their filters.
@_cdecl("gnutls_record_recv")
public func filteredRecordReceive(
  _ session: OpaquePointer?, _ buffer: UnsafeMutableRawPointer?, _ size: Int
) -> Int {
  guard let recordReceive else { return invalidSession }
  guard let buffer, size > 0, let link = WireTaps.secure.link(UInt(bitPattern: session)) else {
    return recordReceive(session, buffer, size)
  }
  return link.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size), again: tryAgain) { part in
    recordReceive(session, part.baseAddress, part.count)
  }
}

/// GNUTLS_E_AGAIN.
private let tryAgain = -28
/// GNUTLS_E_INVALID_SESSION.
private let invalidSession = -10
