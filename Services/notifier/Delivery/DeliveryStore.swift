import Schema
import ServiceKit
import Store

/// One message to one channel, as stored.
struct DeliveryRow: Sendable, Hashable {
  let id: DeliveryID
  let channel: ChannelID
  let person: PersonID
  /// Nil for a test or a digest.
  let notice: NoticeID?
  /// The moment of the digest, if this delivery is one.
  let digestAt: Instant?
  let kind: Notifier.ChannelKind
  let host: String
  /// Attempts so far, including the current one while it is leased.
  var attempts: Int
  let expires: Instant
  let planned: Instant

  var isTest: Bool { notice == nil && digestAt == nil }

  /// The time it ended, as precise as is allowed: a delivery planned exactly on an hour may be about
  /// something whose exact time is secret.
  func endTime(_ now: Instant) -> Instant { planned == planned.hour ? max(now.hour, planned) : now }
}

extension DeliveryRow {
  static let columns = "id, channel, person, notice, digest_at, kind, host, attempts, expires_at, planned_at"

  init(_ row: borrowing Row) throws {
    id = DeliveryID(try row.id("id"))
    channel = ChannelID(try row.id("channel"))
    person = PersonID(try row.id("person"))
    notice = try row.idOrNil("notice").map { NoticeID($0) }
    digestAt = try row.instantOrNil("digest_at")
    guard let kind = Notifier.ChannelKind(rawValue: try row.text("kind")) else {
      throw DamagedRow(what: "delivery \(id)")
    }
    self.kind = kind
    host = try row.text("host")
    attempts = Int(try row.int("attempts"))
    expires = try row.instant("expires_at")
    planned = try row.instant("planned_at")
  }
}

/// A delivery that is about to be planned.
private struct NewDelivery {
  let channel: ChannelRow
  let notice: NoticeID?
  var digestAt: Instant?
  let notBefore: Instant
  let expires: Instant
  let planned: Instant
}

extension Database {
  /// Plans a delivery for each channel that accepts notices of this importance, in the transaction that adds
  /// the notice to the inbox. It is sent if and only if the notice exists.
  /// - Parameter channels: Those of its person, if they were read already.
  func planDeliveries(
    of notice: NoticeRow, by channels: [ChannelRow]? = nil, at time: SendTime, _ call: Call
  ) throws {
    guard !call.isSeeded else { return }
    for channel in try channels ?? self.channels(of: notice.person)
    where channel.isOn && channel.least.weight <= notice.importance.weight {
      switch time {
      case .now: try plan(notice, by: channel, notBefore: notice.at)
      case .later(let moment): try plan(notice, by: channel, notBefore: moment)
      case .digest(let moment): try planDigest(of: notice, by: channel, at: moment)
      }
    }
  }

  /// Plans a delivery with the times of its notice. If the exact time of the subject is secret, the notice
  /// holds only the hour, and so does its delivery.
  private func plan(_ notice: NoticeRow, by channel: ChannelRow, notBefore: Instant) throws {
    try insert(
      NewDelivery(
        channel: channel, notice: notice.id, notBefore: notBefore,
        expires: max(notice.usefulUntil, notBefore.advanced(by: NoticeRow.usefulness)), planned: notice.at))
  }

  /// Adds the notice to the digest of that moment. A channel has one delivery per digest.
  private func planDigest(of notice: NoticeRow, by channel: ChannelRow, at moment: Instant) throws {
    let known = try digest(of: channel.id, at: moment)
    if known == nil {
      try insert(
        NewDelivery(
          channel: channel, notice: nil, digestAt: moment, notBefore: moment,
          expires: moment.advanced(by: NoticeRow.usefulness), planned: notice.at))
    }
    guard let delivery = try known ?? digest(of: channel.id, at: moment) else { return }
    let lines =
      try one("SELECT count(*) AS count FROM digest_line WHERE delivery = ?", delivery.raw) {
        try $0.int("count")
      } ?? 0
    guard lines < DeliveryRule.maxInDigest else { return }
    try run(
      "INSERT INTO digest_line(delivery, notice) VALUES (?, ?) ON CONFLICT DO NOTHING", delivery.raw,
      notice.id.raw)
  }

  private func digest(of channel: ChannelID, at moment: Instant) throws -> DeliveryID? {
    try one("SELECT id FROM delivery WHERE channel = ? AND digest_at = ?", channel.raw, moment) {
      DeliveryID(try $0.id("id"))
    }
  }

  /// Plans a test delivery that is due at the moment of the call. No notice reaches the inbox.
  func planTest(of channel: ChannelRow, _ call: Call) throws {
    try insert(
      NewDelivery(
        channel: channel, notice: nil, notBefore: call.now,
        expires: call.now.advanced(by: DeliveryRule.testLife), planned: call.now))
  }

  private func insert(_ new: NewDelivery) throws {
    let isFull = try waiting(for: new.channel.id) >= DeliveryRule.maxWaiting
    try run(
      """
      INSERT INTO delivery(id, channel, person, notice, digest_at, kind, host, state, not_before, due_at,
        expires_at, planned_at, ended_at, reason)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)
      """,
      RawUUID.random(), new.channel.id.raw, new.channel.person.raw, new.notice?.raw, new.digestAt,
      new.channel.kind.rawValue, new.channel.host, isFull ? "dead" : "pending", new.notBefore, new.expires,
      new.planned, isFull ? new.planned : nil, isFull ? "too many wait" : nil)
  }

  /// The number of deliveries of a channel that have not ended.
  func waiting(for channel: ChannelID) throws -> Int {
    try one(
      "SELECT count(*) AS count FROM delivery WHERE channel = ? AND ended_at IS NULL", channel.raw
    ) { Int(try $0.int("count")) } ?? 0
  }

  func dropWaiting(for channel: ChannelID) throws {
    try run(
      "DELETE FROM delivery WHERE channel = ? AND state = 'pending' AND ended_at IS NULL", channel.raw)
  }

  /// Dead letters, newest first.
  func deadDeliveries(after key: TimeKey, limit: Int) throws -> [Notifier.DeadDelivery] {
    try all(
      """
      SELECT id, person, kind, host, planned_at, ended_at, attempts, reason FROM delivery
      WHERE state = 'dead' AND ended_at IS NOT NULL AND (ended_at, id) < (?, ?)
      ORDER BY ended_at DESC, id DESC LIMIT ?
      """,
      key.time, key.id, limit
    ) { row in
      let id = DeliveryID(try row.id("id"))
      guard let kind = Notifier.ChannelKind(rawValue: try row.text("kind")) else {
        throw DamagedRow(what: "delivery \(id)")
      }
      return Notifier.DeadDelivery(
        id: id, person: PersonID(try row.id("person")), kind: kind, host: try row.text("host"),
        planned: try row.instant("planned_at"), died: try row.instant("ended_at"),
        attempts: Int(try row.int("attempts")),
        reason: try row.text("reason"))
    }
  }

  /// True if a delivery ended so long ago that it may be deleted.
  func hasOldDeliveries(now: Instant) throws -> Bool {
    for (state, life) in DeliveryRule.keeps {
      let old = try one(
        "SELECT 1 FROM delivery WHERE state = ? AND ended_at IS NOT NULL AND ended_at < ? LIMIT 1", state,
        now.advanced(by: .zero - life)
      ) { _ in true }
      if old != nil { return true }
    }
    return false
  }

  func pruneDeliveries(now: Instant, limit: Int) throws {
    for (state, life) in DeliveryRule.keeps {
      try run(
        """
        DELETE FROM delivery WHERE id IN
          (SELECT id FROM delivery WHERE state = ? AND ended_at IS NOT NULL AND ended_at < ? LIMIT ?)
        """,
        state, now.advanced(by: .zero - life), limit)
    }
  }
}
