extension Notifier {
  /// A person's name for a channel: "phone".
  package struct ChannelName: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 60
    package static let blank = FaultCode.nameBlank
    package static let sampleText = "My phone"
  }

  /// The URL of a channel: `https` with a host and without a user or a password. Hosts in the site's own
  /// network are rejected unless the operator allows them, and so is plain `http`.
  package struct ChannelURL: WebAddress {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 1000
    package static let bad = FaultCode.urlBad
    package static let sampleText = "https://ntfy.example/hilltop-ada"
  }

  /// The token of an app on a Gotify server: up to 100 printable ASCII characters without spaces.
  package struct GotifyToken: CheckedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 100
    package static let bad = FaultCode.gotifyTokenBad
    package static let sampleText = "AWHcUIkMPNnVaGj"

    package init?(_ input: String) {
      let trimmed = Text.trim(input)
      guard (1...GotifyToken.maxLength).contains(trimmed.utf8.count),
        trimmed.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { return nil }
      text = trimmed
    }

    package static var schema: JSONValue {
      ["type": "string", "minLength": 1, "maxLength": .int(Int64(maxLength))]
    }
  }

  /// A key of up to 88 characters of base64url, which hold 65 bytes.
  package struct PushKeyText: CheckedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let bad = FaultCode.pushKeysBad
    package static let sampleText = "DGv6ra1nlYgDCS1FRnbzlw"

    package init?(_ input: String) {
      let plain = input.hasSuffix("=") ? String(input.prefix { $0 != "=" }) : input
      guard (1...88).contains(plain.utf8.count), plain.utf8.allSatisfy(PushKeyText.isDigit) else {
        return nil
      }
      text = plain
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
      default: false
      }
    }

    package static var schema: JSONValue { ["type": "string", "minLength": 1, "maxLength": 90] }
  }
}

extension FaultCode {
  package static let urlBad = FaultCode(
    .invalidArgument, "url_bad", "Enter an address like https://example.org/path.")
  package static let gotifyTokenBad = FaultCode(
    .invalidArgument, "gotify_token_bad", "Enter the token of an app on your Gotify server.")
  package static let targetRefused = FaultCode(
    .invalidArgument, "target_refused", "This site doesn't deliver to that address.")
  package static let pushKeysBad = FaultCode(
    .invalidArgument, "push_keys_bad", "The keys of this push subscription are invalid.")
  package static let tooManyChannels = FaultCode(
    .failedPrecondition, "too_many_channels", "You have 20 channels, the maximum. Remove one first.")
  package static let noMail = FaultCode(
    .failedPrecondition, "no_mail", "This site doesn't send email.")
  package static let addressNotVerified = FaultCode(
    .failedPrecondition, "address_not_verified", "Confirm your email address first.")
}
