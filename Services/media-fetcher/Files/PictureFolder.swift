import Crypto
import FoundationEssentials
import Glibc
import Images
import Schema
import ServiceKit

/// The folder `media` of the site's data: received files in `incoming`, stored pictures in `objects`. The
/// gateway writes the first and reads the second.
///
/// A stored picture is a folder named after the SHA-256 of its original. Files of other sizes stand beside
/// the original and can be made again.
struct PictureFolder: Sendable {
  /// The name of the file that all other sizes are made from.
  static let original = "original"

  let objects: String
  let incoming: String
  /// The folder in which a new picture is made before it has its name. It is on the disk of `objects`.
  private let making: String
  private let log: Log

  init(_ settings: Settings, _ log: Log) throws {
    objects = "\(settings.data)/media/objects"
    incoming = "\(settings.data)/media/incoming"
    making = "\(objects)/making"
    self.log = log
    // Of a program that was killed while it made one.
    if FileManager.default.fileExists(atPath: making) { try FileManager.default.removeItem(atPath: making) }
    for folder in [objects, incoming, making, "\(objects)/\(CardName.folder)"] {
      try ServiceHost.makeFolder(folder)
    }
  }

  func path(of file: IncomingName) -> String { "\(incoming)/\(file.text)" }

  func path(_ picture: PictureFile, _ format: PictureFile.Format) -> String {
    "\(objects)/\(picture.path(format))"
  }

  /// The path of the stored original; nil if there is no such picture.
  func original(of name: ObjectName) -> String? {
    let path = "\(objects)/\(name.folder)/\(PictureFolder.original)"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The size of a received file in bytes; nil if it is not there.
  func size(of file: IncomingName) throws -> Int? {
    let path = path(of: file)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? any BinaryInteger).map { Int(clamping: $0) }
  }

  /// Makes a new picture: `make` writes the original and other sizes into an empty folder, whose files are
  /// then stored under the name that follows from the original.
  func store(
    _ make: (_ original: String, _ folder: String) async throws -> ImageFacts
  ) async throws -> NewPicture {
    let folder = "\(making)/\(RawUUID.random())"
    try ServiceHost.makeFolder(folder)
    do {
      let original = "\(folder)/\(PictureFolder.original)"
      let facts = try await make(original, folder)
      guard let content = FileManager.default.contents(atPath: original) else {
        throw MissingFile(path: original)
      }
      let name = ObjectName(checked: SHA256.hash(Array(content)).hexadecimal)
      try place(folder, name)
      return NewPicture(name: name, facts: facts, bytes: Int64(content.count))
    } catch {
      // What cannot be removed now is removed at the next start.
      if FileManager.default.fileExists(atPath: folder) {
        do { try FileManager.default.removeItem(atPath: folder) } catch {
          log(.warning, "\(folder): \(error)")
        }
      }
      throw error
    }
  }

  /// The same picture may be stored twice at the same time: then one of both is kept. A folder without its
  /// original is what a program left that was killed while it deleted it.
  private func place(_ folder: String, _ name: ObjectName) throws {
    let target = "\(objects)/\(name.folder)"
    try ServiceHost.makeFolder("\(objects)/\(name.text.prefix(2))")
    if unsafe rename(folder, target) == 0 { return }
    guard original(of: name) == nil else { return try FileManager.default.removeItem(atPath: folder) }
    try remove(name)
    guard unsafe rename(folder, target) == 0 else { throw UnreadableFile(path: target, code: errno) }
  }

  /// Deletes all files of a picture.
  func remove(_ name: ObjectName) throws {
    let path = "\(objects)/\(name.folder)"
    guard FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.removeItem(atPath: path)
  }

  /// Deletes a received file.
  func remove(_ file: IncomingName) throws {
    let path = path(of: file)
    guard FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.removeItem(atPath: path)
  }
}

/// A picture that was just made.
struct NewPicture: Sendable {
  let name: ObjectName
  let facts: ImageFacts
  let bytes: Int64
}

/// A file that was just written is gone.
struct MissingFile: Error {
  let path: String
}
