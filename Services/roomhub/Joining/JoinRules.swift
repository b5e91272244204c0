import Schema

/// The room somebody wants to enter, as far as they named it.
struct JoinWish: Sendable {
  let dorm: DormID?
  let number: RoomNumber?
  let code: JoinCode?

  /// Whole, or nil.
  var address: RoomAddress? {
    guard let dorm, let number else { return nil }
    return RoomAddress(dorm: dorm, number: number)
  }

  /// Whether nothing that was named speaks against this room; the code is looked at by whoever asks.
  func fits(_ room: RoomRow) -> Bool {
    (dorm == nil || dorm == room.dorm) && (number == nil || number?.text == room.number)
  }

  /// Whether it is the room one is in already: joining it once more changes nothing.
  func isOwn(_ room: RoomRow) -> Bool {
    fits(room) && (address != nil || code == room.joinCode)
  }
}

/// What keeps join codes from being guessed and members from being asked without end.
enum JoinLimits {
  /// Wrong codes a person may give within `wrongCodeWindow`.
  static let maxWrongCodes = 10
  static let wrongCodeWindow = Duration.seconds(15 * 60)
  /// People who wait at one room; the next one is told to come back later.
  static let maxWaiting = 100
  static let fullQueueWait = Duration.seconds(3600)
  /// A decided request is remembered this long, so that a second approval learns that it was one.
  static let decisionLifetime = Duration.seconds(7 * 24 * 3600)

  /// How long whoever gave wrong codes at these times (oldest first) must wait before the next one; nil for
  /// not at all.
  static func wait(failures: [Instant], now: Instant) -> Duration? {
    let recent = failures.filter { now.since($0) < wrongCodeWindow }
    guard recent.count >= maxWrongCodes else { return nil }
    return recent[recent.count - maxWrongCodes].advanced(by: wrongCodeWindow).since(now)
  }
}
