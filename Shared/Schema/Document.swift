/// The form of a text that is not JSON: over HTTP it is the whole body, on the bus one member of the message.
package enum DocumentType: String, Sendable, CaseIterable {
  case calendar = "text/calendar"

  /// The value of the header Content-Type.
  package var contentType: String { "\(rawValue); charset=utf-8" }
}

/// The member of a request that is the whole body over HTTP. The request's other members are all in its path.
package struct DocumentMember: Hashable, Sendable {
  package let name: String
  package let type: DocumentType
  /// The member that holds the encoding of the body if that is not UTF-8.
  package let encoding: String

  package init(_ name: String, _ type: DocumentType, encoding: String) {
    self.name = name
    self.type = type
    self.encoding = encoding
  }
}

/// An encoding of documents other than UTF-8.
package enum TextEncoding: String, Choice {
  /// The encoding of Western Europe on Windows, which includes that of ISO 8859-1.
  case windows1252 = "windows-1252"

  /// The code points of 80 to 9F, as the WHATWG Encoding Standard has them. All other bytes are their own.
  private static let upper: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D,
    0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A,
    0x153, 0x9D, 0x17E, 0x178,
  ]

  /// Decodes bytes, which always succeeds.
  package func text(_ bytes: [UInt8]) -> String {
    let units = bytes.map { byte in
      (0x80...0x9F).contains(byte) ? TextEncoding.upper[Int(byte) - 0x80] : UInt16(byte)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Encodes a text; nil if it holds a character that the encoding lacks.
  package func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for unit in text.utf16 {
      if let place = TextEncoding.upper.firstIndex(of: unit) {
        bytes.append(UInt8(0x80 + place))
      } else {
        guard unit < 0x80 || (0xA0...0xFF).contains(unit) else { return nil }
        bytes.append(UInt8(unit))
      }
    }
    return bytes
  }
}

/// A reply that is a text in a form of its own. The gateway returns the text with `etag` in a header. A
/// caller who has this state already gets no text; over HTTP the status is 304.
package protocol DocumentReply: Codable, Sendable {
  static var form: DocumentType { get }
  /// The file name for a browser's download unless the document has a title; nil shows the text instead.
  static var fileName: String? { get }
  /// The title that becomes the file's name.
  var title: String? { get }
  /// The tag of the text's state: 1 to 100 letters, digits, `-` and `_`.
  var etag: String { get }
  var text: String? { get }
  init(etag: String, text: String?)
}

/// The state of a document that a caller has: an earlier `etag`, without quotes.
package struct StateTag: CheckedText {
  package let text: String
  package static let bad = FaultCode.stateBad
  package static let sampleText = "dGhlIHF1aWNrIGJyb3du"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard (1...100).contains(input.utf8.count) else { return nil }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 1, "maxLength": 100] }
}

extension FaultCode {
  package static let stateBad = FaultCode(
    .invalidArgument, "state_bad", "Enter a state of 1 to 100 characters.")
}

extension DocumentReply {
  package static var fileName: String? { nil }
  package var title: String? { nil }
}
