/// Server-sent events as text.
///
/// A browser's EventSource delivers only events whose names it was given in advance, so it gets each event
/// without a name, with its topic next to its data.
enum LiveFrame {
  /// The beginning of a stream, with the time after which a reader comes back (ms).
  static let welcome = Array(": welcome\nretry: 2000\n".utf8)

  /// An event. Our JSON contains no line break, so one `data` line is enough.
  static func event(_ topic: String, _ body: [UInt8], _ id: String, isNamed: Bool) -> [UInt8] {
    if isNamed { return Array("id: \(id)\nevent: \(topic)\ndata: ".utf8) + body + [10, 10] }
    let head = "id: \(id)\ndata: {\"topic\":\"\(topic)\",\"data\":"
    return Array(head.utf8) + body + Array("}\n\n".utf8)
  }

  /// An id without an event: readers keep it and show nothing. An EventSource keeps it for itself, so a
  /// script hears of it by the event `position`, whose name it knows beforehand.
  static func id(_ id: String, isNamed: Bool) -> [UInt8] {
    Array("id: \(id)\n\(isNamed ? "" : "event: position\ndata: {}\n")\n".utf8)
  }
}
