/// The newest number of each topic class of a stream, as the wire carries it: for each class the length of
/// its name (u8), the name, the number (i64). The first entry has an empty name and counts for every class
/// that is not listed.
///
/// A number may be too high, never too low: a subscriber that stands there has missed no event of the class.
package struct StreamHeads: Hashable, Sendable {
  /// The maximum number of listed classes. Events of others move the first entry.
  package static let maxClasses = 64

  package private(set) var bytes: [UInt8]
  /// The offset of each class's number.
  private var places: [String: Int] = ["": 1]

  /// - Parameter others: the number of every class, until an event of it sets its own.
  package init(others: Int64) {
    bytes = [0] + StreamHeads.bigEndian(others)
  }

  /// Returns nil for bytes that are no such list, or one with too many classes.
  package init?(_ bytes: [UInt8]) {
    places = [:]
    self.bytes = bytes
    var start = 0
    while start < bytes.count {
      let end = start + 1 + Int(bytes[start])
      guard end + 8 <= bytes.count, places.count <= StreamHeads.maxClasses,
        let name = String(validating: bytes[(start + 1)..<end], as: UTF8.self), places[name] == nil
      else { return nil }
      places[name] = end
      start = end + 8
    }
    guard places[""] == 1 else { return nil }
  }

  /// The number of each listed class.
  package var numbers: [String: Int64] { places.mapValues { StreamHeads.number(bytes[$0..<($0 + 8)]) } }

  /// Records that the newest event of a class has this number, which is the newest of the stream.
  package mutating func set(_ topicClass: String, to sequence: Int64) {
    var place = places[topicClass] ?? 1
    if place == 1, places.count <= StreamHeads.maxClasses, topicClass.utf8.count < 256, !topicClass.isEmpty {
      bytes.append(UInt8(topicClass.utf8.count))
      bytes.append(contentsOf: topicClass.utf8)
      place = bytes.count
      places[topicClass] = place
      bytes.append(contentsOf: StreamHeads.bigEndian(sequence))
      return
    }
    let bits = UInt64(bitPattern: sequence)
    for index in 0..<8 {
      bytes[place + index] = UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * index))
    }
  }

  /// The newest number of any of these classes.
  package func newest(of classes: [String]) -> Int64 {
    let (numbers, places) = (bytes, places)
    return classes.map { name in
      let place = places[name] ?? 1
      return StreamHeads.number(numbers[place..<(place + 8)])
    }.max() ?? 0
  }

  /// The newest number of the classes with these names, in encoded numbers.
  /// - Returns: Nil if the bytes are malformed.
  package static func newest(of names: [[UInt8]], in bytes: [UInt8]) -> Int64? {
    var newest: Int64 = 0
    var others: Int64?
    var listed = 0
    var start = 0
    while start < bytes.count {
      let end = start + 1 + Int(bytes[start])
      guard end + 8 <= bytes.count else { return nil }
      let name = bytes[(start + 1)..<end]
      if name.isEmpty {
        others = number(bytes[end..<(end + 8)])
      } else if names.contains(where: { $0.elementsEqual(name) }) {
        listed += 1
        newest = max(newest, number(bytes[end..<(end + 8)]))
      }
      start = end + 8
    }
    guard let others else { return nil }
    return listed < names.count ? max(newest, others) : newest
  }

  package static func bigEndian(_ number: Int64) -> [UInt8] {
    let bits = UInt64(bitPattern: number)
    return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
  }

  package static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }
}
