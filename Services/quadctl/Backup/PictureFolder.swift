import Crypto
import Glibc
import Schema
import Terminal

/// The pictures beside backups, each in a file of its own, which all backups of a folder share.
struct PictureFolder {
  static let name = "quad-pictures"

  let path: String
  let sealing: PictureSealing

  /// The fate of a picture that a backup lists.
  enum Found: Equatable {
    case whole([UInt8])
    case missing
    case damaged
  }

  /// The folder of the pictures of a backup.
  static func path(beside backup: String) -> String {
    backup.lastIndex(of: "/").map { "\(backup[...$0])\(name)" } ?? name
  }

  func path(of object: [UInt8]) -> String { "\(path)/\(sealing.file(of: object))" }

  /// The size of an object's file; nil if there is none.
  func size(of object: [UInt8]) throws(FileError) -> Int? {
    let file = path(of: object)
    var status = stat()
    guard unsafe lstat(file, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileError("look at", file)
    }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    return isFile && (1...PictureSealing.maxFileBytes).contains(Int(status.st_size))
      ? Int(status.st_size) : nil
  }

  /// Reads a picture of a backup and checks its seal and its name.
  func find(_ picture: ArchivedPicture) throws(FileError) -> Found {
    let object = sealing.object(of: picture.name)
    let file = path(of: object)
    guard unsafe access(file, F_OK) == 0 else { return .missing }
    guard try size(of: object) == picture.size else { return .damaged }
    let content = try ByteFile.open(file)
    let bytes: [UInt8]
    do { bytes = try content.read(picture.size + 1) } catch { return .damaged }
    guard bytes.count == picture.size, let whole = sealing.open(bytes), picture.name.isName(of: whole) else {
      return .damaged
    }
    return .whole(whole)
  }

  /// Moves a damaged object away, so that the next backup writes it again.
  func setAside(_ object: [UInt8]) throws(FileError) {
    let file = path(of: object)
    try ByteFile.rename(file, to: file + PictureFile.damaged)
  }
}

/// Adds pictures to the folder beside a backup that is being written. Until it ends, none of them is pruned.
struct PictureWriter: ~Copyable {
  let folder: PictureFolder
  private let lock: FolderLock
  private var shelves: Set<String> = []

  /// Creates the folder if there is none.
  static func open(beside backup: String, _ passphrase: ArchivePassphrase?) throws -> PictureWriter {
    let path = PictureFolder.path(beside: backup)
    if unsafe mkdir(path, 0o700) == 0 {
      try ByteFile.syncFolder(of: path)
    } else if errno != EEXIST {
      throw FileError("make the folder", path)
    }
    let lock = try FolderLock.shared(path)
    let sealing = try passphrase.map { try PictureSealing($0, salt: try salt(in: path)) } ?? .plain
    return PictureWriter(folder: PictureFolder(path: path, sealing: sealing), lock: lock)
  }

  private init(folder: PictureFolder, lock: consuming FolderLock) {
    self.folder = folder
    self.lock = lock
  }

  /// The salt for the keys of the folder. Each backup holds a copy; if this one is lost, pictures are written
  /// once more, under other names.
  private static func salt(in path: String) throws -> [UInt8] {
    let file = "\(path)/salt"
    if let salt = try storedSalt(file) { return salt }
    let mine = "\(path)/.salt.\(Secrets.randomBytes(8).hexadecimal)\(PictureFile.part)"
    try write(Secrets.randomBytes(PassphraseKey.saltBytes), to: mine)
    defer { _ = unsafe unlink(mine) }
    // Of two first backups at the same time, the later one takes the salt of the other.
    if unsafe link(mine, file) != 0 {
      guard errno == EEXIST else { throw FileError("make", file) }
      if let salt = try storedSalt(file) { return salt }
      Output.note("\(file) is damaged: all pictures are written again")
      try ByteFile.rename(mine, to: file)
    }
    try ByteFile.syncFolder(of: file)
    guard let salt = try storedSalt(file) else { throw Failure("\(file) changed while it was written") }
    return salt
  }

  private static func storedSalt(_ file: String) throws -> [UInt8]? {
    guard unsafe access(file, F_OK) == 0 else { return nil }
    let salt = try ByteFile.open(file).read(PassphraseKey.saltBytes + 1)
    return salt.count == PassphraseKey.saltBytes ? salt : nil
  }

  /// The picture as a backup lists it; nil if it is not in the folder.
  mutating func held(_ name: ObjectName) throws -> ArchivedPicture? {
    let object = folder.sealing.object(of: name)
    guard let size = try folder.size(of: object) else { return nil }
    shelves.insert(shelf(of: object))
    return ArchivedPicture(name: name, size: size)
  }

  /// Writes a picture, which appears whole or not at all.
  mutating func add(_ name: ObjectName, _ bytes: [UInt8]) throws -> ArchivedPicture {
    let object = folder.sealing.object(of: name)
    let shelf = shelf(of: object)
    if unsafe mkdir(shelf, 0o700) != 0, errno != EEXIST { throw FileError("make the folder", shelf) }
    shelves.insert(shelf)
    let content = try folder.sealing.seal(bytes)
    let random = Secrets.randomBytes(8).hexadecimal
    let part = "\(shelf)/.\(object.hexadecimal).\(random)\(PictureFile.part)"
    try PictureWriter.write(content, to: part)
    let file = folder.path(of: object)
    // The folders are synced once for all pictures.
    guard unsafe rename(part, file) == 0 else {
      let error = FileError("put in place", file)
      _ = unsafe unlink(part)
      throw error
    }
    return ArchivedPicture(name: name, size: content.count)
  }

  /// Returns once the names of all pictures of the backup are on disk.
  func sync() throws {
    for shelf in shelves.sorted() { try ByteFile.syncFolder(of: "\(shelf)/") }
    try ByteFile.syncFolder(of: "\(folder.path)/")
  }

  private func shelf(of object: [UInt8]) -> String {
    "\(folder.path)/\(object.prefix(1).hexadecimal)"
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try ByteFile.create(path)
    do {
      try file.write(bytes)
      try file.sync()
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }
}

/// The lock on a folder of pictures: shared by backups, exclusive for pruning. It ends with the process.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  private init(_ path: String) throws {
    descriptor = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open the folder", path) }
  }

  deinit { close(descriptor) }

  /// Waits until no pictures are being deleted.
  static func shared(_ path: String) throws -> FolderLock {
    let lock = try FolderLock(path)
    if flock(lock.descriptor, LOCK_SH | LOCK_NB) == 0 { return lock }
    if errno == EWOULDBLOCK { Output.note("waiting until old pictures are deleted from \(path)") }
    while flock(lock.descriptor, LOCK_SH) != 0 {
      guard errno == EINTR else { throw FileError("lock the folder", path) }
    }
    return lock
  }

  /// - Throws: if a backup is being written.
  static func exclusive(_ path: String) throws -> FolderLock {
    let lock = try FolderLock(path)
    guard flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? Failure("a backup is being written beside \(path); nothing was deleted") : FileError("lock", path)
    }
    return lock
  }
}
