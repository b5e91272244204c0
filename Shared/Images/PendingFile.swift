internal import Glibc

/// An open file, closed with the last reference to it.
final class OpenFile: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Opens a regular file. A link is not followed: it could lead out of the store.
  convenience init(reading path: String) throws(ImageError) {
    let found = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard found >= 0 else { throw .failed("cannot open \(path): errno \(errno)") }
    self.init(found)
    var facts = stat()
    guard fstat(found, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw .failed("\(path) is not a file")
    }
  }

  deinit { close(descriptor) }
}

/// A file that gets its name once it is complete and on the disk. Until then it has another one in the same
/// folder, which begins with `PendingFile.prefix`.
struct PendingFile: Sendable {
  static let prefix = ".picture-"

  let file: OpenFile
  private let name: String
  private let path: String

  /// Creates a file for each path, or none.
  static func create(for paths: [String]) throws(ImageError) -> [PendingFile] {
    var made: [PendingFile] = []
    for path in paths {
      do throws(ImageError) { made.append(try PendingFile(for: path)) } catch {
        for file in made { file.discard() }
        throw error
      }
    }
    return made
  }

  private init(for path: String) throws(ImageError) {
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    name = PendingFile.folder(of: path) + "/" + PendingFile.prefix + random
    self.path = path
    let made = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard made >= 0 else { throw .failed("cannot create \(name): errno \(errno)") }
    file = OpenFile(made)
  }

  /// Deletes the file, unless it was kept.
  func discard() { unlink(name) }

  /// Gives all files their names, once each is on the disk. If that fails, none keeps the new name that had
  /// none before.
  static func keep(_ files: [PendingFile]) throws(ImageError) {
    for pending in files where fsync(pending.file.descriptor) != 0 {
      throw .failed("cannot write \(pending.path) to the disk: errno \(errno)")
    }
    for (index, pending) in files.enumerated() where rename(pending.name, pending.path) != 0 {
      let code = errno
      for renamed in files[..<index] { unlink(renamed.path) }
      throw .failed("cannot create \(pending.path): errno \(code)")
    }
    for folder in Set(files.map { folder(of: $0.path) }) { try sync(folder) }
  }

  /// Deletes every pending file of a folder.
  static func removeAll(in folder: String) throws(ImageError) {
    guard let entries = opendir(folder) else { throw .failed("cannot read \(folder): errno \(errno)") }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      if name.hasPrefix(prefix) { names.append(name) }
    }
    for name in names where unlink(folder + "/" + name) != 0 && errno != ENOENT {
      throw .failed("cannot delete \(name) in \(folder): errno \(errno)")
    }
  }

  /// Without it a power cut can take the names back.
  private static func sync(_ folder: String) throws(ImageError) {
    let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw .failed("cannot open \(folder): errno \(errno)") }
    defer { close(opened) }
    guard fsync(opened) == 0 else { throw .failed("cannot write \(folder) to the disk: errno \(errno)") }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
