import QRCodes
import Schema
import ServiceKit

extension SiteOrigin {
  /// A link that opens the site with dorm, number and code filled in. They come after `#`, so they stay in
  /// the browser.
  func joinLink(dorm: DormID, number: String, code: JoinCode) -> String {
    "\(text)/join#\(dorm)/\(number.percentEncoded)/\(code)"
  }

  func roomCode(_ code: JoinCode, of room: RoomRow) throws -> Roomhub.RoomCode {
    let link = joinLink(dorm: room.dorm, number: room.number, code: code)
    return Roomhub.RoomCode(code: code, link: link, qr: Roomhub.QRModules(try QRCode.encode(link).rows))
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
