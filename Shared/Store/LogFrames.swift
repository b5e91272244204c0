internal import Glibc

/// The end of a log at a commit. SQLite starts a log anew with another salt.
struct LogEnd: Sendable, Equatable {
  let salt: UInt64
  let frames: Int64
}

/// The frames of a log that are whole, as SQLite would recover them after a kill
/// (https://www.sqlite.org/fileformat2.html#walformat).
enum LogFrames {
  private static let headSize = 32
  private static let frameHeadSize = 24

  /// Returns the end of a log with so many frames; nil if there is no log.
  static func end(of log: String, frames: Int) throws -> LogEnd? {
    guard frames > 0, let salt = try salt(of: log) else { return nil }
    return LogEnd(salt: salt, frames: Int64(frames))
  }

  /// True if the log still has the frames up to this end, or was started anew since.
  static func hold(_ end: LogEnd, in log: String) throws -> Bool {
    guard try salt(of: log) == end.salt else { return true }
    return try count(in: log, upTo: end.frames) == end.frames
  }

  private static func salt(of log: String) throws -> UInt64? {
    guard DiskFile.size(log) != nil else { return nil }
    let head = try DiskFile.read(log, headSize)
    guard head.count == headSize else { return nil }
    return UInt64(number(head, at: 16)) << 32 | UInt64(number(head, at: 20))
  }

  private static func count(in log: String, upTo limit: Int64) throws -> Int64 {
    let file = open(log, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw StoreError.cannotOpen(detail: "\(log): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: headSize)
    guard pread(file, &head, headSize, 0) == headSize else { return 0 }
    let page = Int(number(head, at: 8))
    guard (512...65_536).contains(page) else { return 0 }
    var sum = Sum(isBigEndian: head[3] & 1 == 1)
    sum.add(head, 0..<24)
    guard sum.isEqual(to: head, at: 24) else { return 0 }
    var frame = [UInt8](repeating: 0, count: frameHeadSize + page)
    var count: Int64 = 0
    while count < limit {
      let place = off_t(headSize) + off_t(count) * off_t(frame.count)
      guard pread(file, &frame, frame.count, place) == frame.count, frame[8..<16] == head[16..<24] else {
        break
      }
      sum.add(frame, 0..<8)
      sum.add(frame, frameHeadSize..<frame.count)
      guard sum.isEqual(to: frame, at: 16) else { break }
      count += 1
    }
    return count
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> UInt32 {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The checksum of a log, which goes on from frame to frame.
  private struct Sum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
      bytes.withUnsafeBytes { bytes in
        for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
          var (one, two) = (
            bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self),
            bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
          )
          if isBigEndian { (one, two) = (UInt32(bigEndian: one), UInt32(bigEndian: two)) }
          first = first &+ one &+ second
          second = second &+ two &+ first
        }
      }
    }

    func isEqual(to bytes: [UInt8], at place: Int) -> Bool {
      number(bytes, at: place) == first && number(bytes, at: place + 4) == second
    }
  }
}
