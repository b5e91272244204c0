package import Schema

/// A mail to one recipient. A server is sent the bytes from `rendered`.
package struct Mail: Sendable {
  package var from: EmailAddress
  /// Displayed next to the address; may be empty.
  package var fromName: String
  package var to: EmailAddress
  package var subject: String
  /// Any line endings are allowed.
  package var text: String
  /// The same content for mail programs that display HTML.
  package var html: String?
  /// The part before the `@` of the Message-ID: the same for each retry, so that a receiver can recognize
  /// duplicates. Letters, digits and `.-_`.
  package var messageID: String
  package var date: Instant
  /// Additional fields such as `List-Unsubscribe`. Printable ASCII.
  package var headers: [(name: String, value: String)]

  package init(
    from: EmailAddress, fromName: String = "", to: EmailAddress, subject: String, text: String,
    html: String? = nil, messageID: String, date: Instant, headers: [(name: String, value: String)] = []
  ) {
    self.from = from
    self.fromName = fromName
    self.to = to
    self.subject = subject
    self.text = text
    self.html = html
    self.messageID = messageID
    self.date = date
    self.headers = headers
  }
}

/// Limits of every mail. Beyond them it is `invalid`.
enum MailLimits {
  /// Bytes of the subject and of the sender's name, each.
  static let nameBytes = 1000
  /// Bytes of the text and of the HTML, each.
  static let bodyBytes = 1024 * 1024
  static let headerCount = 16
  /// Bytes of a line without its end (RFC 5322, section 2.1.1).
  static let lineBytes = 998
  static let messageIDBytes = 128
}

extension Mail {
  /// Returns the bytes of RFC 5322 and MIME, with CRLF. A value that would end its header line, or that is
  /// not allowed in a header, is `invalid`: otherwise a subject could add recipients.
  package func rendered() throws(MailError) -> [UInt8] {
    try check()
    var lines = ["Date: \(date.mailDate)", "From: \(sender)", "To: <\(to.text)>"]
    lines.append("Subject: " + MailEncoding.words(subject, after: "Subject: ".utf8.count))
    lines.append("Message-ID: <\(messageID)@\(from.domain)>")
    lines.append("Auto-Submitted: auto-generated")
    lines += headers.map { "\($0.name): \($0.value)" }
    lines.append("MIME-Version: 1.0")
    if let html {
      // No line of quoted-printable contains "=_", so no part can contain the boundary.
      let boundary = "=_part"
      lines += ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""]
      lines += ["--\(boundary)"] + part(text, as: "text/plain")
      lines += ["--\(boundary)"] + part(html, as: "text/html")
      lines.append("--\(boundary)--")
    } else {
      lines += part(text, as: "text/plain")
    }
    let whole = lines.joined(separator: "\r\n")
    return Array((whole.hasSuffix("\r\n") ? whole : whole + "\r\n").utf8)
  }

  private var sender: String {
    guard !fromName.isEmpty else { return "<\(from.text)>" }
    let isPlain = fromName.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: " ") }
    let name = isPlain && fromName.utf8.count <= 60 ? fromName : MailEncoding.encodedWords(fromName)
    return "\(name)\r\n <\(from.text)>"
  }

  private func part(_ text: String, as type: String) -> [String] {
    [
      "Content-Type: \(type); charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
      MailEncoding.quotedPrintable(text),
    ]
  }

  private func check() throws(MailError) {
    guard EmailAddress(from.text) == from else { throw .invalid("the sender is no address") }
    guard EmailAddress(to.text) == to else { throw .invalid("the recipient is no address") }
    for (what, value) in [("subject", subject), ("name of the sender", fromName)] {
      guard value.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
        throw .invalid("the \(what) holds a control character")
      }
      guard value.utf8.count <= MailLimits.nameBytes else { throw .invalid("the \(what) is too long") }
    }
    guard (1...MailLimits.messageIDBytes).contains(messageID.utf8.count),
      messageID.utf8.allSatisfy({ $0.isLetterOrDigit || ".-_".utf8.contains($0) }),
      messageID.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
    else { throw .invalid("the message ID is not made of letters, digits and .-_") }
    guard text.utf8.count <= MailLimits.bodyBytes, html?.utf8.count ?? 0 <= MailLimits.bodyBytes else {
      throw .invalid("the mail is too long")
    }
    guard headers.count <= MailLimits.headerCount else { throw .invalid("too many headers") }
    for (name, value) in headers { try Mail.check(name, value) }
  }

  private static func check(_ name: String, _ value: String) throws(MailError) {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) else {
      throw .invalid("a header's name is not made of letters, digits and dashes")
    }
    let folded = name.lowercased()
    guard !ownHeaders.contains(folded), !folded.hasPrefix("content-") else {
      throw .invalid("the header \(name) is not for the caller to set")
    }
    guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), value.utf8.contains(where: { $0 != 0x20 })
    else { throw .invalid("the header \(name) is not printable ASCII") }
    guard name.utf8.count + 2 + value.utf8.count <= MailLimits.lineBytes else {
      throw .invalid("the header \(name) is too long")
    }
  }

  /// Headers written here or by servers on the way, and those that could add recipients.
  private static let ownHeaders: Set<String> = [
    "date", "from", "sender", "to", "cc", "bcc", "subject", "message-id", "auto-submitted", "mime-version",
    "return-path", "received", "resent-to", "resent-cc", "resent-bcc", "resent-from",
  ]
}

extension EmailAddress {
  var domain: Substring { text[text.index(after: text.lastIndex(of: "@") ?? text.startIndex)...] }
}

extension Instant {
  /// Formats `Tue, 01 Sep 2026 12:00:00 +0000` (RFC 5322, section 3.3).
  fileprivate var mailDate: String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let (days, rest) = milliseconds.floorDivided(by: 86_400_000)
    let date = CivilDate(daysSince1970: days)
    // 1970-01-01 was a Thursday.
    let day = names[Int(days.floorDivided(by: 7).rest)]
    let year = String(repeating: "0", count: max(0, 4 - String(date.year).count)) + String(date.year)
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map(two).joined(separator: ":")
    return "\(day), \(two(date.day)) \(months[Int(date.month) - 1]) \(year) \(time) +0000"
  }
}

extension Int64 {
  /// Divides with a remainder that is never negative.
  fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
