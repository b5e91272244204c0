import FoundationEssentials
import Glibc
import Schema
import Terminal

/// A site's data folder during a restore. While this lives, no other process can restore into the folder, and
/// none of its programs can start.
struct RestoreFolder: ~Copyable {
  /// The file that marks an unfinished restore. Programs do not start while it exists.
  static let unfinished = "restoring"
  /// The file in a program's folder that makes its store begin a new epoch at the next start. It holds the
  /// list of deleted accounts.
  static let restored = "restored"
  /// The file in a program's folder that makes it begin with an empty store, in a new epoch.
  static let anew = "anew"
  /// The file in a program's folder that says that its data is on PostgreSQL (`ServerMark` in ServiceKit).
  private static let onServer = "on-server"
  /// The days after which the programs delete what a restore moved aside (`RestoreLeftovers` in ServiceKit).
  static let keptDays = 7
  /// The temporary folder for stores until all of them are verified.
  private static let beside = ".restoring"
  /// The folder of the pictures, and the name of the file in each picture's own folder (media-fetcher).
  private static let pictures = "media/objects"
  private static let original = "original"

  private let folder: SecretFolder
  private var locks: [ProgramLock] = []
  private var found: [String] = []
  /// The programs whose data is on a server, which moves it aside when they start.
  private(set) var served: [String] = []

  private init(_ folder: consuming SecretFolder) { self.folder = folder }

  /// - Throws: if another user owns the folder, because its programs could not read the restored files.
  static func open(_ path: String) throws -> RestoreFolder {
    let folder = try SecretFolder.open(path)
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw FileError("look at", path) }
    guard status.st_uid == geteuid() else {
      throw Failure("\(path) belongs to user \(status.st_uid): run quadctl restore as that user")
    }
    return RestoreFolder(folder)
  }

  private var path: String { folder.path }

  /// Locks every program that has data here, and every one of `programs`.
  /// - Returns: the programs that have data here.
  /// - Throws: if one of them is running.
  mutating func claim(_ programs: [String]) throws -> [String] {
    if folder.holds("seeding") {
      throw Failure("\(path) is being seeded, and compose/local would empty it; delete \(path)/seeding first")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    for name in names where BackupArchive.isProgramName(name) {
      if folder.holds("\(name)/\(name).sqlite.lock") { try lock(name) }
      if RestoreFolder.files(of: name).contains(where: { folder.holds("\(name)/\($0)") }) {
        found.append(name)
      }
      if folder.holds("\(name)/\(RestoreFolder.onServer)") { served.append(name) }
    }
    return Set(found + served).sorted()
  }

  private mutating func lock(_ program: String) throws {
    locks.append(try ProgramLock("\(path)/\(program)/\(program).sqlite.lock", of: program))
  }

  /// Reads the list of accounts that were deleted in this folder.
  /// - Returns: nil if there is none: the folder is new, or auth never ran here.
  /// - Throws: `ErasureDamage` if it is not whole.
  func deletedAccounts() throws -> ErasureList? {
    let name = "auth/\(ErasureList.fileName)"
    guard folder.holds(name) else { return nil }
    let content = try ByteFile.open("\(path)/\(name)").read(ErasureList.maxBytes)
    do { return try ErasureList(content) } catch { throw ErasureDamage("\(path)/\(name)", error) }
  }

  /// Creates an empty folder for the new stores and deletes the rest of an earlier run.
  func prepare() throws {
    try clear()
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(RestoreFolder.beside)", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
  }

  func make(_ program: String) throws -> ByteFile {
    try ByteFile.create("\(path)/\(RestoreFolder.beside)/\(program).sqlite")
  }

  /// Writes a picture beside the new stores.
  func add(_ picture: ObjectName, _ bytes: [UInt8]) throws {
    let own = "\(path)/\(RestoreFolder.beside)/\(RestoreFolder.pictures)/\(picture.folder)"
    try FileManager.default.createDirectory(
      atPath: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let file = try ByteFile.create("\(own)/\(RestoreFolder.original)")
    try file.write(bytes)
    try file.sync()
  }

  /// Moves the pictures into place. Those that are there already have the same content, so none is lost;
  /// the sizes beside them stay.
  private func putPictures() throws {
    guard folder.holds("\(RestoreFolder.beside)/\(RestoreFolder.pictures)") else { return }
    let from = "\(path)/\(RestoreFolder.beside)/\(RestoreFolder.pictures)"
    for shelf in try FileManager.default.contentsOfDirectory(atPath: from) {
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(from)/\(shelf)") {
        let own = "\(path)/\(RestoreFolder.pictures)/\(shelf)/\(name)"
        try FileManager.default.createDirectory(
          atPath: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try ByteFile.rename(
          "\(from)/\(shelf)/\(name)/\(RestoreFolder.original)", to: "\(own)/\(RestoreFolder.original)")
      }
    }
  }

  func clear() throws {
    guard folder.holds(RestoreFolder.beside) else { return }
    try FileManager.default.removeItem(atPath: "\(path)/\(RestoreFolder.beside)")
  }

  /// Moves the present data aside and the verified stores into place. Only names change, so it takes a
  /// moment; a failure in between reports how far it got.
  /// - Parameter deleted: The accounts that the programs erase again, before they serve anybody.
  /// - Returns: the folder that holds the previous data.
  mutating func place(_ programs: [String], _ deleted: ErasureList?) throws -> String? {
    for program in programs where !locks.contains(where: { $0.program == program }) {
      try makeFolder(program)
      try lock(program)
      if RestoreFolder.files(of: program).contains(where: { folder.holds("\(program)/\($0)") }) {
        throw Failure("\(program) was started in the meantime; nothing was changed")
      }
    }
    var placed: [String] = []
    var replaced: String?
    do {
      try folder.write([], to: RestoreFolder.unfinished, mode: 0o600)
      try putPictures()
      replaced = try moveAside()
      for program in programs {
        try put(program, deleted)
        placed.append(program)
      }
      try clear()
      try remove(RestoreFolder.unfinished)
    } catch {
      let done = placed.isEmpty ? "nothing is in place yet" : "in place: \(placed.joined(separator: ", "))"
      let rest = programs.filter { !placed.contains($0) }.joined(separator: ", ")
      throw Failure(
        "\(error)\n\(path) is half restored: \(done); missing: \(rest.isEmpty ? "nothing" : rest). "
          + "What was there before is in \(replaced ?? "its place or in \(path)/replaced-…"). "
          + "Programs do not start; run the same command again with --replace.")
    }
    return replaced
  }

  /// Moves every file of the stores aside, so that no store opens the log of an older one.
  private func moveAside() throws -> String? {
    guard !found.isEmpty else { return nil }
    let aside = try newFolder()
    for program in found {
      try FileManager.default.createDirectory(
        atPath: "\(aside)/\(program)", withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      for file in RestoreFolder.files(of: program) where folder.holds("\(program)/\(file)") {
        try ByteFile.rename("\(path)/\(program)/\(file)", to: "\(aside)/\(program)/\(file)")
      }
      try ByteFile.syncFolder(of: "\(path)/\(program)/")
    }
    return aside
  }

  /// Moves the data of one program aside, so that it begins with an empty store at its next start.
  /// - Returns: the folder that holds the previous data; nil if there was none.
  mutating func empty(_ program: String) throws -> String? {
    try makeFolder(program)
    if !locks.contains(where: { $0.program == program }) { try lock(program) }
    found.removeAll { $0 != program }
    // The mark comes first: a program without a store and without it would begin as on a new site.
    let mark = try ByteFile.create("\(path)/\(program)/\(RestoreFolder.anew)")
    try mark.sync()
    try ByteFile.syncFolder(of: "\(path)/\(program)/")
    try locks.first { $0.program == program }?.forgetClean()
    return try moveAside()
  }

  private func newFolder() throws -> String {
    let time = Date().formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    for number in 1...9 {
      let aside = "\(path)/replaced-\(time)\(number == 1 ? "" : "-\(number)")"
      if unsafe mkdir(aside, 0o700) == 0 { return aside }
      guard errno == EEXIST else { throw FileError("make the folder", aside) }
    }
    throw Failure("\(path) already has folders named replaced-\(time)")
  }

  /// Writes the mark before the store, so that a restored store can never continue its old epoch.
  private func put(_ program: String, _ deleted: ErasureList?) throws {
    try locks.first { $0.program == program }?.forgetClean()
    let mark = try ByteFile.create("\(path)/\(program)/\(RestoreFolder.restored)")
    try mark.write(deleted?.bytes ?? [])
    try mark.sync()
    try ByteFile.syncFolder(of: "\(path)/\(program)/")
    try ByteFile.rename(
      "\(path)/\(RestoreFolder.beside)/\(program).sqlite", to: "\(path)/\(program)/\(program).sqlite")
  }

  private func remove(_ name: String) throws {
    guard unsafe unlink("\(path)/\(name)") == 0 else { throw FileError("remove", "\(path)/\(name)") }
    try ByteFile.syncFolder(of: "\(path)/")
  }

  private func makeFolder(_ program: String) throws {
    let own = "\(path)/\(program)"
    guard unsafe mkdir(own, 0o700) == 0 || errno == EEXIST else { throw FileError("make the folder", own) }
  }

  /// The database file and the files that belong to it: a restored store gets a mark of its own.
  static func files(of program: String) -> [String] {
    ["", "-wal", "-shm", "-journal", ".mark"].map { "\(program).sqlite\($0)" }
  }
}

/// The lock that a running program holds on its store.
final class ProgramLock {
  let program: String
  private let path: String
  private let descriptor: Int32

  init(_ path: String, of program: String) throws {
    self.program = program
    self.path = path
    descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("open", path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      let error = FileError("lock", path)
      throw isHeld ? Failure("\(program) is running on this data; stop it first. Nothing was changed") : error
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Deletes the mark of a clean stop, so that the restored store is checked at its first start.
  func forgetClean() throws {
    guard ftruncate(descriptor, 0) == 0, fsync(descriptor) == 0 else { throw FileError("empty", path) }
  }
}
