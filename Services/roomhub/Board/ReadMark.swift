import Schema

/// How far a person has read a board: `seen` messages of `hour`, and all of the hours before. No time of
/// reading. Within an hour ids are random, so nobody can say which messages are the new ones: when one came
/// since, all of that hour count as unread.
struct ReadMark: Hashable, Sendable {
  let hour: Instant
  let seen: Int64

  static let maxSeenLength = 1_000_000

  /// An hour of the board and how many messages stand in it.
  struct Hour: Hashable, Sendable {
    let hour: Instant
    let posted: Int64
  }

  /// Whoever moves in has nothing to catch up with from before the hour they came in.
  static func movedIn(at joined: Instant) -> ReadMark {
    ReadMark(hour: joined.hour.advanced(by: .seconds(-3600)), seen: .max)
  }

  /// The mark for "`seen` messages of `hour`", held to what is there.
  /// - Parameter newest: the newest hour with messages that is not after `hour`; an earlier one counts as
  ///   read
  ///   to its end.
  static func reaching(_ seen: Int64, of hour: Instant, newest: Hour) -> ReadMark {
    ReadMark(hour: newest.hour, seen: newest.hour == hour ? min(seen, newest.posted) : newest.posted)
  }

  /// The one that reaches further: a mark never moves back.
  func further(_ other: ReadMark) -> ReadMark {
    (hour, seen) < (other.hour, other.seen) ? other : self
  }

  /// - Parameter posted: how many messages stand in the marked hour now.
  func isUnread(_ messageHour: Instant, posted: Int64) -> Bool {
    messageHour > hour || (messageHour == hour && posted > seen)
  }

  /// As many as `isUnread` says of all messages.
  /// - Parameter later: how many messages stand in later hours.
  func unread(later: Int64, posted: Int64) -> Int64 { later + (posted > seen ? posted : 0) }
}

/// The votes of a board's readers.
enum HidingVote {
  /// More than half of the members, and 2 at least: nobody hides a message alone.
  static func needed(members: Int) -> Int { max(2, members / 2 + 1) }

  /// With fewer than 3 members the others know who wrote.
  static func isGuessable(members: Int) -> Bool { members < 3 }
}
