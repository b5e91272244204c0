internal import CZlib

/// Compresses bytes in the gzip format (RFC 1952), for `Content-Encoding: gzip`.
///
/// Never use it for a response that contains a secret next to text chosen by the client: its length would
/// reveal the secret bit by bit (BREACH).
package enum Gzip {
  /// The maximum number of input bytes. The result gets as much space, and zlib uses 400 KiB while it runs.
  package static let maxInputBytes = 16 << 20

  /// Compresses at the highest level, for data that is compressed once and sent often. The same bytes yield
  /// the same result.
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
    // The space suffices for the worst case, so a single call completes it.
    guard result == Z_STREAM_END else { throw .unavailable }
    output.removeLast(output.count - Int(stream.total_out))
    return output
  }
}

/// The reason why compression failed.
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
