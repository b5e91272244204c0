internal import Glibc
internal import Synchronization

/// One open connection: whose it is, and what it waits for. It lives as long as its descriptor is open.
final class Link: Sendable {
  private struct State {
    var phase = LinkPhase.head
    var since = ContinuousClock.now
    /// Bytes of the body read so far.
    var received = 0
    /// Bytes acknowledged by the client when the response was first checked.
    var acknowledged: UInt64?
    /// Requests whose line was read.
    var requests = 0
    /// True once the connection was shut down; the descriptor is still open.
    var isCut = false
  }

  let descriptor: Int32
  let address: ClientAddress
  /// The address of the TLS session; nil without TLS.
  let session: UInt?
  private let state = Mutex(State())
  private let filter = Mutex(WireFilter())

  init(descriptor: Int32, address: ClientAddress, session: UInt?) {
    self.descriptor = descriptor
    self.address = address
    self.session = session
  }

  /// Reads the network, and returns like `source`: the number of bytes, 0 at the end, or a negative number.
  /// It fills `buffer`, unless the network has no more: libmicrohttpd takes less for a sign of that.
  /// - Parameter again: What `source` returns, with EAGAIN, if nothing is there.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, again: Int,
    from source: (UnsafeMutableRawBufferPointer) -> Int
  ) -> Int {
    filter.withLock { filter in
      var filled = filter.move(into: buffer)
      while filled < buffer.count, filter.isReading {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        let count = source(rest)
        let code = errno
        guard count > 0 else {
          guard filled == 0 else { return filled }
          errno = code
          return count
        }
        let bytes = UnsafeRawBufferPointer(rebasing: rest[..<count])
        let passed = filter.takeInPlace(bytes)
        filled += passed
        if passed < count {
          // The rest is copied before its place is used again.
          filter.take(UnsafeRawBufferPointer(rebasing: bytes[passed...]))
          filled += filter.move(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        }
        if filled > 0, count < rest.count { return filled }
      }
      guard filled == 0 else { return filled }
      // After a refusal nothing more is read. libmicrohttpd closes the connection once the response is sent.
      errno = EAGAIN
      return again
    }
  }

  /// The filter's verdict on the request with this number on the connection.
  func verdict(on number: Int) -> Verdict {
    filter.withLock { filter in
      if let refusal = filter.refusal, refusal.number == number { return .refused(refusal.fault) }
      return number <= filter.number ? .passed : .unseen
    }
  }

  enum Verdict {
    case passed
    case refused(GuardFault)
    /// The bytes came past the filter: libmicrohttpd is linked statically.
    case unseen
  }

  /// Returns the phase before.
  @discardableResult
  func enter(_ phase: LinkPhase) -> LinkPhase {
    state.withLock { state in
      let old = state.phase
      state.phase = phase
      state.since = .now
      state.received = 0
      state.acknowledged = nil
      return old
    }
  }

  /// The request line was read. The time of a connection's first head runs since its start.
  /// - Returns: the number of the request on its connection, from 1.
  func beginHead() -> Int {
    state.withLock { state in
      state.requests += 1
      guard state.phase == .idle else { return state.requests }
      state.phase = .head
      state.since = .now
      return state.requests
    }
  }

  func received(_ count: Int) { state.withLock { $0.received += count } }

  /// The start of the current phase; nil if the connection cannot be cut, or was cut.
  var unfinishedSince: ContinuousClock.Instant? {
    state.withLock { $0.phase.isUnfinished && !$0.isCut ? $0.since : nil }
  }

  func isTooSlow(_ pace: ClientPace, idle: Duration, now: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      guard !state.isCut else { return false }
      var bytes: Int? = state.received
      if state.phase == .sending {
        let count = acknowledgedBytes(descriptor)
        guard let first = state.acknowledged else {
          // The rate counts from here, at most one interval late.
          state.acknowledged = count
          return false
        }
        bytes = count.map { Int(clamping: $0 &- first) }
      }
      return pace.isTooSlow(state.phase, elapsed: now - state.since, bytes: bytes, idle: idle)
        && isWaitingForClient(state.phase)
    }
  }

  /// False if it is this side that is late: bytes of the client wait to be read, or none are on their way to
  /// it.
  private func isWaitingForClient(_ phase: LinkPhase) -> Bool {
    var bytes: Int32 = 0
    guard ioctl(descriptor, phase == .sending ? UInt(TIOCOUTQ) : UInt(FIONREAD), &bytes) == 0 else {
      return true
    }
    return (bytes > 0) == (phase == .sending)
  }

  /// Marks the connection as cut. Returns false for a second call. `shutDown` follows.
  func markCut() -> Bool {
    state.withLock { state in
      defer { state.isCut = true }
      return !state.isCut
    }
  }

  /// Ends the connection in both directions; libmicrohttpd notices and closes it. Called only while the
  /// descriptor is registered, so it cannot belong to another connection.
  ///
  /// What was not sent yet is dropped: otherwise the kernel would keep it for minutes for a client that does
  /// not read.
  func shutDown() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  var isCut: Bool { state.withLock { $0.isCut } }
}

/// Returns how many bytes the other side has acknowledged; nil if the kernel does not say.
private func acknowledgedBytes(_ descriptor: Int32) -> UInt64? {
  // tcp_info of linux/tcp.h, which Glibc's header ends before: tcpi_bytes_acked is at byte 120.
  let offset = 120
  var info = [UInt8](repeating: 0, count: 256)
  var length = socklen_t(info.count)
  guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0,
    Int(length) >= offset + 8
  else { return nil }
  return info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}

/// A household: an IPv4 address, or the first 64 bits of an IPv6 address.
struct ClientAddress: Hashable, Sendable {
  private let bits: UInt64

  init(ipv6 bytes: [UInt8]) {
    // ::ffff:a.b.c.d is IPv4.
    if bytes.count == 16, bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      self.init(ipv4: Array(bytes[12...]))
    } else {
      self.init(bits: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  /// Stands beside the prefixes of IPv6 as one that is never assigned.
  init(ipv4 bytes: [UInt8]) { self.init(bits: bytes.prefix(4).reduce(1) { $0 << 8 | UInt64($1) }) }

  private init(bits: UInt64) { self.bits = bits }
}
