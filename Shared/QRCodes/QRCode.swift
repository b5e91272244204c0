internal import CQREncode

/// A text as a QR code (ISO/IEC 18004), with error correction M: it is still read with 15 % of it covered.
///
/// The text goes in as its UTF-8 bytes (byte mode), without a word on the character set: readers take bytes
/// that are valid UTF-8 for that. The smallest version that holds them is taken.
package struct QRCode: Hashable, Sendable {
  /// From the top, each from the left; true is dark. As many rows as columns, without the quiet zone.
  package let rows: [[Bool]]

  /// Modules a side: 21 to 109, in steps of 4.
  package var size: Int { rows.count }

  /// Bytes of UTF-8. More would fit into the largest code, but no longer be read off a phone's screen.
  package static let maxTextLength = 800
  /// The light modules that have to stay free on each side.
  package static let quietZone = 4

  /// - Throws: `empty`, `tooLong` beyond `maxTextLength` bytes, `unavailable` without memory.
  package static func encode(_ text: String) throws(QRCodeError) -> QRCode {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= maxTextLength else { throw .tooLong }
    // Version 0 is the smallest that holds the data.
    guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { throw .unavailable }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard width > 0, let modules = code.pointee.data else { throw .unavailable }
    let all = UnsafeBufferPointer(start: modules, count: width * width)
    // The lowest bit is the colour; the others say what the module is there for.
    let rows = (0..<width).map { row in all[row * width..<(row + 1) * width].map { $0 & 1 == 1 } }
    return QRCode(rows: rows)
  }
}

/// Why there is no code.
package enum QRCodeError: Error, Hashable, Sendable {
  case empty
  case tooLong
  case unavailable
}
