/// A request, declared once. The bus handler, the gateway's route, the OpenAPI document, the typed clients
/// and the contract test that pins its JSON all follow from this declaration.
package protocol Request: Codable, Sendable {
  associatedtype Reply: Codable & Sendable

  /// The subject: `<program>.<noun>.<verb>`.
  static var subject: String { get }
  /// The version of the JSON form; the minor part increases if old senders still fit.
  static var version: String { get }
  /// The people who may send it.
  static var access: Access { get }
  /// The programs that may send it besides the gateway (for requests with a route), the operator and the seed
  /// loader.
  ///
  /// A program named here sends as itself, even if `access` requires a person with a role.
  static var callers: [ProgramName] { get }
  /// The scope that an API token needs; nil if only a sign-in session may send the request.
  static var scope: TokenScope? { get }
  /// The effect of a repeated request.
  static var repeats: Repeats { get }
  /// The default deadline of a caller.
  static var deadline: Duration { get }
  /// The maximum number of its handlers that run at once. Others wait, or are shed if they would wait past
  /// their deadline.
  static var maxRunning: Int { get }
  /// The route in the HTTP API; nil without one.
  static var route: HTTPRoute? { get }
  /// The faults that a caller should expect, besides those of any request.
  static var faults: [FaultCode] { get }
  /// True for a request that must not be linked to a person: no access log, no trace, a hashed idempotency
  /// key, no event time.
  static var isUnlinkable: Bool { get }
  /// The maximum body in bytes: up to 4 MiB on the bus; a file may be larger.
  static var bodyLimit: Int { get }
  /// True if a failed request may be a guess at a secret: the gateway counts failures per address.
  static var guessesSecrets: Bool { get }
  /// The member that names the account whose secret may be guessed; nil if the secret stands alone.
  static var guessedMember: String? { get }
  /// The limit per person and hour; the gateway counts in memory. Nil is no limit.
  static var maxPerHour: Int? { get }
  /// The member that the gateway fills from the browser's device cookie.
  static var deviceMember: String? { get }
  /// The member that is the whole body over HTTP, in a form other than JSON.
  static var documentMember: DocumentMember? { get }
  /// The member that names the file in which the gateway has put the body: a picture of up to `bodyLimit`
  /// bytes, which is too large for the bus.
  static var fileMember: String? { get }
  /// The member that the gateway fills with the state that a caller has already: the tag in `If-None-Match`.
  static var stateMember: String? { get }
  /// The events after which an earlier reply to a person may be outdated. Each change of a reply publishes
  /// one of them to that person, in its transaction; the gateway keeps the reply until then. Where the time
  /// changes it too, the reply says until when it is valid; where another program was asked for a part, that
  /// program's events stand here too. Nil if anything else changes replies.
  static var changedBy: [any Event.Type]? { get }
  /// One sentence for the OpenAPI document.
  static var summary: String { get }
}

extension Request {
  package static var version: String { "1.0" }
  package static var access: Access { .signedIn }
  package static var callers: [ProgramName] { [] }
  package static var repeats: Repeats { .reads }
  package static var deadline: Duration { .seconds(2) }
  package static var maxRunning: Int { .max }
  package static var route: HTTPRoute? { nil }
  package static var faults: [FaultCode] { [] }
  package static var isUnlinkable: Bool { false }
  package static var bodyLimit: Int { 256 * 1024 }
  package static var scope: TokenScope? { TokenScope.standard(of: program, access, repeats) }
  package static var guessesSecrets: Bool { false }
  package static var guessedMember: String? { nil }
  package static var maxPerHour: Int? { nil }
  package static var deviceMember: String? { nil }
  package static var documentMember: DocumentMember? { nil }
  package static var fileMember: String? { nil }
  package static var stateMember: String? { nil }
  package static var changedBy: [any Event.Type]? { nil }

  /// The program that answers.
  package static var program: ProgramName { ProgramName(of: subject) }
}

/// The people who may send a request. The program that owns an object decides if this person may access it.
package enum Access: Hashable, Sendable {
  /// No sign-in needed.
  case anyone
  /// Any signed-in person.
  case signedIn
  /// A signed-in person with this site role.
  case role(SiteRole)
  /// No person at all: only programs send this.
  case programs
}

/// A role on the site. A person has at least one.
package enum SiteRole: String, Choice {
  case student, staff, admin
}

/// The effect of the same request arriving again.
package enum Repeats: Hashable, Sendable {
  /// It changes nothing, so it may be retried freely.
  case reads
  /// The first reply is stored under the idempotency key and returned again.
  case stored
  /// A UNIQUE row makes it idempotent; nothing is stored.
  case natural
  /// The reply holds a secret and is not stored: a repeat under the same key returns `already_done`.
  case secretReply
  /// Each arrival counts on its own (a repeated sign-in creates a new session); it is never retried
  /// automatically.
  case separate
}

/// The name of an executable, or of a key that may call: `auth`, `media-fetcher`, `operator`, `seed`.
package struct ProgramName: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name in lower case: `roomhub`.
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The program of a subject or a topic, whose first part names it.
  package init(of name: String) {
    let prefix = String(name.prefix { $0 != "." })
    self = prefix == ProgramName.mediaFetcher.prefix ? .mediaFetcher : ProgramName(prefix)
  }

  /// The first part of its subjects and topics.
  package var prefix: String { self == .mediaFetcher ? "media" : text }

  package init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  package var description: String { text }

  package static let auth = ProgramName("auth")
  package static let roomhub = ProgramName("roomhub")
  package static let attendance = ProgramName("attendance")
  package static let events = ProgramName("events")
  package static let notifier = ProgramName("notifier")
  package static let mediaFetcher = ProgramName("media-fetcher")
  package static let guide = ProgramName("guide")
  package static let campus = ProgramName("campus")
  package static let gateway = ProgramName("gateway")
  /// The operator's command line.
  package static let `operator` = ProgramName("operator")
  /// The seed loader; its key is valid only while a data folder is marked as seeding.
  package static let seed = ProgramName("seed")
}

package enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case patch = "PATCH"
  case put = "PUT"
  case delete = "DELETE"

  /// True if members outside of the path are sent in a JSON body; otherwise they are in the query.
  package var hasBody: Bool { self == .post || self == .patch || self == .put }
}

/// A route of the HTTP API. Parts in braces are members of the request.
package struct HTTPRoute: Hashable, Sendable {
  package let method: HTTPMethod
  package let path: String
  /// The HTTP status of success; a reply may override it (201, 202, 204).
  package let status: Int

  package init(_ method: HTTPMethod, _ path: String, status: Int = 200) {
    self.method = method
    self.path = path
    self.status = status
  }

  /// The parts of the path: `["v1", "tasks", "{id}", "complete"]`.
  package var segments: [Substring] { path.split(separator: "/") }

  /// The members in the path, in order.
  package var pathMembers: [String] {
    segments.filter { $0.hasPrefix("{") && $0.hasSuffix("}") }.map { String($0.dropFirst().dropLast()) }
  }
}

/// A reply without members: `{}` on the bus, an empty body with status 204 over HTTP.
package struct Empty: Codable, Hashable, Sendable {
  package init() {}
}
