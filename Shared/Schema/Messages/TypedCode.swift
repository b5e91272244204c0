/// A secret code that a person types from paper or another screen: 12 characters of Crockford's base32
/// without `I L O U`, shown in groups of four. Input may hold spaces and dashes anywhere and be in lower
/// case. It has 60 random bits, not the 256 of a token, so a program that checks one limits the attempts.
package struct TypedCode: CheckedText {
  /// The code in groups: `7KQ2-M9XA-4TFD`.
  package let text: String
  package static let bad = FaultCode(
    .invalidArgument, "code_bad", "This code or link is incomplete. Copy all of it.")
  package static let sampleText = "7KQ2-M9XA-4TFD"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count <= 40, input.utf8.allSatisfy({ $0 < 128 }) else { return nil }
    let folded = input.uppercased().filter { !" -".contains($0) }
    guard folded.count == 12, folded.allSatisfy({ JoinCode.alphabet.contains($0) }) else { return nil }
    text = TypedCode.grouped(folded)
  }

  /// Creates a code of 60 bits from the kernel's generator.
  package static func random() -> TypedCode {
    var generator = SystemRandomNumberGenerator()
    var bits: UInt64 = generator.next()
    var text = ""
    for _ in 0..<12 {
      text.append(JoinCode.alphabet[Int(bits & 31)])
      bits >>= 5
    }
    return TypedCode(checked: grouped(text))
  }

  private static func grouped(_ text: String) -> String {
    "\(text.prefix(4))-\(text.dropFirst(4).prefix(4))-\(text.dropFirst(8))"
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 12, "maxLength": 40] }
}
