import Schema

/// A person's progress on a board: `seen` messages of `hour`, and all messages of earlier hours. The time of
/// reading is not stored. Ids are random within an hour, so its new messages cannot be told apart from the
/// others: after a new one, the whole hour counts as unread.
struct ReadMark: Hashable, Sendable {
  let hour: Instant
  let seen: Int64

  static let maxSeen = 1_000_000

  /// An hour of the board and its number of messages.
  struct Hour: Hashable, Sendable {
    let hour: Instant
    let posted: Int64
  }

  /// The mark of a new member. Messages from before the hour they joined count as read.
  static func movedIn(at joined: Instant) -> ReadMark {
    ReadMark(hour: joined.hour.advanced(by: .seconds(-3600)), seen: .max)
  }

  /// The mark for "`seen` messages of `hour`", limited to the messages that exist.
  /// - Parameter newest: the newest hour with messages that is not after `hour`. An earlier one counts as
  ///   read to its end.
  static func reaching(_ seen: Int64, of hour: Instant, newest: Hour) -> ReadMark {
    ReadMark(hour: newest.hour, seen: newest.hour == hour ? min(seen, newest.posted) : newest.posted)
  }

  /// The later of the two marks, because a mark never moves back.
  func further(_ other: ReadMark) -> ReadMark {
    (hour, seen) < (other.hour, other.seen) ? other : self
  }

  /// - Parameter posted: the current number of messages in the marked hour.
  func isUnread(_ messageHour: Instant, posted: Int64) -> Bool {
    messageHour > hour || (messageHour == hour && posted > seen)
  }

  /// The number of messages for which `isUnread` is true.
  /// - Parameter later: the number of messages in later hours.
  func unread(later: Int64, posted: Int64) -> Int64 { later + (posted > seen ? posted : 0) }
}

/// The votes of a board's readers.
enum HidingVote {
  /// More than half of the members and at least 2, so nobody can hide a message alone.
  static func needed(members: Int) -> Int { max(2, members / 2 + 1) }

  /// True with fewer than 3 members, because the others then know who wrote a message.
  static func isGuessable(members: Int) -> Bool { members < 3 }
}
