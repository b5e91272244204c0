/// One event of the live stream.
package struct LiveEvent: Equatable, Sendable {
  /// The event's cursor in the stream, for `events(after:)`.
  package let id: String
  /// The topic of its declaration (`Roomhub.TaskAdded.topic`), or `reset`.
  package let type: String
  /// The event's JSON.
  package let data: [UInt8]

  /// The type of an event that reports a gap: events are missing, so fetch everything again.
  package static let reset = "reset"
}

/// Reads server-sent events line by line (WHATWG HTML, 9.2.6, without `retry`).
struct LiveEventReader {
  private var id = ""
  private var type = ""
  private var data: [UInt8]?

  /// Reads one line and returns the event that it completes.
  mutating func read(_ line: String) -> LiveEvent? {
    guard !line.isEmpty else { return complete() }
    let bytes = line.utf8
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    var value = bytes[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch line[..<colon] {
    case "id": id = String(Substring(value))
    case "event": type = String(Substring(value))
    case "data": data = data.map { $0 + [UInt8(ascii: "\n")] + value } ?? Array(value)
    default: break
    }
    return nil
  }

  private mutating func complete() -> LiveEvent? {
    defer {
      type = ""
      data = nil
    }
    guard let data else { return nil }
    return LiveEvent(id: id, type: type.isEmpty ? "message" : type, data: data)
  }
}
