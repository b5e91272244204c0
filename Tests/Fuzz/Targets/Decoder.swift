/// One decoder of bytes that strangers send, with the bytes that fuzzing starts from.
///
/// `run` fails by trapping, or by giving a sentence about what does not fit together: what was decoded must
/// survive being written and read again.
package struct Decoder: Sendable {
  package let name: String
  package let seeds: @Sendable () throws -> [[UInt8]]
  package let run: @Sendable ([UInt8]) -> String?

  package init(
    name: String, seeds: @escaping @Sendable () throws -> [[UInt8]],
    run: @escaping @Sendable ([UInt8]) -> String?
  ) {
    self.name = name
    self.seeds = seeds
    self.run = run
  }

  package static let all = [
    frame, welcome, fault, replay, batch, position, body, params, query, cookie, cursor, traceparent, instant,
    head, zone, rule, calendar, csv, json, windows1252, feed, newsHTML,
  ]

  package static func named(_ name: String) -> Decoder? { (all + [planted]).first { $0.name == name } }
}

extension Decoder {
  /// The control: a bug that only a search by coverage, or by chance near its seed, comes upon.
  package static let planted = Decoder(name: "planted", seeds: { [Array("FUZ!".utf8)] }) { bytes in
    guard bytes.count >= 4, bytes[0] == UInt8(ascii: "F"), bytes[1] == UInt8(ascii: "U"),
      bytes[2] == UInt8(ascii: "Z")
    else { return nil }
    return bytes[3] == UInt8(ascii: "Z") ? "the planted bug" : nil
  }
}

/// Takes bytes off the front of an input.
struct Input {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func number() -> Int64 {
    Int64(bitPattern: (0..<8).reduce(UInt64(0)) { value, _ in value << 8 | UInt64(byte()) })
  }

  mutating func take(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func all() -> [UInt8] { take(rest.count) }

  mutating func text() -> String { String(decoding: all(), as: UTF8.self) }
}

/// The bytes of a sentence for each seed.
func texts(_ texts: String...) -> @Sendable () -> [[UInt8]] {
  { texts.map { Array($0.utf8) } }
}
