import Schema
import ServiceKit
import Store

// An attempt holds a lease of its delivery, with an owner and an end. Only its owner may store the outcome;
// once it has ended, anybody may try again.

extension Database {
  /// Deliveries of a kind that may be attempted now, longest overdue first.
  ///
  /// A channel with a running attempt is left out: each gets one at a time.
  /// - Parameter hosts: hosts at their limit of running attempts, to leave out.
  func dueDeliveries(
    _ kind: Notifier.ChannelKind, now: Instant, system: Instant, withoutHosts hosts: [String], limit: Int
  ) throws -> [DeliveryRow] {
    let marks = Array(repeating: "?", count: hosts.count).joined(separator: ", ")
    let full = hosts.isEmpty ? "" : "AND host NOT IN (\(marks))"
    let values: [(any SQLBindable)?] = [kind.rawValue, system, now] + hosts + [system, limit]
    return try all(
      """
      SELECT \(DeliveryRow.columns) FROM delivery
      WHERE state = 'pending' AND kind = ? AND due_at <= ? AND not_before <= ? \(full)
        AND NOT EXISTS (
          SELECT 1 FROM delivery AS running
          WHERE running.channel = delivery.channel AND running.state = 'leased' AND running.ended_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM channel WHERE channel.id = delivery.channel AND waits_until > ?)
      ORDER BY due_at, not_before, id LIMIT ?
      """,
      values: values
    ) { try DeliveryRow($0) }
  }

  /// True if a lease has ended without an outcome: its owner stopped, or the attempt took too long.
  /// - Parameter system: the system's time, on which leases end.
  func hasEndedLeases(at system: Instant) throws -> Bool {
    let ended = try one(
      "SELECT 1 FROM delivery WHERE state = 'leased' AND lease_until <= ? LIMIT 1", system
    ) { _ in true }
    return ended != nil
  }

  /// Makes deliveries pending again whose lease has ended. They may have arrived, so they are sent again
  /// under the same key, by which a receiver recognizes a duplicate.
  func takeBackLeased(endedBy system: Instant) throws {
    try run(
      """
      UPDATE delivery SET state = 'pending', due_at = 0, lease_owner = NULL, lease_until = NULL
      WHERE state = 'leased' AND lease_until <= ?
      """,
      system)
  }

  /// Leases a delivery, with its channel and its content; nil if there is nothing to send, or if somebody
  /// else has begun an attempt to its channel.
  /// - Parameter system: the system's time, on which the lease ends.
  func lease(
    _ delivery: DeliveryRow, to owner: RawUUID, system: Instant, _ call: Call
  ) throws -> LeasedDelivery? {
    guard let channel = try channel(delivery.channel) else {
      try run("DELETE FROM delivery WHERE id = ?", delivery.id.raw)
      return nil
    }
    guard call.now < delivery.expires else {
      try end(delivery, "expired", reason: nil, call)
      return nil
    }
    guard let content = try content(of: delivery, channel) else {
      try end(delivery, "expired", reason: "read", call)
      return nil
    }
    let taken = try change(
      """
      UPDATE delivery SET state = 'leased', attempts = attempts + 1, lease_owner = ?, lease_until = ?
      WHERE id = ? AND state = 'pending' AND attempts = ?
        AND NOT EXISTS (
          SELECT 1 FROM delivery AS running
          WHERE running.channel = ? AND running.state = 'leased' AND running.ended_at IS NULL)
      """,
      owner, system.advanced(by: DeliveryRule.lease), delivery.id.raw, delivery.attempts, channel.id.raw)
    guard taken == 1 else { return nil }
    var delivery = delivery
    delivery.attempts += 1
    return LeasedDelivery(
      delivery: delivery, owner: owner, channel: channel, content: content,
      home: try home(of: delivery.person), site: try site())
  }

  /// The content of a delivery; nil if it was read or cleared meanwhile, on another device or during quiet
  /// hours.
  private func content(of delivery: DeliveryRow, _ channel: ChannelRow) throws -> DeliveryContent? {
    if let id = delivery.notice {
      return try unread(
        "SELECT \(NoticeRow.columns) FROM notice WHERE id = ? AND read_at IS NULL AND cleared_at IS NULL",
        id.raw
      ).first.map { .notice($0) }
    }
    guard delivery.digestAt != nil else { return .test(channel: channel.name) }
    let notices = try unread(
      """
      SELECT \(NoticeRow.columns) FROM notice
      WHERE id IN (SELECT notice FROM digest_line WHERE delivery = ?)
        AND read_at IS NULL AND cleared_at IS NULL
      ORDER BY at, id
      """,
      delivery.id.raw)
    return notices.isEmpty ? nil : .digest(notices)
  }

  private func unread(_ sql: String, _ id: RawUUID) throws -> [NoticeRow] {
    try all(sql, id) { try NoticeRow($0) }
  }

  /// The earliest time on the site's clock at which a first attempt is or was due. Retries wait on the
  /// system's clock and are not included.
  func nextDelivery() throws -> Instant? {
    try one(
      """
      SELECT min(not_before) AS not_before FROM delivery
      WHERE state = 'pending' AND attempts = 0 OR state = 'leased' AND attempts = 1
      """
    ) { try $0.instantOrNil("not_before") } ?? nil
  }

  /// Stores the outcome of an attempt. If its lease was taken back meanwhile, the next attempt decides.
  /// - Parameter system: the system's time, on which retries are scheduled.
  func settle(_ leased: LeasedDelivery, _ step: DeliveryStep, system: Instant, _ call: Call) throws {
    let delivery = leased.delivery
    // The row may have been deleted meanwhile, with its channel or its person.
    let isHeld = try one(
      "SELECT 1 FROM delivery WHERE id = ? AND state = 'leased' AND lease_owner = ? AND attempts = ?",
      delivery.id.raw, leased.owner, delivery.attempts
    ) { _ in true }
    guard isHeld != nil else { return }
    switch step {
    case .delivered:
      try end(delivery, "delivered", reason: nil, call)
      try run(
        "UPDATE channel SET delivered_at = ?, failed_at = NULL, failure = NULL, waits_until = 0 WHERE id = ?",
        leased.time(call), delivery.channel.raw)
    case .again(let reason, let wait):
      try run(
        """
        UPDATE delivery SET state = 'pending', due_at = ?, reason = ?, lease_owner = NULL, lease_until = NULL
        WHERE id = ?
        """,
        system.advanced(by: wait), reason, delivery.id.raw)
      try note(reason, leased, call)
    case .expired:
      try end(delivery, "expired", reason: nil, call)
    case .dead(let reason):
      try end(delivery, "dead", reason: reason, call)
      try note(reason, leased, call)
      try publishDied(leased, reason, call)
    case .gone:
      try end(delivery, "dead", reason: "gone", call)
      try delete(leased.channel, call)
      try publishDied(leased, "gone", call)
    }
    if delivery.isTest, step != .gone {
      try publish(Notifier.ChannelsChanged(channel: delivery.channel), to: .people([delivery.person]), call)
    }
  }

  /// Holds back the channel's deliveries until this moment, because its receiver requested it.
  func hold(_ channel: ChannelID, until moment: Instant) throws {
    try run("UPDATE channel SET waits_until = ? WHERE id = ?", moment, channel.raw)
  }

  private func note(_ reason: String, _ leased: LeasedDelivery, _ call: Call) throws {
    try run(
      "UPDATE channel SET failed_at = ?, failure = ? WHERE id = ?", leased.time(call), reason,
      leased.delivery.channel.raw)
  }

  private func publishDied(_ leased: LeasedDelivery, _ reason: String, _ call: Call) throws {
    try publish(
      Notifier.DeliveryDied(channel: leased.delivery.channel, reason: reason),
      to: .people([leased.delivery.person]), call)
  }

  private func end(_ delivery: DeliveryRow, _ state: String, reason: String?, _ call: Call) throws {
    try run(
      """
      UPDATE delivery SET state = ?, ended_at = ?, reason = ?, lease_owner = NULL, lease_until = NULL
      WHERE id = ?
      """,
      state, delivery.endTime(call.now), reason, delivery.id.raw)
  }
}

/// A delivery whose attempt is running.
struct LeasedDelivery: Sendable {
  let delivery: DeliveryRow
  /// The program that sends it.
  let owner: RawUUID
  let channel: ChannelRow
  let content: DeliveryContent
  /// The person's zone, or the site's.
  let home: ZoneName?
  let site: SiteCopy

  func time(_ call: Call) -> Instant { max(delivery.endTime(call.now), channel.added) }
}

/// The content of a delivery.
enum DeliveryContent: Sendable {
  case notice(NoticeRow)
  /// Oldest first; never empty.
  case digest([NoticeRow])
  case test(channel: String)
}
