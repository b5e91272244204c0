/// Something that happened, told in the transaction that made it so. Past tense.
package protocol Event: Codable, Sendable {
  /// `<program>.<noun>.<verb in past tense>`.
  static var topic: String { get }
  static var version: String { get }
  /// Who may see it on the live stream.
  static var audience: AudienceKind { get }
  /// True when the body must say nothing and the time is cut to the hour.
  static var isUnlinkable: Bool { get }
}

extension Event {
  package static var version: String { "1.0" }
  package static var isUnlinkable: Bool { false }

  /// The program in whose stream it stands: the first part of the topic. An alert may stand in any stream.
  package static var program: ProgramName { ProgramName(String(topic.prefix { $0 != "." })) }
}

/// The kind of audience an event type declares; the transaction that tells it names the people.
package enum AudienceKind: String, Sendable {
  case people
  case everyone
  case programs
}

/// Who sees one event on the live stream. Programs see every event.
package enum Audience: Hashable, Sendable {
  /// At most 512; a larger audience is told as `everyone` with a body that says only what to fetch again.
  case people([PersonID])
  case everyone
  case programs

  package static let maxPeople = 512

  package var kind: AudienceKind {
    switch self {
    case .people: .people
    case .everyone: .everyone
    case .programs: .programs
    }
  }
}
