import HTTPServer
import Schema
import Synchronization

/// A ZIP archive (PKWARE's APPNOTE 6.3) that is made while it is sent. Its files are stored uncompressed:
/// they are pictures. Besides the list of its files, which comes last, it takes the memory of one part.
///
/// A file that is gone by its turn is left out. The archive is without the extensions for 4 GiB (ZIP64).
final class ZipArchive: BodySource {
  /// A file of the archive.
  struct Entry: Sendable {
    /// Of ASCII characters.
    let name: String
    let modified: Instant
    let content: Content
  }

  enum Content: Sendable {
    case bytes([UInt8])
    /// A stored picture, whose form is added to the name: `.jpg` or `.webp`.
    case picture(ObjectName)
  }

  /// The limits of the format without its extensions, with room for the lists.
  static let maxEntries = 20_000
  static let maxBytes: Int64 = 4_200_000_000

  fileprivate struct Open {
    let file: ServedFolder.File
    var offset: Int64 = 0
  }

  fileprivate struct State {
    var next = 0
    /// Bytes that are to be sent, and the number of those that are sent already.
    var pending: [UInt8] = []
    var sent = 0
    var open: Open?
    /// The number of bytes before `pending`.
    var offset: Int64 = 0
    var directory: [UInt8] = []
    var count = 0
    var isListed = false
  }

  private let entries: [Entry]
  private let objects: ServedFolder
  private let release: @Sendable () -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - entries: At most `maxEntries`, which together take at most `maxBytes`.
  ///   - objects: The folder of the stored pictures.
  ///   - release: Called after the last byte, or when the client has left.
  init(_ entries: [Entry], objects: ServedFolder, release: @escaping @Sendable () -> Void) {
    self.entries = entries
    self.objects = objects
    self.release = release
  }

  deinit {
    state.withLock { $0.closeFile() }
    release()
  }

  func next(_ count: Int) -> [UInt8]? {
    state.withLock { state in
      while true {
        if state.sent < state.pending.count { return state.send(count) }
        if state.open != nil { return state.sendFile(count) }
        if state.next < entries.count {
          let entry = entries[state.next]
          state.next += 1
          guard state.begin(entry, objects) else { return nil }
        } else {
          guard !state.isListed else { return [] }
          state.list()
        }
      }
    }
  }
}

extension ZipArchive.State {
  fileprivate mutating func send(_ count: Int) -> [UInt8] {
    let part = Array(pending[sent..<min(sent + count, pending.count)])
    sent += part.count
    offset += Int64(part.count)
    return part
  }

  /// Nil if the file is shorter than it was.
  fileprivate mutating func sendFile(_ count: Int) -> [UInt8]? {
    guard var open else { return nil }
    let wanted = min(Int64(count), open.file.size - open.offset)
    guard let part = open.file.part(Int(wanted), at: open.offset), !part.isEmpty else { return nil }
    open.offset += Int64(part.count)
    offset += Int64(part.count)
    self.open = open
    if open.offset == open.file.size { closeFile() }
    return part
  }

  fileprivate mutating func closeFile() {
    open?.file.close()
    open = nil
  }

  /// False if the file cannot be read.
  fileprivate mutating func begin(_ entry: ZipArchive.Entry, _ objects: ServedFolder) -> Bool {
    switch entry.content {
    case .bytes(let bytes):
      var sum = CRC32()
      sum.update(bytes)
      add(entry.name, entry.modified, sum.value, Int64(bytes.count))
      pending += bytes
      return true
    case .picture(let name):
      guard let file = objects.open("\(name.folder)/original") else { return true }
      guard let (sum, ending) = ZipArchive.State.look(at: file) else {
        file.close()
        return false
      }
      add(entry.name + ending, entry.modified, sum, file.size)
      open = .init(file: file)
      return true
    }
  }

  /// The checksum of a picture and the ending of its name; nil if it is empty or cannot be read.
  private static func look(at file: ServedFolder.File) -> (sum: UInt32, ending: String)? {
    var sum = CRC32()
    var (offset, ending): (Int64, String) = (0, "")
    while offset < file.size {
      guard let part = file.part(64 * 1024, at: offset), !part.isEmpty else { return nil }
      if offset == 0 { ending = part.starts(with: [0xFF, 0xD8]) ? ".jpg" : ".webp" }
      sum.update(part)
      offset += Int64(part.count)
    }
    return offset > 0 ? (sum.value, ending) : nil
  }

  /// Writes the head of a file, and notes the file for the list.
  private mutating func add(_ name: String, _ modified: Instant, _ sum: UInt32, _ size: Int64) {
    let text = Array(name.utf8)
    var common: [UInt8] = []
    // The version that reads it, no flags, stored.
    for number in [20, 0, 0] { common.add(UInt16(number)) }
    let (date, time) = modified.dosTime
    common.add(time)
    common.add(date)
    common.add(sum)
    common.add(UInt32(clamping: size))
    common.add(UInt32(clamping: size))
    common.add(UInt16(text.count))
    common.add(UInt16(0))
    pending = []
    sent = 0
    pending.add(UInt32(0x0403_4B50))
    pending += common + text
    directory.add(UInt32(0x0201_4B50))
    directory.add(UInt16(20))
    directory += common
    // No comment, the first disk, no attributes.
    for _ in 0..<3 { directory.add(UInt16(0)) }
    directory.add(UInt32(0))
    directory.add(UInt32(clamping: offset))
    directory += text
    count += 1
  }

  /// Ends the archive with the list of its files.
  fileprivate mutating func list() {
    isListed = true
    let size = directory.count
    pending = directory
    sent = 0
    directory = []
    pending.add(UInt32(0x0605_4B50))
    for number in [0, 0, count, count] { pending.add(UInt16(clamping: number)) }
    pending.add(UInt32(size))
    pending.add(UInt32(clamping: offset))
    pending.add(UInt16(0))
  }
}

extension [UInt8] {
  /// Adds a number with its lowest byte first.
  fileprivate mutating func add(_ number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}

extension Instant {
  /// Date and time in UTC, to two seconds, from 1980 to 2107.
  fileprivate var dosTime: (date: UInt16, time: UInt16) {
    let seconds = min(max(milliseconds / 1000, 315_532_800), 4_354_819_199)
    let date = CivilDate(daysSince1970: seconds / 86_400)
    let time = seconds % 86_400
    return (
      UInt16((date.year - 1980) << 9 | date.month << 5 | date.day),
      UInt16((time / 3600) << 11 | (time / 60 % 60) << 5 | time % 60 / 2)
    )
  }
}
