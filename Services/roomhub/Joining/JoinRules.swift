import Schema

/// The room a person wants to join, as far as they specified it.
struct JoinWish: Sendable {
  let dorm: DormID?
  let number: RoomNumber?
  let code: JoinCode?

  /// The full address; nil if a part is missing.
  var address: RoomAddress? {
    guard let dorm, let number else { return nil }
    return RoomAddress(dorm: dorm, number: number)
  }

  /// True if neither the given dorm nor the given number contradicts this room. The caller checks the code.
  func fits(_ room: RoomRow) -> Bool {
    (dorm == nil || dorm == room.dorm) && (number == nil || number == room.canonicalNumber)
  }

  /// True if this is the person's current room. Joining it again changes nothing.
  func isOwn(_ room: RoomRow) -> Bool {
    fits(room) && (address != nil || code == room.joinCode)
  }
}

/// Limits that keep join codes from being guessed and members from being flooded with requests.
enum JoinLimits {
  /// The number of wrong codes a person may enter within `wrongCodeWindow`.
  static let maxWrongCodes = 10
  static let wrongCodeWindow = Duration.seconds(15 * 60)
  /// The limit on people waiting for one room. Beyond it, requests are rejected with `slow_down`.
  static let maxWaiting = 100
  static let fullQueueWait = Duration.seconds(3600)
  /// The time for which a decided request is kept, so that a second approval is recognized as one.
  static let decisionLifetime = Duration.seconds(7 * 24 * 3600)

  /// The wait before the next attempt after wrong codes at these times (oldest first); nil if none is needed.
  static func wait(failures: [Instant], now: Instant) -> Duration? {
    let recent = failures.filter { now.since($0) < wrongCodeWindow }
    guard recent.count >= maxWrongCodes else { return nil }
    return recent[recent.count - maxWrongCodes].advanced(by: wrongCodeWindow).since(now)
  }
}
