internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

extension ServerCore {
  /// Passes the response to libmicrohttpd. Returns false to drop the connection. `isLast` closes it after the
  /// response.
  func queue(
    _ response: HTTPResponse, for exchange: Exchange, on connection: OpaquePointer, isLast: Bool = false
  ) -> Bool {
    guard let raw = make(response.body, for: exchange, on: connection) else { return false }
    defer { MHD_destroy_response(raw) }
    for (name, value) in response.headers where !isAdded(MHD_add_response_header(raw, name, value)) {
      counters.headersRefused.add(1)
    }
    if isLast || isDraining { _ = MHD_add_response_header(raw, "Connection", "close") }
    if let link = link(of: connection) {
      if case .stream = response.body { links.becomesStream(link) } else { link.enter(.sending) }
    }
    let status = (100...999).contains(response.status) ? UInt32(response.status) : 500
    return isAdded(MHD_queue_response(connection, status, raw))
  }

  private func make(
    _ body: HTTPBody, for exchange: Exchange, on connection: OpaquePointer
  ) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      counters.bodyBytesOut.add(bytes.count)
      return bytes.withUnsafeBytes { quad_mhd_copy($0.baseAddress, $0.count) }
    case .kept(let bytes):
      let held = Unmanaged.passRetained(bytes)
      guard
        let raw = MHD_create_response_from_buffer_with_free_callback_cls(
          bytes.count, bytes.pointer, keptReleaseEntry, held.toOpaque())
      else {
        held.release()
        return nil
      }
      counters.bodyBytesOut.add(bytes.count)
      return raw
    case .file(let descriptor, let offset, let length):
      guard offset >= 0, length >= 0,
        let raw = MHD_create_response_from_fd_at_offset64(UInt64(length), descriptor, UInt64(offset))
      else {
        body.discard()
        return nil
      }
      counters.bodyBytesOut.add(Int(length))
      return raw
    case .source(let source):
      let binding = Unmanaged.passRetained(SourceBinding(source: source, core: self))
      guard let raw = quad_mhd_stream(sourceBlock, sourceEntry, binding.toOpaque(), sourceReleaseEntry) else {
        binding.release()
        return nil
      }
      return raw
    case .stream(let feed):
      guard feed.attach() else { return nil }
      let binding = Unmanaged.passRetained(
        FeedBinding(feed: feed, connection: ConnectionHandle(connection, self), core: self))
      guard let raw = quad_mhd_stream(feedBlock, feedEntry, binding.toOpaque(), feedReleaseEntry) else {
        binding.release()
        feed.detach()
        return nil
      }
      counters.streams.add(1)
      exchange.state.withLock { $0.feed = feed }
      if isDraining { feed.finish() }
      return raw
    }
  }
}

extension HTTPBody {
  /// Releases the resources of a response that is never sent.
  func discard() {
    switch self {
    case .bytes, .kept, .source: break
    case .file(let descriptor, _, _): close(descriptor)
    case .stream(let feed): feed.detach()
    }
  }
}

/// The number of bytes that libmicrohttpd requests from a feed at once.
private let feedBlock = 8 * 1024

private func isAdded(_ result: MHD_Result) -> Bool { result == .YES }

/// The number of bytes that libmicrohttpd requests from a source at once.
private let sourceBlock = 64 * 1024

/// A source and the counters of its server. libmicrohttpd keeps it as long as the response.
private final class SourceBinding: Sendable {
  let source: any BodySource
  let core: ServerCore

  init(source: any BodySource, core: ServerCore) {
    self.source = source
    self.core = core
  }
}

private func sourceEntry(
  _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ room: Int
) -> Int {
  guard let context, let buffer else { return quad_mhd_broken_stream() }
  let binding = Unmanaged<SourceBinding>.fromOpaque(context).takeUnretainedValue()
  guard let bytes = binding.source.next(room), bytes.count <= room else { return quad_mhd_broken_stream() }
  guard !bytes.isEmpty else { return quad_mhd_end_of_stream() }
  UnsafeMutableRawBufferPointer(start: buffer, count: room).copyBytes(from: bytes)
  binding.core.counters.bodyBytesOut.add(bytes.count)
  return bytes.count
}

private func sourceReleaseEntry(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<SourceBinding>.fromOpaque(context).release()
}

/// A feed and the connection that sends it. libmicrohttpd keeps it as long as the response.
private final class FeedBinding: Sendable {
  let feed: EventFeed
  let connection: ConnectionHandle
  let core: ServerCore

  init(feed: EventFeed, connection: ConnectionHandle, core: ServerCore) {
    self.feed = feed
    self.connection = connection
    self.core = core
  }
}

private func feedEntry(
  _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ room: Int
) -> Int {
  guard let context, let buffer else { return quad_mhd_end_of_stream() }
  let binding = Unmanaged<FeedBinding>.fromOpaque(context).takeUnretainedValue()
  let target = UnsafeMutableRawBufferPointer(start: buffer, count: room)
  switch binding.feed.read(into: target, suspend: { binding.connection.suspend() }) {
  case .bytes(let count):
    binding.core.counters.bodyBytesOut.add(count)
    return count
  case .end: return quad_mhd_end_of_stream()
  case .later: return 0
  }
}

private func keptReleaseEntry(_ bytes: UnsafeMutableRawPointer?) {
  guard let bytes else { return }
  Unmanaged<KeptBytes>.fromOpaque(bytes).release()
}

private func feedReleaseEntry(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  let binding = Unmanaged<FeedBinding>.fromOpaque(context).takeRetainedValue()
  binding.core.counters.streams.add(-1)
  binding.feed.detach()
}
