@_spi(_Unicode) import Swift

/// Text with limits. The check, the schema and the fault codes are stated once, here.
///
/// Input is trimmed, normalized to NFC and rejected if it holds control characters, or characters that turn
/// the direction of the text around it. Lengths count grapheme clusters. A text that is too long is rejected,
/// never cut. Text of spaces and invisible characters alone is blank.
package protocol LimitedText: Codable, Hashable, Sendable, SchemaDescribed, CustomStringConvertible {
  static var maxLength: Int { get }
  /// The maximum size in UTF-8. A grapheme cluster of ordinary text seldom passes 16 bytes, and a longer text
  /// is never scanned.
  static var maxBytes: Int { get }
  static var blank: FaultCode { get }
  static var allowsLines: Bool { get }
  static var sampleText: String { get }
  var text: String { get }
  /// Creates the value from a `text` that has passed the check.
  init(checked text: String)
}

extension LimitedText {
  package static var maxBytes: Int { maxLength * 64 }
  package static var allowsLines: Bool { false }
  package static var schema: JSONValue {
    ["type": "string", "minLength": 1, "maxLength": .int(Int64(maxLength))]
  }
  package static var sample: Self { Self(checked: sampleText) }
  package static var faults: [FaultCode] { [blank, .tooLong, .textBad] }
  package var description: String { text }

  /// Creates the value from what somebody enters now.
  package init(_ input: String) throws(TextFault) {
    let text = try Self.check(input)
    guard !Text.turnsDirection(text, allowsLines: Self.allowsLines) else { throw TextFault(code: .textBad) }
    self.init(checked: text)
  }

  /// Decodes a stored text, or one of a request, which is new. A text from before the rule about direction
  /// stays readable.
  package init(from decoder: any Decoder) throws {
    let input = try decoder.singleValueContainer().decode(String.self)
    do throws(TextFault) {
      let text = try Self.check(input)
      if Text.turnsDirection(text, allowsLines: Self.allowsLines), Text.isNew(decoder) {
        throw TextFault(code: .textBad)
      }
      self.init(checked: text)
    } catch { throw Fault(error.code, at: decoder) }
  }

  private static func check(_ input: String) throws(TextFault) -> String {
    try Text.check(
      input, maxLength: maxLength, maxBytes: maxBytes, blank: blank, allowsLines: allowsLines)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// The reason why a text was rejected.
package struct TextFault: Error {
  package let code: FaultCode
}

package enum Text {
  /// The text in its stored form: trimmed, NFC, without control characters (except line breaks if
  /// `allowsLines`).
  package static func check(
    _ input: String, maxLength: Int, maxBytes: Int, blank: FaultCode, allowsLines: Bool
  ) throws(TextFault) -> String {
    guard input.utf8.count <= maxBytes else { throw TextFault(code: .tooLong) }
    if let plain = plain(input) {
      guard !plain.isEmpty else { throw TextFault(code: blank) }
      guard plain.utf8.count <= maxLength else { throw TextFault(code: .tooLong) }
      return plain
    }
    let trimmed = trim(normalize(input.replacingLineEnds()))
    guard trimmed.unicodeScalars.contains(where: isVisible) else { throw TextFault(code: blank) }
    for scalar in trimmed.unicodeScalars where scalar.properties.generalCategory == .control {
      guard allowsLines, scalar == "\n" else { throw TextFault(code: .textBad) }
    }
    guard trimmed.count <= maxLength else { throw TextFault(code: .tooLong) }
    return trimmed
  }

  /// Printable ASCII, trimmed; nil for anything else. Most text is ASCII, which needs no lookup in Unicode's
  /// tables.
  private static func plain(_ input: String) -> String? {
    guard input.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    let space = UInt8(ascii: " ")
    guard let first = input.utf8.firstIndex(where: { $0 != space }),
      let last = input.utf8.lastIndex(where: { $0 != space })
    else { return "" }
    return String(input[first...last])
  }

  package static func normalize(_ input: String) -> String {
    input.utf8.allSatisfy { $0 < 128 } ? input : String(String.UnicodeScalarView(input._nfc))
  }

  package static func trim(_ input: String) -> String {
    let scalars = input.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// True if the text holds a character that turns the direction of the text around it (Unicode Standard
  /// Annex 9, explicit formatting). A line stands beside other text, so that in a name such a character makes
  /// a page show another name. A text with lines is shown alone and may hold embeddings and isolates, which
  /// writers of Arabic and Hebrew use, but no override: that shows other letters than a search finds.
  package static func turnsDirection(_ text: String, allowsLines: Bool) -> Bool {
    // All of them begin with this byte in UTF-8.
    text.utf8.contains(0xE2) && text.unicodeScalars.contains { turnsDirection($0, allowsLines) }
  }

  /// The text without the characters that turn its direction, for texts of files.
  package static func removingTurns(_ text: String, allowsLines: Bool) -> String {
    guard turnsDirection(text, allowsLines: allowsLines) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !turnsDirection($0, allowsLines) }))
  }

  private static func turnsDirection(_ scalar: Unicode.Scalar, _ allowsLines: Bool) -> Bool {
    switch scalar.value {
    case 0x202D, 0x202E: true
    case 0x202A...0x202C, 0x2066...0x2069: !allowsLines
    default: false
    }
  }

  /// Passed to the decoder of a request, whose texts are new.
  package static var userInfoOfRequests: [CodingUserInfoKey: any Sendable] {
    newKey.map { [$0: true] } ?? [:]
  }

  fileprivate static func isNew(_ decoder: any Decoder) -> Bool {
    newKey.flatMap { decoder.userInfo[$0] as? Bool } ?? false
  }

  private static let newKey = CodingUserInfoKey(rawValue: "new")

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
  }
}

extension String {
  fileprivate func replacingLineEnds() -> String {
    guard utf8.contains(13) else { return self }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\r" {
        result.append("\n")
      } else if !(scalar == "\n" && previous == "\r") {
        result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }
}

/// A value that is a text of one form: an address, a number, a code. `init(_:)` converts the input to its
/// canonical form, or returns nil for input of another form.
package protocol CheckedText: WrittenValue {
  static var sampleText: String { get }
  var text: String { get }
  /// Creates the value from a `text` that has passed the check.
  init(checked text: String)
}

extension CheckedText {
  package static var sample: Self { Self(checked: sampleText) }
  package var description: String { text }
}
