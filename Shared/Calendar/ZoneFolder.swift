internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// The folder of the time zone database, with a cache of its tables.
///
/// A table is read again when its file has changed: a new release of tzdata takes effect without a restart.
package final class ZoneFolder: Sendable {
  /// More than the number of names in the database. Only existing names are cached.
  static let maxTables = 1024
  /// The maximum nesting of folders: `America/Argentina/Salta` has two.
  static let deepest = 3

  /// The folder in the setting `QUAD_ZONEINFO`, or else the system's own.
  package static let system = ZoneFolder(
    ProcessInfo.processInfo.environment["QUAD_ZONEINFO"].flatMap { $0.isEmpty ? nil : $0 }
      ?? "/usr/share/zoneinfo")

  private struct Entry {
    let stamp: FileStamp
    let table: ZoneTable
  }

  package let path: String
  private let entries = Mutex<[String: Entry]>([:])

  package init(_ path: String) { self.path = path }

  /// - Throws: `unknown` for a name that is not a zone of this folder, `damaged` for an unusable file.
  package func zone(named name: String) throws(ZoneFault) -> Zone {
    // Everything else in the folder begins with a lowercase letter: lists, `posix`, `right`, `localtime`.
    guard ZoneFolder.isName(name) else { throw .unknown }
    let file = path + "/" + name
    let stamp = try FileStamp(of: file)
    if let entry = entries.withLock({ $0[name] }), entry.stamp == stamp {
      return Zone(name: name, table: entry.table)
    }
    let table = try ZoneTable(ZoneFolder.read(file))
    entries.withLock { entries in
      if entries.count >= ZoneFolder.maxTables { entries.removeAll() }
      entries[name] = Entry(stamp: stamp, table: table)
    }
    return Zone(name: name, table: table)
  }

  /// Returns every name, sorted. Keep the result: the call reads some twenty folders.
  package func allNames() throws(ZoneFault) -> [String] {
    var names: [String] = []
    try collect("", depth: 1, into: &names)
    return names.sorted()
  }

  /// Returns the release of the database, such as `2026f`; nil if its file does not contain it.
  ///
  /// A moment computed from a wall time is correct for one release. Programs that store both recompute it
  /// when the release changes.
  package func release() -> String? {
    let prefix = "# version "
    do {
      let line = try ZoneFolder.read(path + "/tzdata.zi", upTo: 64).prefix { $0 != UInt8(ascii: "\n") }
      let text = String(decoding: line, as: UTF8.self)
      return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    } catch { return nil }
  }

  /// True for parts between slashes, each a capital letter and then letters, digits, `_`, `+` and `-`, which
  /// excludes `..`. `Factory` is the zone of an unconfigured machine.
  static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    guard (1...64).contains(bytes.count), name != "Factory" else { return false }
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count <= deepest
      && parts.allSatisfy { part in
        part.first.map { $0.isASCIILetter && $0 < UInt8(ascii: "a") } == true
          && part.allSatisfy { $0.isOfAbbreviation || $0 == UInt8(ascii: "_") }
      }
  }

  /// True for a character that may stand in a name.
  static func isOfName(_ character: Unicode.Scalar) -> Bool {
    guard let byte = UInt8(exactly: character.value) else { return false }
    return byte.isOfAbbreviation || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "/")
  }

  private func collect(_ folder: String, depth: Int, into names: inout [String]) throws(ZoneFault) {
    let place = folder.isEmpty ? path : path + "/" + folder
    let entries: [String]
    do { entries = try FileManager.default.contentsOfDirectory(atPath: place) } catch { throw .unreadable }
    for entry in entries {
      let name = folder.isEmpty ? entry : folder + "/" + entry
      guard ZoneFolder.isName(name) else { continue }
      if try FileStamp.isFolder(path + "/" + name) {
        if depth < ZoneFolder.deepest { try collect(name, depth: depth + 1, into: &names) }
      } else {
        names.append(name)
      }
    }
  }

  private static func read(_ file: String, upTo limit: Int = ZoneTable.maxFileBytes + 1) throws(ZoneFault)
    -> [UInt8]
  {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ZoneFault(errno: errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    var filled = 0
    while filled < limit {
      let count = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, limit - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ZoneFault(errno: errno) }
      if count == 0 { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }
}

/// The properties that identify an unchanged file.
private struct FileStamp: Hashable {
  let device: UInt64
  let number: UInt64
  let size: Int64
  let seconds: Int
  let nanoseconds: Int

  init(of file: String) throws(ZoneFault) {
    let status = try FileStamp.status(file)
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unknown }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  static func isFolder(_ file: String) throws(ZoneFault) -> Bool {
    try status(file).st_mode & S_IFMT == S_IFDIR
  }

  private static func status(_ file: String) throws(ZoneFault) -> stat {
    var status = stat()
    guard stat(file, &status) == 0 else { throw ZoneFault(errno: errno) }
    return status
  }
}

extension ZoneFault {
  fileprivate init(errno code: Int32) {
    self = [ENOENT, ENOTDIR, EISDIR].contains(code) ? .unknown : .unreadable
  }
}
