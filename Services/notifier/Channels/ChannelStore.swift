import Schema
import ServiceKit
import Store

/// Limits on channels.
enum ChannelLimits {
  /// Channels per person.
  static let maxCount = 20
  /// The time for which an ended session is stored, longer than any request that was sent in it may take.
  static let endedSessions = Duration.seconds(600)
}

extension Database {
  func channels(of person: PersonID) throws -> [ChannelRow] {
    try all(
      "SELECT \(ChannelRow.columns) FROM channel WHERE person = ? ORDER BY added_at, id LIMIT ?", person.raw,
      ChannelLimits.maxCount
    ) { try ChannelRow($0) }
  }

  /// The person's channels as they see them.
  func shownChannels(of person: PersonID, askedIn session: SessionID?) throws -> [Notifier.Channel] {
    try channels(of: person).map { $0.shown(waiting: try waiting(for: $0.id), askedIn: session) }
  }

  func channel(_ id: ChannelID) throws -> ChannelRow? {
    try one("SELECT \(ChannelRow.columns) FROM channel WHERE id = ?", id.raw) { try ChannelRow($0) }
  }

  /// A channel of this person. Another person's channel throws `not_found`, as if it did not exist.
  func channel(_ id: ChannelID, of person: PersonID) throws -> ChannelRow {
    guard let channel = try channel(id), channel.person == person else { throw Fault(.notFound) }
    return channel
  }

  /// The person's channel that has this target already. A person has one email channel, whatever its
  /// address.
  func channel(_ kind: Notifier.ChannelKind, to target: String, of person: PersonID) throws -> ChannelRow? {
    try channels(of: person).first { $0.kind == kind && (kind == .email || $0.target == target) }
  }

  /// - Throws: `too_many_channels`.
  func insert(_ channel: ChannelRow) throws {
    guard try channels(of: channel.person).count < ChannelLimits.maxCount else {
      throw Fault(.tooManyChannels)
    }
    try run(
      """
      INSERT INTO channel(id, person, kind, name, target, p256dh, auth, session, secret, is_on, least,
        added_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      channel.id.raw, channel.person.raw, channel.kind.rawValue, channel.name, channel.target,
      channel.keys?.p256dh.text, channel.keys?.auth.text, channel.session?.raw, channel.secret, channel.isOn,
      channel.least.weight, channel.added)
  }

  /// Stores the columns of a channel that may change.
  func update(_ channel: ChannelRow) throws {
    try run(
      """
      UPDATE channel SET name = ?, p256dh = ?, auth = ?, session = ?, is_on = ?, least = ? WHERE id = ?
      """,
      channel.name, channel.keys?.p256dh.text, channel.keys?.auth.text, channel.session?.raw, channel.isOn,
      channel.least.weight, channel.id.raw)
  }

  func setTarget(_ target: String, of channel: ChannelID) throws {
    try run("UPDATE channel SET target = ? WHERE id = ? AND target <> ?", target, channel.raw, target)
  }

  /// Deletes a channel and the deliveries that wait for it.
  func delete(_ channel: ChannelRow, _ call: Call) throws {
    try run("DELETE FROM delivery WHERE channel = ? AND state IN ('pending', 'leased')", channel.id.raw)
    try run("DELETE FROM channel WHERE id = ?", channel.id.raw)
    try publish(Notifier.ChannelsChanged(channel: channel.id), to: .people([channel.person]), call)
  }

  /// Deletes another person's channel with this endpoint. A browser has one subscription, which belongs to
  /// the last person who added it.
  func freeEndpoint(_ endpoint: String, for person: PersonID, _ call: Call) throws {
    let other = try one(
      "SELECT \(ChannelRow.columns) FROM channel WHERE kind = 'push' AND target = ? AND person <> ?",
      endpoint,
      person.raw
    ) { try ChannelRow($0) }
    if let other { try delete(other, call) }
  }

  // MARK: - Sessions

  /// Deletes the subscriptions of a session that ended.
  func endSession(_ session: SessionID, at now: Instant, _ call: Call) throws {
    let ended = try all(
      "SELECT \(ChannelRow.columns) FROM channel WHERE session = ? LIMIT ?", session.raw,
      ChannelLimits.maxCount
    ) { try ChannelRow($0) }
    for channel in ended { try delete(channel, call) }
    try run("DELETE FROM ended_session WHERE at < ?", now.advanced(by: .zero - ChannelLimits.endedSessions))
    try run("INSERT INTO ended_session(id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", session.raw, now)
  }

  func hasEnded(_ session: SessionID) throws -> Bool {
    try one("SELECT 1 FROM ended_session WHERE id = ?", session.raw) { _ in true } != nil
  }

  // MARK: - The site's key

  /// The secret of a key that is generated once and never changes, because each subscription is bound to it.
  func siteKey(_ name: String) throws -> [UInt8]? {
    try one("SELECT secret FROM site_key WHERE name = ?", name) { try $0.blob("secret") }
  }

  /// Stores a secret, unless there is one already.
  /// - Returns: the secret in the store.
  func keepSiteKey(_ name: String, _ secret: [UInt8], at now: Instant) throws -> [UInt8] {
    try run(
      "INSERT INTO site_key(name, secret, made_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name, secret, now
    )
    return try siteKey(name) ?? secret
  }
}
