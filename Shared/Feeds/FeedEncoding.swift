internal import Glibc
internal import Schema

/// The text of a feed in UTF-8, whatever its server wrote.
///
/// Bytes that are valid UTF-8 and not ASCII alone are UTF-8, since no other encoding looks like it by chance.
/// Otherwise the declared encoding counts: that of the header, then that of the first line, then
/// Windows-1252.
enum FeedEncoding {
  /// The bytes of the first line that are searched for an encoding.
  private static let head = 200

  static func utf8(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return Array(String(decoding: bytes[3...], as: UTF8.self).utf8)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0x00]) {
      return convert(bytes, from: "UTF-16LE") ?? []
    }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0x00, 0x3C]) {
      return convert(bytes, from: "UTF-16BE") ?? []
    }
    let declared = (contentType.flatMap { value($0, of: "charset") } ?? firstLine(bytes))?.uppercased()
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    if isASCII {
      // These write other letters in ASCII.
      guard let declared, declared.hasPrefix("ISO-2022") || declared == "HZ-GB-2312" else { return bytes }
      return convert(bytes, from: declared) ?? bytes
    }
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    guard let declared, !FeedEncoding.windows.contains(declared), !declared.hasPrefix("UTF-") else {
      return Array(TextEncoding.windows1252.text(bytes).utf8)
    }
    return convert(bytes, from: declared) ?? Array(TextEncoding.windows1252.text(bytes).utf8)
  }

  /// Names by which servers mean Windows-1252 (Encoding Standard, section 4.2).
  private static let windows: Set<String> = [
    "US-ASCII", "ASCII", "ISO-8859-1", "ISO8859-1", "LATIN1", "LATIN-1", "WINDOWS-1252", "CP1252", "UTF8",
  ]

  /// The encoding in `<?xml version="1.0" encoding="ISO-8859-15"?>`.
  private static func firstLine(_ bytes: [UInt8]) -> String? {
    let line = String(decoding: bytes.prefix(head), as: UTF8.self)
    guard line.contains("<?xml") else { return nil }
    return value(line, of: "encoding")
  }

  /// The value of `name=value` in a text, without its quotation marks.
  private static func value(_ text: String, of name: String) -> String? {
    let bytes = Array(text.utf8)
    let wanted = Array(name.utf8)
    guard bytes.count > wanted.count,
      let start = (0..<(bytes.count - wanted.count)).first(where: { index in
        bytes[index..<(index + wanted.count)].lazy.map { $0 | 0x20 }.elementsEqual(wanted)
      })
    else { return nil }
    let rest = bytes[(start + wanted.count)...].drop { isGap($0) }
    let value = rest.prefix { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || ":._-".utf8.contains(byte)
    }
    guard rest.startIndex > start + wanted.count, (1...40).contains(value.count) else { return nil }
    return String(decoding: value, as: UTF8.self)
  }

  private static func isGap(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == 0x20
  }

  /// Converts by the system's tables. A broken sequence becomes a replacement character.
  /// - Returns: Nil for an unknown encoding.
  private static func convert(_ bytes: [UInt8], from name: String) -> [UInt8]? {
    guard let descriptor = unsafe iconv_open("UTF-8", name), Int(bitPattern: descriptor) != -1 else {
      return nil
    }
    defer { unsafe iconv_close(descriptor) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var out: [UInt8] = []
    var chunk = [CChar](repeating: 0, count: 64 * 1024)
    var at = 0
    while at < input.count {
      var left = input.count - at
      var room = chunk.count
      let code = unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe chunk.withUnsafeMutableBufferPointer { chunk in
          var from = unsafe input.baseAddress.map { unsafe $0 + at }
          var to = chunk.baseAddress
          errno = 0
          _ = unsafe iconv(descriptor, &from, &left, &to, &room)
          return errno
        }
      }
      out.append(contentsOf: chunk[..<(chunk.count - room)].lazy.map { UInt8(bitPattern: $0) })
      at = input.count - left
      guard left > 0 else { break }
      if code == EILSEQ || code == EINVAL {
        out.append(contentsOf: "\u{FFFD}".utf8)
        at += 1
      } else if code != E2BIG {
        break
      }
    }
    return out
  }
}
