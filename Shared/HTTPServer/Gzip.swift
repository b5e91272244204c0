internal import CZlib

/// Bytes in the gzip format (RFC 1952), as `Content-Encoding: gzip` means it.
///
/// Never for an answer that holds a secret beside what an asker chose: its length would tell the secret bit
/// by bit (BREACH).
package enum Gzip {
  /// Bytes that go in at once. The result gets as much room, and zlib takes 400 KiB until it is done.
  package static let maxInputBytes = 16 << 20

  /// At the highest level: for what is compressed once and sent often. The same bytes give the same result.
  ///
  /// - Throws: `tooLong` beyond `maxInputBytes`, `unavailable` without memory.
  package static func compress(_ bytes: [UInt8]) throws(GzipError) -> [UInt8] {
    guard bytes.count <= maxInputBytes else { throw .tooLong }
    var stream = z_stream()
    guard quad_zlib_begin_gzip(&stream, Z_BEST_COMPRESSION) == Z_OK else { throw .unavailable }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let result = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    // There is room for the worst case, so that one call ends it.
    guard result == Z_STREAM_END else { throw .unavailable }
    output.removeLast(output.count - Int(stream.total_out))
    return output
  }
}

/// Why there are no compressed bytes.
package enum GzipError: Error, Hashable, CustomStringConvertible, Sendable {
  case tooLong
  case unavailable

  package var description: String {
    switch self {
    case .tooLong: "more than \(Gzip.maxInputBytes) bytes to compress"
    case .unavailable: "no memory to compress"
    }
  }
}
