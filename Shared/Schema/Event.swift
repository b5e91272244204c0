/// Something that happened, published in the transaction that changed it. Its name is in the past tense.
package protocol Event: Codable, Sendable {
  /// The topic: `<program>.<noun>.<verb in past tense>`.
  static var topic: String { get }
  static var version: String { get }
  /// The audience on the live stream.
  static var audience: AudienceKind { get }
  /// True if the body must reveal nothing and the time is cut to the hour.
  static var isUnlinkable: Bool { get }
}

extension Event {
  package static var version: String { "1.0" }
  package static var isUnlinkable: Bool { false }

  /// The program that publishes it: the first part of the topic. Alerts may be in any program's stream.
  package static var program: ProgramName { ProgramName(of: topic) }
}

/// The kind of audience that an event type declares; the transaction that publishes the event names the
/// people.
package enum AudienceKind: String, Sendable {
  case people
  case everyone
  case programs
}

/// The audience of one event on the live stream. Programs receive every event.
package enum Audience: Hashable, Sendable {
  /// At most 512 people. For a larger audience `everyone` is used, with a body that only names what to fetch
  /// again.
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

/// An event about one row of its program's snapshot: the row as it is now, or its end. Each row has one name
/// in all of them.
package protocol RowEvent: Event {
  var row: RowName { get }
}

/// The name of a row: its kind and its key.
package struct RowName: Hashable, Sendable {
  package let kind: String
  package let key: [String]

  package init(_ kind: String, _ key: String...) {
    self.kind = kind
    self.key = key
  }
}
