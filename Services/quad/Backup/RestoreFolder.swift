import FoundationEssentials
import Glibc

/// A site's data folder while a backup is put into it. Nobody else restores into it, and none of its programs
/// can start, as long as this lives.
struct RestoreFolder: ~Copyable {
  /// Programs find a restore that was broken off by this file, and do not start.
  static let unfinished = "restoring"
  /// In a program's folder: its store begins a new epoch at the next start.
  static let restored = "restored"
  /// Where stores wait until all of them were checked.
  private static let beside = ".restoring"

  private let folder: SecretFolder
  private var locks: [ProgramLock] = []
  private var found: [String] = []

  private init(_ folder: consuming SecretFolder) { self.folder = folder }

  /// - Throws: for another user's folder, whose programs could not read what they would find.
  static func open(_ path: String) throws -> RestoreFolder {
    let folder = try SecretFolder.open(path)
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw FileError("look at", path) }
    guard status.st_uid == geteuid() else {
      throw Failure("\(path) belongs to user \(status.st_uid): run quad restore as that user")
    }
    return RestoreFolder(folder)
  }

  private var path: String { folder.path }

  /// Holds the locks of every program that has data here, and of `programs`.
  /// - Returns: those that have data here.
  /// - Throws: when one of them runs.
  mutating func claim(_ programs: [String]) throws -> [String] {
    if folder.holds("seeding") {
      throw Failure("\(path) is being seeded, and compose/local would empty it: delete \(path)/seeding first")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    for name in names where BackupArchive.isProgramName(name) {
      if folder.holds("\(name)/\(name).sqlite.lock") { try lock(name) }
      if RestoreFolder.files(of: name).contains(where: { folder.holds("\(name)/\($0)") }) {
        found.append(name)
      }
    }
    return found
  }

  private mutating func lock(_ program: String) throws {
    locks.append(try ProgramLock("\(path)/\(program)/\(program).sqlite.lock", of: program))
  }

  /// An empty folder for the stores to come; what an earlier run left in it goes.
  func prepare() throws {
    try clear()
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(RestoreFolder.beside)", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
  }

  func make(_ program: String) throws -> ByteFile {
    try ByteFile.create("\(path)/\(RestoreFolder.beside)/\(program).sqlite")
  }

  func clear() throws {
    guard folder.holds(RestoreFolder.beside) else { return }
    try FileManager.default.removeItem(atPath: "\(path)/\(RestoreFolder.beside)")
  }

  /// Moves what is here aside and the checked stores into their places. Names only change, so that it takes
  /// a moment; a failure in between says how far it came.
  /// - Returns: where that is what was here before.
  mutating func place(_ programs: [String]) throws -> String? {
    for program in programs where !locks.contains(where: { $0.program == program }) {
      try makeFolder(program)
      try lock(program)
      if RestoreFolder.files(of: program).contains(where: { folder.holds("\(program)/\($0)") }) {
        throw Failure("\(program) was started meanwhile; nothing was changed")
      }
    }
    var placed: [String] = []
    var replaced: String?
    do {
      try folder.write([], to: RestoreFolder.unfinished, mode: 0o600)
      replaced = try moveAside()
      for program in programs {
        try put(program)
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

  /// Everything of the stores found, so that no log of an old one is taken for that of a new one.
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

  private func newFolder() throws -> String {
    let time = Date().formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    for number in 1...9 {
      let aside = "\(path)/replaced-\(time)\(number == 1 ? "" : "-\(number)")"
      if unsafe mkdir(aside, 0o700) == 0 { return aside }
      guard errno == EEXIST else { throw FileError("make the folder", aside) }
    }
    throw Failure("\(path) holds folders replaced-\(time) already")
  }

  /// The mark comes first: at no moment does a restored store go on with its old epoch.
  private func put(_ program: String) throws {
    try locks.first { $0.program == program }?.forgetClean()
    let mark = try ByteFile.create("\(path)/\(program)/\(RestoreFolder.restored)")
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

  /// The store itself and what belongs to it.
  private static func files(of program: String) -> [String] {
    ["", "-wal", "-shm", "-journal"].map { "\(program).sqlite\($0)" }
  }
}

/// The lock that a running program holds on its store.
private final class ProgramLock {
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
      throw isHeld ? Failure("\(program) runs on this data: stop it first; nothing was changed") : error
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes away the mark of a clean stop: the store that comes is to be looked into at its first start.
  func forgetClean() throws {
    guard ftruncate(descriptor, 0) == 0, fsync(descriptor) == 0 else { throw FileError("empty", path) }
  }
}
