internal import Glibc
package import Schema
internal import Synchronization

/// A full copy of a store at one moment, for a backup. Its file is already unlinked, so it disappears when
/// the copy is released or the process ends.
package final class StoreCopy: Sendable {
  package let size: Int64
  /// The stream's epoch at that moment.
  package let epoch: RawUUID
  package let head: Int64
  /// The number of migration steps in the program's own schema.
  package let steps: Int
  private let file: Descriptor

  private init(_ file: Descriptor, _ place: CopyHeader, size: Int64) {
    self.file = file
    self.size = size
    (epoch, head, steps) = (place.epoch, place.head, place.steps)
  }

  /// Returns bytes from `offset` on: `length` of them, fewer only at the end.
  package func read(at offset: Int64, length: Int) throws -> [UInt8] {
    guard offset >= 0, length > 0, offset < size else { return [] }
    let wanted = Int(min(Int64(length), size - offset))
    var bytes: [UInt8] = []
    while bytes.count < wanted {
      let (count, at) = (wanted - bytes.count, offset + Int64(bytes.count))
      let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = max(pread(file.number, buffer.baseAddress, count, off_t(at)), 0)
      }
      if part.isEmpty, errno == EINTR { continue }
      guard !part.isEmpty else { throw StoreError.broken(detail: "the copy cannot be read to its end") }
      bytes = bytes.isEmpty ? part : bytes + part
    }
    return bytes
  }

  /// The free space left for the program's own writes: a copy must not fill the disk.
  static let spared: Int64 = 64 * 1024 * 1024

  private static func path(of store: String) -> String { store + ".copy" }

  /// Deletes files left by a crash during a copy.
  static func removeLeftover(of store: String) throws {
    for path in [path(of: store), path(of: store) + "-journal"] {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw StoreError.cannotOpen(detail: "\(path): \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Creates the copy of a file. VACUUM INTO reads a snapshot of it, whatever is written meanwhile, and omits
  /// deleted content.
  fileprivate static func make(of store: String, _ options: StoreOptions) throws -> StoreCopy {
    let source = try Connection.copier(store, options)
    defer { source.close() }
    let size = try source.fileSize()
    return try make(of: store, size: size, options) { path in
      try source.script("VACUUM INTO '\(path.replacing("'", with: "''"))'")
    }
  }

  /// Creates the copy in a file beside `store`.
  /// - Parameter size: How large it will be.
  /// - Parameter fill: Writes the file of this path, which is empty.
  static func make(
    of store: String, size: Int64, _ options: StoreOptions, fill: (String) throws -> Void
  ) throws -> StoreCopy {
    let path = path(of: store)
    try leaveRoom(beside: path, for: size)
    let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw errno == EEXIST
        ? StoreError.busy : StoreError.cannotOpen(detail: "\(path): \(String(cString: strerror(errno)))")
    }
    let file = Descriptor(number)
    do {
      try fill(path)
      let copy = try Connection.copier(path, options)
      defer { copy.close() }
      try copy.checkIntegrity()
      let place = try copy.copyPlace()
      try removeLeftover(of: store)
      return StoreCopy(file, place, size: try file.size())
    } catch {
      try removeLeftover(of: store)
      throw error
    }
  }

  private static func leaveRoom(beside path: String, for size: Int64) throws {
    guard try DiskRoom.free(beside: path) - spared > size else { throw StoreError.full }
  }
}

extension ProgramStore {
  /// Copies the store in its current state, while writes continue, and checks every page of the copy, which
  /// is a file of SQLite also where the store is on PostgreSQL. Only one copy can be made at a time: a second
  /// throws `StoreError.busy`. Throws `StoreError.full` if the disk lacks space.
  ///
  /// Blocks the calling thread for about a second per 100 MB, and the log grows meanwhile: call it on a
  /// `WorkThread`.
  package func copy() throws -> StoreCopy {
    if let failure = state.broken { throw failure }
    guard let place = readers.place else { return try StoreCopy.make(of: readers.path, readers.options) }
    guard let path = place.copyPath(readers.options) else {
      throw StoreError.misuse(detail: "a copy of a store on PostgreSQL wants a folder for its file")
    }
    return try StoreCopy.make(of: place, beside: path, readers.options)
  }
}

/// The metadata of a copy.
private struct CopyHeader {
  let epoch: RawUUID
  let head: Int64
  let steps: Int
}

/// An open file, closed when its last owner releases it.
private final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { Glibc.close(number) }

  func size() throws -> Int64 {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw StoreError.broken(detail: "the copy has no size") }
    return Int64(status.st_size)
  }
}

extension Connection {
  fileprivate func fileSize() throws -> Int64 {
    let pages = try first("PRAGMA page_count") { try $0.int("page_count") } ?? 0
    return pages * (try first("PRAGMA page_size") { try $0.int("page_size") } ?? 0)
  }

  /// Checks both tables and indexes for damage. Reads the whole file.
  func checkIntegrity() throws {
    let answer = try first("PRAGMA integrity_check(1)") { try $0.text("integrity_check") }
    guard answer == "ok" else {
      throw StoreError.broken(detail: answer ?? "integrity_check gave no answer")
    }
  }

  fileprivate func copyPlace() throws -> CopyHeader {
    let database = Database(self)
    let head = try database.streamHead()
    let steps = try database.one("SELECT count(*) AS count FROM migration WHERE owner = 'program'") {
      try $0.int("count")
    }
    let epoch = try database.one("SELECT epoch FROM stream") { try $0.id("epoch") }
    guard let steps, let epoch else { throw StoreError.broken(detail: "the copy lacks the stream's row") }
    return CopyHeader(epoch: epoch, head: head, steps: Int(steps))
  }
}
