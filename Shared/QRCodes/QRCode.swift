internal import CQREncode

/// A text as a QR code (ISO/IEC 18004) with error correction M: it stays readable with 15 % of it covered.
///
/// The text is stored as its UTF-8 bytes (byte mode) without declaring a character set, since readers treat
/// valid UTF-8 as such. The smallest version that fits is used.
package struct QRCode: Hashable, Sendable {
  /// The modules from top to bottom, each row from left to right; true is dark. There are as many rows as
  /// columns, without the quiet zone.
  package let rows: [[Bool]]

  /// Modules per side: 21 to 109, in steps of 4.
  package var size: Int { rows.count }

  /// The maximum number of UTF-8 bytes. The largest code could hold more, but it would not be readable on a
  /// phone's screen.
  package static let maxTextLength = 800
  /// The number of light modules to keep free on each side.
  package static let quietZone = 4

  /// - Throws: `empty`, `tooLong` beyond `maxTextLength` bytes, `unavailable` without memory.
  package static func encode(_ text: String) throws(QRCodeError) -> QRCode {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= maxTextLength else { throw .tooLong }
    // Version 0 picks the smallest version that fits the data.
    guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { throw .unavailable }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard width > 0, let modules = code.pointee.data else { throw .unavailable }
    let all = UnsafeBufferPointer(start: modules, count: width * width)
    // The lowest bit is the color. The others are the module's function.
    let rows = (0..<width).map { row in all[row * width..<(row + 1) * width].map { $0 & 1 == 1 } }
    return QRCode(rows: rows)
  }
}

/// The reason why no code was created.
package enum QRCodeError: Error, Hashable, Sendable {
  case empty
  case tooLong
  case unavailable
}
