/// Encodes text as ASCII for mails.
enum MailEncoding {
  /// Encodes a header's text: unchanged if it fits into the line and cannot be misread, otherwise as encoded
  /// words.
  /// - Parameter length: The number of bytes before it on the line.
  static func words(_ text: String, after length: Int) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    let isKept = !text.hasPrefix(" ") && !text.hasSuffix(" ") && !text.contains("=?")
    return isPlain && isKept && length + text.utf8.count <= 78 ? text : encodedWords(text)
  }

  /// Returns encoded words of at most 75 characters (RFC 2047, section 2), each on a line of its own. No
  /// character is split, since each word is decoded by itself.
  static func encodedWords(_ text: String) -> String {
    var words: [String] = []
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      let added = Array(String(scalar).utf8)
      if bytes.count + added.count > encodedWordBytes {
        words.append("=?UTF-8?B?\(base64(bytes))?=")
        bytes = []
      }
      bytes += added
    }
    if !bytes.isEmpty { words.append("=?UTF-8?B?\(base64(bytes))?=") }
    return words.joined(separator: "\r\n ")
  }

  /// 42 bytes are 56 characters of Base64. With the 12 around them the first word fits after `Subject: `.
  private static let encodedWordBytes = 42

  /// Encodes quoted-printable (RFC 2045, section 6.7) with CRLF between lines, each of at most 76 characters.
  static func quotedPrintable(_ text: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count * 9 / 8)
    var column = 0
    /// Appends a piece, leaving space for the `=` of a soft line break.
    func put(_ piece: [UInt8], _ output: inout [UInt8]) {
      if column + piece.count > 75 {
        output += Array("=\r\n".utf8)
        column = 0
      }
      output += piece
      column += piece.count
    }
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      let next = index < bytes.count ? bytes[index] : nil
      switch byte {
      case 0x0D where next == 0x0A: continue
      case 0x0A, 0x0D:
        output += [0x0D, 0x0A]
        column = 0
      // A space at the end of a line would be lost on the way.
      case 0x20, 0x09:
        put(next == nil || next == 0x0A || next == 0x0D ? escaped(byte) : [byte], &output)
      case 0x21...0x7E where byte != UInt8(ascii: "="): put([byte], &output)
      default: put(escaped(byte), &output)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// Encodes RFC 4648, section 4, with padding.
  static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        output.append(place <= group.count ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
