import QRCodes
import Schema
import ServiceKit

/// The address of the site, as people type it: `https://quad.example`.
struct SiteOrigin: Hashable, Sendable {
  let text: String

  /// The limit in bytes. With the longest room number, the link still fits a QR code that a phone can read.
  static let maxLength = 100

  /// Accepts `http` or `https`, a host and an optional port. A trailing slash is dropped; nothing else may
  /// follow.
  init?(_ text: String) {
    let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard trimmed.utf8.count <= SiteOrigin.maxLength,
      let scheme = ["https://", "http://"].first(where: { trimmed.hasPrefix($0) })
    else { return nil }
    let host = trimmed.dropFirst(scheme.count)
    guard !host.isEmpty,
      host.utf8.allSatisfy({ byte in
        byte.isUnreserved || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[")
          || byte == UInt8(ascii: "]")
      })
    else { return nil }
    self.text = trimmed
  }

  init(_ settings: Settings) throws(SettingError) {
    let text = settings.text("QUAD_ORIGIN") ?? "http://127.0.0.1:8080"
    guard let origin = SiteOrigin(text) else {
      throw SettingError(
        name: "QUAD_ORIGIN", problem: "\(text) is not an address such as https://quad.example")
    }
    self = origin
  }

  /// A link that opens the site with dorm, number and code filled in. They come after `#`, so they stay in
  /// the browser.
  func joinLink(dorm: DormID, number: String, code: JoinCode) -> String {
    "\(text)/join#\(dorm)/\(number.percentEncoded)/\(code)"
  }

  func roomCode(_ code: JoinCode, of room: RoomRow) throws -> Roomhub.RoomCode {
    let link = joinLink(dorm: room.dorm, number: room.number, code: code)
    let picture = try QRCode.encode(link)
    let rows = picture.rows.map { row in String(row.map { $0 ? "1" : "0" }) }
    return Roomhub.RoomCode(code: code, link: link, qr: Roomhub.QRModules(size: picture.size, rows: rows))
  }
}

extension UInt8 {
  /// RFC 3986: letters, digits, `-._~`.
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension String {
  fileprivate var percentEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte.isUnreserved {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
