/// The scope of an API token. A sign-in session has all scopes, and may also send requests that no token may
/// send: see `Request.scope`.
package enum TokenScope: String, Choice {
  case profileRead = "profile:read"
  case profileWrite = "profile:write"
  case roomRead = "room:read"
  case roomWrite = "room:write"
  case eventsRead = "events:read"
  case eventsWrite = "events:write"
  case alertsRead = "alerts:read"
  case alertsWrite = "alerts:write"
  case coursesRead = "courses:read"
  case coursesWrite = "courses:write"
  /// Reporting alerts of the site's monitoring to its administrators; nothing without that role.
  case siteAlert = "site:alert"
  /// Everything that the person's role as an administrator allows; nothing without that role.
  case admin

  /// The bit in a signed assertion.
  package var bit: UInt32 {
    switch self {
    case .profileRead: 1 << 0
    case .profileWrite: 1 << 1
    case .roomRead: 1 << 2
    case .roomWrite: 1 << 3
    case .eventsRead: 1 << 4
    case .eventsWrite: 1 << 5
    case .alertsRead: 1 << 6
    case .alertsWrite: 1 << 7
    case .siteAlert: 1 << 8
    case .coursesRead: 1 << 9
    case .coursesWrite: 1 << 10
    case .admin: 1 << 30
    }
  }

  /// The bit of a sign-in session, for requests that no token may send.
  package static let sessionBit: UInt32 = 1 << 31
  package static let everything = UInt32.max

  /// The default scope of a request: reading or writing the data of its program.
  package static func standard(
    of program: ProgramName, _ access: Access, _ repeats: Repeats
  ) -> TokenScope? {
    if case .role = access { return .admin }
    let reads = repeats == .reads
    switch program {
    case .auth: return reads ? .profileRead : .profileWrite
    case .roomhub: return reads ? .roomRead : .roomWrite
    case .events, .mediaFetcher: return reads ? .eventsRead : .eventsWrite
    case .notifier: return reads ? .alertsRead : .alertsWrite
    case .attendance: return reads ? .coursesRead : .coursesWrite
    default: return nil
    }
  }
}

/// The scopes of a token: 1 to 16, each once.
package struct TokenScopes: DistinctList {
  package let all: [TokenScope]
  package init(checked all: [TokenScope]) { self.all = all.sorted { $0.rawValue < $1.rawValue } }
  package static let maxCount = 16
  package static let bad = FaultCode.scopesBad
  package static let sample = TokenScopes(checked: [.roomRead])

  package var bits: UInt32 { all.reduce(0) { $0 | $1.bit } }
}

/// A secret from a mail or from an administrator: a link's token, or a code typed by hand. Spaces at its ends
/// are dropped.
package struct OneTimeCode: CheckedText {
  package let text: String
  package static let bad = FaultCode.codeBad
  package static let sampleText = "7KQ2-M9XA-4TBC"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count <= 100 else { return nil }
    let trimmed = Text.trim(input)
    guard (12...64).contains(trimmed.utf8.count),
      trimmed.utf8.allSatisfy({ byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "):
          true
        default: false
        }
      })
    else { return nil }
    text = trimmed
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 12, "maxLength": 64] }
}

/// A secret that identifies a browser or program of an earlier sign-in: 32 random bytes, base64url.
package struct DeviceToken: CheckedText {
  package let text: String
  package static let bad = FaultCode.deviceTokenBad
  package static let sampleText = "mF_9xB5f-4x1JqMZk3Zk3Zk3Zk3Zk3Zk3Zk3Zk3Zk3w"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard (1...64).contains(input.utf8.count), input.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 1, "maxLength": 64] }
}

/// A person's name for a device: "phone", "library PC".
package struct DeviceName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 80
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Ada's phone"
}

/// A person's name for an API token: "door display".
package struct TokenName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 60
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Door display"
}

/// A short reason for an invitation, a block or a report.
package struct NoteText: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 300
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Asked at the front desk."
}

/// Part of a name or an address to search for. Case does not matter.
package struct SearchText: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 80
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "okafor"
}

/// A number of days, 1 to 366.
package struct DayCount: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 1...366
  package static let bad = FaultCode.daysBad
  package static let sample = DayCount(checked: 30)

  package var duration: Duration { .seconds(count * 24 * 3600) }
}

/// Site roles: at least one, each once.
package struct SiteRoles: DistinctList {
  package let all: [SiteRole]
  package init(checked all: [SiteRole]) { self.all = all.sorted { $0.rawValue < $1.rawValue } }
  package static let maxCount = 3
  package static let bad = FaultCode.rolesBad
  package static let sample = SiteRoles(checked: [.student])
}

extension FaultCode {
  package static let scopesBad = FaultCode(
    .invalidArgument, "scopes_bad", "Choose 1 to 16 different scopes.")
  package static let scopeMissing = FaultCode(
    .permissionDenied, "scope_missing",
    "This token doesn't have permission to do this. Use one with more scopes, or sign in.")
  package static let codeBad = FaultCode(
    .invalidArgument, "code_bad", "This code or link is incomplete. Copy all of it.")
  package static let codeWrong = FaultCode(
    .permissionDenied, "code_wrong", "This code is wrong, already used or expired. Ask for a new one.")
  package static let deviceTokenBad = FaultCode(
    .invalidArgument, "device_token_bad", "This isn't a device token from this site. Leave it out.")
  package static let daysBad = FaultCode(
    .invalidArgument, "days_bad", "Enter a number of days from 1 to 366.")
  package static let rolesBad = FaultCode(
    .invalidArgument, "roles_bad", "Choose at least one role, each only once.")
}
