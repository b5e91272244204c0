internal import Images

/// The file around the pixels of a WebP (RIFF, RFC 9649): chunks of a name, a length and that many bytes.
enum WebPContainer {
  private static let headBytes = 12
  private static let chunkHeadBytes = 8
  /// The chunks of a picture that does not move; others say something about it.
  private static let ofPixels = ["VP8X", "VP8 ", "VP8L", "ALPH"]
  /// The flag of VP8X for alpha; the others are those of other chunks.
  private static let alphaFlag: UInt8 = 0x10

  /// The file with nothing but pixels.
  static func bare(_ file: [UInt8]) throws(Flaw) -> [UInt8] {
    var kept = Array(file.prefix(headBytes))
    var rest = file.dropFirst(headBytes)
    while !rest.isEmpty {
      guard rest.count >= chunkHeadBytes else { throw Flaw(.failed, "a WebP ends within a chunk") }
      let length = (4..<chunkHeadBytes).reversed().reduce(0) { $0 << 8 | Int(rest[rest.startIndex + $1]) }
      // A chunk of an odd length is followed by a byte that is not counted.
      let whole = chunkHeadBytes + length + length % 2
      guard whole <= rest.count else { throw Flaw(.failed, "a WebP ends within a chunk") }
      var chunk = Array(rest.prefix(whole))
      if ofPixels.contains(String(decoding: chunk.prefix(4), as: UTF8.self)) {
        if chunk.starts(with: "VP8X".utf8), length > 0 { chunk[chunkHeadBytes] &= alphaFlag }
        kept += chunk
      }
      rest = rest.dropFirst(whole)
    }
    for (index, shift) in stride(from: 0, to: 32, by: 8).enumerated() where kept.count > chunkHeadBytes {
      kept[4 + index] = UInt8(truncatingIfNeeded: (kept.count - chunkHeadBytes) >> shift)
    }
    return kept
  }
}
