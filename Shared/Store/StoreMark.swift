internal import Schema

/// The state of a store when it was last seen whole, kept in a file outside of it. A store that does not
/// match its mark was lost, swapped or damaged.
struct StoreMark: Sendable, Equatable {
  enum State: Sendable, Equatable {
    /// The program runs, or it was killed: the log holds changes that the file lacks.
    case open
    /// The program is stopping: the log may be blank already.
    case closing
    /// The program stopped: the size of the file, and its sum unless it is too large for one.
    case closed(size: Int64, sum: UInt64?)
    /// A check found damage in the file.
    case damaged
  }

  var stream: String
  var epoch: RawUUID
  /// The number of starts and stops of the store, which the store counts as well: an older copy is behind.
  var generation: Int64
  /// The newest event, as of a second ago.
  var head: Int64
  /// The end of the log at that moment; nil if it is not known, or the store is closed.
  var log: LogEnd?
  var state: State

  /// The size of the file, one sector: it is overwritten in place, and a sector is never half written.
  static let fileSize = 512
  private static let first = "quad-store 1"
  private static let last = "end"

  /// Lines of text, so that an operator can read them.
  var bytes: [UInt8] {
    let lines = [
      StoreMark.first, "stream \(stream)", "epoch \(epoch)", "generation \(generation)", "head \(head)",
      "log \(log.map { "\(String($0.salt, radix: 16)) \($0.frames)" } ?? "-")", "state \(state.text)",
      StoreMark.last,
    ]
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    return text + [UInt8](repeating: UInt8(ascii: "\n"), count: max(StoreMark.fileSize - text.count, 0))
  }

  init(
    stream: String, epoch: RawUUID, generation: Int64, head: Int64, log: LogEnd? = nil, state: State
  ) {
    self.stream = stream
    self.epoch = epoch
    self.generation = generation
    self.head = head
    self.log = log
    self.state = state
  }

  /// Returns nil for bytes that are no mark.
  init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count == 8, lines[0] == StoreMark.first, lines[7] == StoreMark.last else { return nil }
    func value(_ name: String, _ line: String) -> String? {
      line.hasPrefix(name + " ") ? String(line.dropFirst(name.count + 1)) : nil
    }
    guard let stream = value("stream", lines[1]),
      let epoch = value("epoch", lines[2]).flatMap({ RawUUID($0) }),
      let generation = value("generation", lines[3]).flatMap({ Int64($0) }),
      let head = value("head", lines[4]).flatMap({ Int64($0) }),
      let end = value("log", lines[5]), let state = value("state", lines[6]).flatMap({ State($0) })
    else { return nil }
    let words = end.split(separator: " ")
    var log: LogEnd?
    if words.count == 2, let salt = UInt64(words[0], radix: 16), let frames = Int64(words[1]) {
      log = LogEnd(salt: salt, frames: frames)
    }
    guard log != nil || end == "-" else { return nil }
    self.init(stream: stream, epoch: epoch, generation: generation, head: head, log: log, state: state)
  }
}

extension StoreMark.State {
  fileprivate var text: String {
    switch self {
    case .open: "open"
    case .closing: "closing"
    case .closed(let size, let sum): "closed \(size) \(sum.map { String($0, radix: 16) } ?? "-")"
    case .damaged: "damaged"
    }
  }

  fileprivate init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("open", 1): self = .open
    case ("closing", 1): self = .closing
    case ("damaged", 1): self = .damaged
    case ("closed", 3):
      guard let size = Int64(words[1]) else { return nil }
      let sum = UInt64(words[2], radix: 16)
      guard sum != nil || words[2] == "-" else { return nil }
      self = .closed(size: size, sum: sum)
    default: return nil
    }
  }
}
