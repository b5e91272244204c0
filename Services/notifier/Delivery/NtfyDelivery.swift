import Fetch
import FoundationEssentials
import Schema

/// Sends notices to an ntfy topic: the text as the body, the rest in headers.
struct NtfyDelivery: Sendable {
  let client: FetchClient
  let policy: FetchPolicy

  func deliver(_ message: OutgoingMessage, to channel: ChannelRow) async -> DeliveryOutcome {
    let headers = [
      ("Title", NtfyDelivery.header(message.words.title)), ("Priority", message.importance.priority),
      ("Tags", message.text.key.tag), ("Click", message.link),
      // With this id, an ntfy 2.16 server replaces the message of an earlier attempt.
      ("X-Sequence-ID", message.id.description), ("X-Quad-ID", message.id.description),
      ("Content-Type", "text/plain; charset=utf-8"),
    ]
    return await client.post(
      channel.target, headers: headers, body: Array(message.words.body.utf8), policy: policy
    ) { $0.outcome }
  }

  /// Encodes text for a header, which holds only ASCII. ntfy reads the encoded words of RFC 2047.
  static func header(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return text }
    return "=?UTF-8?B?\(Data(text.utf8).base64EncodedString())?="
  }
}

extension Alerts.AlertImportance {
  /// The priority in ntfy, 1 to 5.
  fileprivate var priority: String {
    switch self {
    case .low: "2"
    case .normal: "3"
    case .high: "4"
    case .crisis: "5"
    }
  }
}

extension String {
  /// The short name of a key's emoji, as ntfy shows it.
  fileprivate var tag: String {
    switch prefix(while: { $0 != "." }) {
    case "event": "calendar"
    case "task": "white_check_mark"
    case "board": "memo"
    case "signin": "key"
    default: "bell"
    }
  }
}
