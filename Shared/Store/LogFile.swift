internal import CSQLite
internal import Glibc

/// The write-ahead log of the writer's connection: never written past the part that is already on disk at its
/// full size.
///
/// `fdatasync` of an appended file depends on the file system's journal. While an ext4 journal aborts, it can
/// return 0 although the frames just appended are beyond the file's end on disk (measured: 4 of 100 aborts
/// under load lost acknowledged writes). Syncing a file that is overwritten in place depends on no journal,
/// and takes half the time. So the log grows ahead of its frames: `step` bytes of zeros, synced, before the
/// first frame among them. When SQLite empties the log (`PRAGMA wal_checkpoint(TRUNCATE)`, and the close of a
/// connection with `SQLITE_FCNTL_PERSIST_WAL`), it is overwritten with zeros and keeps its size, so it no
/// longer contains deleted content.
///
/// A shim around SQLite's own VFS (https://www.sqlite.org/vfs.html): other files are left to that.
enum LogFile {
  /// The VFS for `sqlite3_open_v2`.
  static let vfs = "quad-log"

  /// Growth step of the log in bytes: 2035 pages of 4 KiB, twice the checkpoint threshold.
  static let step: Int64 = 8 << 20
  /// Growth step in bytes if a full step would leave less than `spared` on the disk.
  static let smallStep: Int64 = 128 << 10
  static let spared: Int64 = 64 << 20

  /// SQLite's result code; `SQLITE_OK` once the VFS is registered, which lasts for the life of the process.
  static let registration: Int32 = register()
}

/// SQLite's state of each open log, followed by the underlying VFS's own state.
private struct OpenLog {
  var base: sqlite3_file
  /// The end of the bytes that are certainly on disk.
  var end: Int64
  /// SQLite keeps the text as long as the file is open.
  var path: UnsafePointer<CChar>

  /// The offset of the underlying file; its type holds 64-bit integers and pointers.
  static let size = (MemoryLayout<OpenLog>.size + 15) & ~15
}

/// The data for opening a file; `pAppData` points to it.
private struct Underlying {
  let vfs: UnsafeMutablePointer<sqlite3_vfs>
  let logMethods: UnsafePointer<sqlite3_io_methods>
}

private typealias File = UnsafeMutablePointer<sqlite3_file>

private func register() -> Int32 {
  guard let usual = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
  let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  methods.initialize(to: logMethods())
  let underlying = UnsafeMutablePointer<Underlying>.allocate(capacity: 1)
  underlying.initialize(to: Underlying(vfs: usual, logMethods: UnsafePointer(methods)))
  let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
  vfs.initialize(to: usual.pointee)
  vfs.pointee.pNext = nil
  vfs.pointee.zName = UnsafePointer(strdup(LogFile.vfs))
  vfs.pointee.szOsFile = usual.pointee.szOsFile + Int32(OpenLog.size)
  vfs.pointee.pAppData = UnsafeMutableRawPointer(underlying)
  vfs.pointee.xOpen = openFile
  return sqlite3_vfs_register(vfs, 0)
}

/// Version 1: SQLite requests shared memory and mapped pages only for the database file.
private func logMethods() -> sqlite3_io_methods {
  var methods = sqlite3_io_methods()
  methods.iVersion = 1
  methods.xClose = { file in call(file) { $0.xClose($1) } }
  methods.xRead = { file, bytes, count, offset in call(file) { $0.xRead($1, bytes, count, offset) } }
  methods.xWrite = writeLog
  methods.xTruncate = truncateLog
  methods.xSync = { file, flags in call(file) { $0.xSync($1, flags) } }
  methods.xFileSize = { file, size in call(file) { $0.xFileSize($1, size) } }
  methods.xLock = { file, level in call(file) { $0.xLock($1, level) } }
  methods.xUnlock = { file, level in call(file) { $0.xUnlock($1, level) } }
  methods.xCheckReservedLock = { file, result in call(file) { $0.xCheckReservedLock($1, result) } }
  methods.xFileControl = { file, code, argument in call(file) { $0.xFileControl($1, code, argument) } }
  methods.xSectorSize = { file in call(file) { $0.xSectorSize($1) } }
  methods.xDeviceCharacteristics = { file in call(file) { $0.xDeviceCharacteristics($1) } }
  return methods
}

private func openFile(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?, _ file: File?, _ flags: Int32,
  _ given: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let file, let data = vfs?.pointee.pAppData else { return SQLITE_MISUSE }
  let underlying = data.assumingMemoryBound(to: Underlying.self).pointee
  guard flags & SQLITE_OPEN_WAL != 0, let path else {
    return underlying.vfs.pointee.xOpen(underlying.vfs, path, file, flags, given)
  }
  file.pointee.pMethods = nil
  let code = underlying.vfs.pointee.xOpen(underlying.vfs, path, real(file), flags, given)
  guard code == SQLITE_OK else { return code }
  let log = UnsafeMutableRawPointer(file).bindMemory(to: OpenLog.self, capacity: 1)
  log.initialize(to: OpenLog(base: sqlite3_file(pMethods: underlying.logMethods), end: 0, path: path))
  return measure(log, file)
}

/// Reads the length of an existing log and syncs it. Nothing is truncated here, whatever the log looks like:
/// it may contain acknowledged writes.
private func measure(_ log: UnsafeMutablePointer<OpenLog>, _ file: File) -> Int32 {
  var size: Int64 = 0
  let code = call(file) { $0.xFileSize($1, &size) }
  guard code == SQLITE_OK, size > 0 else { return code }
  log.pointee.end = size
  return sync(file)
}

private func writeLog(_ file: File?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
  guard let file else { return SQLITE_MISUSE }
  let code = grow(file, to: offset + Int64(count))
  guard code == SQLITE_OK else { return code }
  return call(file) { $0.xWrite($1, bytes, count, offset) }
}

private func truncateLog(_ file: File?, _ size: Int64) -> Int32 {
  guard let file else { return SQLITE_MISUSE }
  let log = openLog(file)
  guard size == 0, log.pointee.end > 0 else { return cut(file, to: size) }
  let code = empty(file)
  // The disk has no space even to overwrite, as on a copy-on-write file system.
  return code & 0xFF == SQLITE_FULL ? cut(file, to: 0) : code
}

private func cut(_ file: File, to size: Int64) -> Int32 {
  let code = call(file) { $0.xTruncate($1, size) }
  if code == SQLITE_OK { openLog(file).pointee.end = min(openLog(file).pointee.end, size) }
  return code
}

/// Overwrites the log with zeros, the first page before the rest. With its header intact, SQLite would treat
/// the remaining frames as newer than the file.
private func empty(_ file: File) -> Int32 {
  let log = openLog(file)
  let head = min(4096, log.pointee.end)
  // What the log holds is in the database file, if that is on disk.
  var code = JournalCheck.run(log.pointee.path)
  if code == SQLITE_OK { code = writeZeros(file, from: 0, to: head) }
  if code == SQLITE_OK { code = sync(file) }
  if code == SQLITE_OK, log.pointee.end > LogFile.step { code = cut(file, to: LogFile.step) }
  if code == SQLITE_OK { code = writeZeros(file, from: head, to: log.pointee.end) }
  return code == SQLITE_OK ? sync(file) : code
}

/// Grows the file on disk to `size`, rounded up to the next step.
private func grow(_ file: File, to size: Int64) -> Int32 {
  let log = openLog(file)
  let end = log.pointee.end
  guard size > end else { return SQLITE_OK }
  let hasRoom = hasRoom(for: size + LogFile.step - end, beside: log.pointee.path)
  let step = hasRoom ? LogFile.step : LogFile.smallStep
  let target = (size + step - 1) / step * step
  var code = writeZeros(file, from: end, to: target)
  guard code == SQLITE_OK else {
    // A partial write must not count as being on disk.
    let undone = call(file) { $0.xTruncate($1, end) }
    return undone == SQLITE_OK ? code : undone
  }
  code = sync(file)
  if code == SQLITE_OK { code = JournalCheck.run(log.pointee.path) }
  if code == SQLITE_OK { log.pointee.end = target }
  return code
}

/// True if the disk keeps enough free space after this many bytes.
private func hasRoom(for bytes: Int64, beside path: UnsafePointer<CChar>) -> Bool {
  var disk = statvfs()
  guard statvfs(path, &disk) == 0 else { return false }
  return UInt64(disk.f_bavail) * UInt64(disk.f_frsize) >= UInt64(bytes + LogFile.spared)
}

private func writeZeros(_ file: File, from start: Int64, to end: Int64) -> Int32 {
  // The Unix VFS writes at most 128 KiB at once.
  let chunk: Int64 = 64 << 10
  guard end > start, let zeros = calloc(1, Int(chunk)) else { return end > start ? SQLITE_NOMEM : SQLITE_OK }
  defer { free(zeros) }
  var offset = start
  while offset < end {
    let count = min(chunk, end - offset)
    let code = call(file) { $0.xWrite($1, zeros, Int32(count), offset) }
    guard code == SQLITE_OK else { return code }
    offset += count
  }
  return SQLITE_OK
}

private func sync(_ file: File) -> Int32 {
  call(file) { $0.xSync($1, SQLITE_SYNC_NORMAL) }
}

private func openLog(_ file: File) -> UnsafeMutablePointer<OpenLog> {
  UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenLog.self)
}

/// Returns the underlying file of a log.
private func real(_ file: File) -> File {
  UnsafeMutableRawPointer(file).advanced(by: OpenLog.size).assumingMemoryBound(to: sqlite3_file.self)
}

/// Calls a method of the underlying file.
private func call(_ file: File?, _ method: (sqlite3_io_methods, File) -> Int32) -> Int32 {
  guard let file else { return SQLITE_MISUSE }
  let real = real(file)
  guard let methods = real.pointee.pMethods else { return SQLITE_MISUSE }
  return method(methods.pointee, real)
}
