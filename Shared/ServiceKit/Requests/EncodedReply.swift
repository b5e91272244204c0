internal import Bus
package import JSON
internal import Schema

/// An encoded reply: its JSON, and the fields sent beside it.
package struct EncodedReply<Reply: Codable & Sendable>: Sendable {
  let body: [UInt8]
  /// Nil unless it overrides the declared status.
  let status: UInt16?
  let sessionToken: String?
  let deviceToken: String?
  /// The time for which it may be kept, where the request declares that it is.
  let validity: ReplyValidity

  package init(
    _ reply: Reply, knowing known: (any KnownValue)? = nil, valid: ReplyValidity = .untilChanged
  ) throws {
    validity = valid
    body = try JSONCoding.encode(reply, knowing: known)
    status = (reply as? any StatusReply)?.status
    sessionToken = (reply as? any SessionReply)?.sessionToken
    deviceToken = (reply as? any DeviceReply)?.deviceToken?.text
  }

  /// The reply to an earlier request. Replies with tokens are never stored.
  init(stored bytes: [UInt8]) {
    let status = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    self.status = status == 0 ? nil : status
    body = Array(bytes.dropFirst(2))
    sessionToken = nil
    deviceToken = nil
    validity = .now
  }

  /// The form in the store: the status in two bytes, 0 for none, then the JSON.
  var stored: [UInt8] {
    let status = status ?? 0
    return [UInt8(status >> 8), UInt8(status & 255)] + body
  }

  package func decoded() throws -> Reply { try JSONCoding.decode(Reply.self, from: body) }
}
