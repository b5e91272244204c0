/// A request: declared once, here. The bus handler, the gateway's route, the OpenAPI document, the typed
/// clients and the contract test that pins its JSON all follow from this declaration.
package protocol Request: Codable, Sendable {
  associatedtype Reply: Codable & Sendable

  /// `<program>.<noun>.<verb>`.
  static var subject: String { get }
  /// Increases when the JSON form changes; the minor part when old senders still fit.
  static var version: String { get }
  /// Which person may ask.
  static var access: Access { get }
  /// Programs that may ask besides the gateway (of requests with a route), the operator and the seed loader.
  ///
  /// A program named here asks as itself, also where `access` wants a person of a role.
  static var callers: [ProgramName] { get }
  /// What an API token needs to be used for this; nil when only a sign-in session may ask.
  static var scope: TokenScope? { get }
  /// What a repeated request does.
  static var repeats: Repeats { get }
  /// The longest a caller waits unless it says otherwise.
  static var deadline: Duration { get }
  /// The place in the HTTP API, if it has one.
  static var route: HTTPRoute? { get }
  /// The faults a caller should expect besides those any request may answer.
  static var faults: [FaultCode] { get }
  /// True for what must not be joined to a person: no access log, no trace, hashed idempotency, no event
  /// time.
  static var isUnlinkable: Bool { get }
  /// Longest body in bytes, up to 4 MiB.
  static var bodyLimit: Int { get }
  /// True when a wrong answer may be a guess: the gateway counts refusals per address.
  static var guessesSecrets: Bool { get }
  /// How many of these a person may send in an hour; the gateway counts in memory. Nil is no limit.
  static var maxPerHour: Int? { get }
  /// The member that the gateway fills from the browser's device cookie.
  static var deviceMember: String? { get }
  /// The member that is the whole body over HTTP, in a form other than JSON.
  static var documentMember: DocumentMember? { get }
  /// The member that the gateway fills with the state a caller has already: the tag in `If-None-Match`.
  static var stateMember: String? { get }
  /// One sentence for the OpenAPI document.
  static var summary: String { get }
}

extension Request {
  package static var version: String { "1.0" }
  package static var access: Access { .signedIn }
  package static var callers: [ProgramName] { [] }
  package static var repeats: Repeats { .reads }
  package static var deadline: Duration { .seconds(2) }
  package static var route: HTTPRoute? { nil }
  package static var faults: [FaultCode] { [] }
  package static var isUnlinkable: Bool { false }
  package static var bodyLimit: Int { 256 * 1024 }
  package static var scope: TokenScope? { TokenScope.standard(of: program, access, repeats) }
  package static var guessesSecrets: Bool { false }
  package static var maxPerHour: Int? { nil }
  package static var deviceMember: String? { nil }
  package static var documentMember: DocumentMember? { nil }
  package static var stateMember: String? { nil }

  /// The program that answers: the first part of the subject.
  package static var program: ProgramName { ProgramName(String(subject.prefix { $0 != "." })) }
}

/// Which person may send a request. Whether this person may touch that object is decided by the program that
/// owns it.
package enum Access: Hashable, Sendable {
  /// No sign-in needed.
  case anyone
  /// Any signed-in person.
  case signedIn
  /// A signed-in person with this site role.
  case role(SiteRole)
  /// No person at all: only programs ask this.
  case programs
}

package enum SiteRole: String, Choice {
  case student, staff, admin
}

/// What the second arrival of the same request does.
package enum Repeats: Hashable, Sendable {
  /// It changes nothing, so it may be sent again at will.
  case reads
  /// The first reply is stored under the idempotency key and given again.
  case stored
  /// A UNIQUE row makes it idempotent; nothing is stored.
  case natural
  /// The reply holds a secret and is not stored: a repeat under the same key answers `already_done`.
  case secretReply
  /// Each arrival counts on its own (a repeated sign-in makes a new session); never sent again by itself.
  case separate
}

/// The name of an executable or of a key that may call: `auth`, `gateway`, `operator`, `seed`.
package struct ProgramName: Hashable, Sendable, Codable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) { self.text = text }

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
  package static let gateway = ProgramName("gateway")
  /// The command line in an operator's hands.
  package static let `operator` = ProgramName("operator")
  /// The seed loader; its key counts only while a data folder is marked as seeding.
  package static let seed = ProgramName("seed")
}

package enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case patch = "PATCH"
  case put = "PUT"
  case delete = "DELETE"

  /// Whether members that are not in the path travel in a JSON body (else in the query).
  package var hasBody: Bool { self == .post || self == .patch || self == .put }
}

/// A place in the HTTP API. Parts in braces are members of the request.
package struct HTTPRoute: Hashable, Sendable {
  package let method: HTTPMethod
  package let path: String
  /// The status of success; a reply may override it (201, 202, 204).
  package let status: Int

  package init(_ method: HTTPMethod, _ path: String, status: Int = 200) {
    self.method = method
    self.path = path
    self.status = status
  }

  /// `["v1", "tasks", "{id}", "complete"]`.
  package var segments: [Substring] { path.split(separator: "/") }

  /// The members that the path holds, in order.
  package var pathMembers: [String] {
    segments.filter { $0.hasPrefix("{") && $0.hasSuffix("}") }.map { String($0.dropFirst().dropLast()) }
  }
}

/// A reply without members: `{}` on the bus, an empty body with status 204 over HTTP.
package struct Empty: Codable, Hashable, Sendable {
  package init() {}
}
