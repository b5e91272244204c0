/// An email address, case-folded. The check is that of HTML's `input type=email`, with a dot in the domain.
package struct EmailAddress: CheckedText {
  package let text: String
  package static let bad = FaultCode.emailBad
  package static let sampleText = "ada@hilltop.example"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    let trimmed = Text.trim(input)
    // The check comes before folding, because the Kelvin sign folds to an ASCII k.
    guard trimmed.utf8.allSatisfy({ $0 < 128 }) else { return nil }
    let folded = trimmed.lowercased()
    let parts = folded.split(separator: "@", omittingEmptySubsequences: false)
    guard folded.utf8.count <= 254, parts.count == 2, let local = parts.first, let domain = parts.last else {
      return nil
    }
    let localMarks = ".!#$%&'*+/=?^_`{|}~-"
    guard (1...64).contains(local.utf8.count), local.allSatisfy({ $0.isPlain || localMarks.contains($0) })
    else {
      return nil
    }
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2 else { return nil }
    for label in labels {
      guard (1...63).contains(label.utf8.count), label.allSatisfy({ $0.isPlain || $0 == "-" }),
        label.first != "-", label.last != "-"
      else { return nil }
    }
    text = folded
  }

  package static var schema: JSONValue { ["type": "string", "format": "email", "maxLength": 254] }
}

extension Character {
  /// True for a lower-case ASCII letter or a digit.
  fileprivate var isPlain: Bool { ("a"..."z").contains(self) || ("0"..."9").contains(self) }
}

/// A password as typed: 10 to 256 characters, never trimmed or normalized, never shown.
package struct Password: Codable, Hashable, Sendable, SchemaDescribed, CustomStringConvertible {
  package let secret: String

  package init?(_ input: String) {
    // An ordinary text of 256 grapheme clusters stays far below 4 KiB.
    guard input.utf8.count <= 4096, (10...256).contains(input.count) else { return nil }
    secret = input
  }

  package init(from decoder: any Decoder) throws {
    guard let password = Password(try decoder.singleValueContainer().decode(String.self)) else {
      throw Fault(.passwordBad, at: decoder)
    }
    self = password
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(secret)
  }

  private init(checked secret: String) { self.secret = secret }

  package var description: String { "(password)" }
  package static var schema: JSONValue {
    ["type": "string", "format": "password", "minLength": 10, "maxLength": 256]
  }
  package static var sample: Password { Password(checked: "correct horse battery staple") }
  package static var faults: [FaultCode] { [.passwordBad] }
}

/// A first name.
package struct GivenName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 60
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Ada"
}

/// A last name.
package struct FamilyName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 60
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Okafor"
}

/// A short line of a profile: pronouns, concentration, hometown.
package struct ProfileText: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 80
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Mathematics"
}

/// A phone number in E.164 form: `+` and 8 to 15 digits. Spaces, dots, dashes and brackets are dropped on
/// input.
package struct PhoneNumber: CheckedText {
  package let text: String
  package static let bad = FaultCode.phoneBad
  package static let sampleText = "+12025550143"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count <= 40 else { return nil }
    let kept = input.filter { !" .-()\u{A0}".contains($0) }
    guard kept.first == "+", (8...15).contains(kept.dropFirst().count),
      kept.utf8.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      kept.dropFirst().first != "0"
    else { return nil }
    text = kept
  }

  package static var schema: JSONValue {
    let dropped = "[ .()\u{A0}-]*"
    return [
      "type": "string", "maxLength": 40,
      "pattern": .string("^\(dropped)\\+\(dropped)[1-9](\(dropped)[0-9]){7,14}\(dropped)$"),
    ]
  }
}

/// Foods and materials that a person must avoid, in their own words.
package struct AllergiesText: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 300
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Peanuts"
}

/// Languages a person speaks: 1 to 10, each once.
package struct Languages: DistinctList {
  package let all: [ProfileText]
  package init(checked all: [ProfileText]) { self.all = all }
  package static let maxCount = 10
  package static let bad = FaultCode.languagesBad
  package static let sample = Languages(checked: [ProfileText(checked: "English")])
}

extension FaultCode {
  package static let languagesBad = FaultCode(
    .invalidArgument, "languages_bad", "Enter 1 to 10 different languages.")
  package static let phoneBad = FaultCode(
    .invalidArgument, "phone_bad", "Start with + and the country code, for example +12025550143.")
}
