internal import Glibc
internal import Synchronization

/// "<path>.mark": the file of a store's `StoreMark`.
final class MarkFile: Sendable {
  private struct State {
    var mark: StoreMark?
    var isOnDisk: Bool
    var writtenAt: ContinuousClock.Instant?
  }

  static func path(of store: String) -> String { store + ".mark" }

  /// The newest event is noted at most this often, since noting it is a sync of its own.
  static let interval = Duration.seconds(1)

  private let path: String
  private let log: String
  private let state: Mutex<State>

  private init(_ path: String, _ mark: StoreMark?, isOnDisk: Bool) {
    self.path = path
    log = path.dropLast(".mark".count) + "-wal"
    state = Mutex(State(mark: mark, isOnDisk: isOnDisk, writtenAt: nil))
  }

  /// Reads the mark of a store.
  /// - Parameter isIgnored: True if an operator vouches for the store: the mark is then replaced.
  static func load(_ store: String, isIgnored: Bool) throws -> MarkFile {
    let path = path(of: store)
    guard let size = DiskFile.size(path) else { return MarkFile(path, nil, isOnDisk: false) }
    if isIgnored { return MarkFile(path, nil, isOnDisk: size == StoreMark.fileSize) }
    guard size == StoreMark.fileSize, let mark = StoreMark(try DiskFile.read(path, StoreMark.fileSize)) else {
      throw StoreError.lost(
        path: path, what: "is damaged, so nobody can tell if the store beside it is whole")
    }
    return MarkFile(path, mark, isOnDisk: true)
  }

  var mark: StoreMark? { state.withLock { $0.mark } }

  /// True if the newest event or the end of the log should be noted.
  func isBehind(_ head: Int64, frames: Int) -> Bool {
    state.withLock { state in
      guard let mark = state.mark else { return false }
      return mark.state != .damaged
        && (!state.isOnDisk || mark.state != .open || MarkFile.lacks(mark, head, frames))
    }
  }

  /// Sets the mark of a store that was just opened.
  /// - Parameter isWritten: False if the disk was too full to count the start. The mark on disk then stays as
  ///   it is, which fits the file until its first change.
  func begin(_ mark: StoreMark, isWritten: Bool) throws {
    try state.withLock { state in
      state.mark = mark
      guard isWritten else {
        state.mark?.state = .closing
        return
      }
      try write(&state)
    }
  }

  private static func lacks(_ mark: StoreMark, _ head: Int64, _ frames: Int) -> Bool {
    mark.head < head || frames > 0 && mark.log?.frames != Int64(frames)
  }

  /// Notes the newest event and the end of the log after a commit, if the last time is long enough ago.
  func note(head: Int64, frames: Int) throws {
    try state.withLock { state in
      guard var mark = state.mark, mark.state != .damaged else { return }
      let isDue = state.writtenAt.map { $0.duration(to: .now) >= MarkFile.interval } ?? true
      guard mark.state != .open || (isDue && (MarkFile.lacks(mark, head, frames) || !state.isOnDisk)) else {
        return
      }
      mark.state = .open
      mark.head = head
      mark.log = try LogFrames.end(of: log, frames: frames)
      state.mark = mark
      try write(&state)
    }
  }

  /// Changes the mark at a stop, or after a check.
  func change(_ body: (inout StoreMark) -> Void) throws {
    try state.withLock { state in
      guard var mark = state.mark else { return }
      body(&mark)
      state.mark = mark
      try write(&state)
    }
  }

  /// A disk without space for a new file leaves the store without a mark, as an earlier version would.
  private func write(_ state: inout State) throws {
    guard let mark = state.mark else { return }
    state.writtenAt = .now
    do {
      if state.isOnDisk {
        try DiskFile.overwrite(path, mark.bytes)
      } else {
        try DiskFile.create(path, mark.bytes)
        state.isOnDisk = true
      }
    } catch StoreError.full {}
  }
}

/// Small files beside a store, read and written whole.
enum DiskFile {
  /// Returns nil if there is no such file.
  static func size(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Returns the first bytes of the file, up to `count`.
  static func read(_ path: String, _ count: Int) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = pread(file, &bytes, count, 0)
    guard found >= 0 else { throw failure(path) }
    return Array(bytes.prefix(found))
  }

  /// Writes over the file in place, which needs no space.
  static func overwrite(_ path: String, _ bytes: [UInt8]) throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count, fdatasync(file) == 0 else {
      throw failure(path)
    }
  }

  /// Creates the file with mode 0600, whole or not at all.
  static func create(_ path: String, _ bytes: [UInt8]) throws {
    let new = path + ".new"
    let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(new) }
    defer { close(file) }
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count, fsync(file) == 0, rename(new, path) == 0 else {
      let problem = failure(new)
      unlink(new)
      throw problem
    }
    try LockFile.syncFolder(of: path)
  }

  static func failure(_ path: String) -> StoreError {
    errno == ENOSPC || errno == EDQUOT
      ? .full : .broken(detail: "\(path): \(String(cString: strerror(errno)))")
  }
}

/// A sum of all bytes of a file, against accidents: any change of one word changes it.
enum FileSum {
  /// The size in bytes up to which a file has a sum. Reading more would delay each start and stop.
  static let maxSize: Int64 = 256 << 20
  private static let chunk = 1 << 20

  static func of(_ path: String) throws -> UInt64 {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw StoreError.cannotOpen(detail: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    let words = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: chunk / 8)
    defer { words.deallocate() }
    var sum: UInt64 = 0
    var offset: off_t = 0
    while true {
      let count = pread(file, words.baseAddress, chunk, offset)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw StoreError.broken(detail: "\(path): \(String(cString: strerror(errno)))")
      }
      // A file of SQLite has whole pages, so no word is left over.
      let whole = count / 8
      guard whole > 0 else { return sum }
      for index in 0..<whole {
        sum = (sum ^ words[index]) &* 0x9E37_79B9_7F4A_7C15
        sum ^= sum >> 29
      }
      offset += off_t(whole * 8)
    }
  }
}
