import FoundationEssentials
import ServiceKit

/// Reads the folder of the web client once, whole, within limits.
struct WebFolder {
  static let maxFiles = 500
  static let maxBytes = 8 << 20
  /// Each answer holds a copy of its file until the client has it.
  static let maxFileBytes = 1 << 20
  /// Entries looked at, with folders and what is left out.
  static let maxEntries = 2000
  static let deepest = 8

  private let root: String
  private var files: [String: [UInt8]] = [:]
  private var size = 0
  private var entries = 0
  /// What is there and is not served: dot files, links, names and types that are not known.
  private var leftOut: [String] = []

  private init(_ root: String) { self.root = root }

  /// - Throws: `SettingError` for a folder that cannot be read, has no `index.html` or is beyond a limit;
  ///   `GzipError` without memory.
  static func read(_ path: String) throws -> (files: WebFiles, leftOut: [String]) {
    var folder = WebFolder(path)
    try folder.walk("", depth: 1)
    guard let files = try WebFiles(folder.files) else { throw refusal("\(path) has no index.html") }
    return (files, folder.leftOut)
  }

  private static func refusal(_ problem: String) -> SettingError {
    SettingError(name: "QUAD_WEB", problem: problem)
  }

  private mutating func walk(_ folder: String, depth: Int) throws(SettingError) {
    guard depth <= Self.deepest else {
      throw Self.refusal("\(root)\(folder) is deeper than \(Self.deepest) folders")
    }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: root + folder).sorted() } catch {
      throw Self.refusal("\(root)\(folder) cannot be read: \(error)")
    }
    for name in names {
      entries += 1
      guard entries <= Self.maxEntries else {
        throw Self.refusal("\(root) holds more than \(Self.maxEntries) entries")
      }
      try look(at: "\(folder)/\(name)", name, depth: depth)
    }
  }

  private mutating func look(at path: String, _ name: String, depth: Int) throws(SettingError) {
    guard Self.isPlain(name) else { return leftOut.append(path) }
    let attributes: [FileAttributeKey: Any]
    do { attributes = try FileManager.default.attributesOfItem(atPath: root + path) } catch {
      throw Self.refusal("\(root)\(path) cannot be read: \(error)")
    }
    // These are the entry's own: a link is a link, wherever it leads.
    switch attributes[.type] as? FileAttributeType {
    case .typeDirectory?: try walk(path, depth: depth + 1)
    case .typeRegular? where WebFiles.contentType(path) != nil:
      try take(path, size: (attributes[.size] as? any BinaryInteger).map { Int(clamping: $0) } ?? Int.max)
    // The folder's own page is for whoever changes it.
    case .typeRegular? where name == "README.md": break
    default: leftOut.append(path)
    }
  }

  /// Sizes are looked at before anything is read: a file of gigabytes is refused, not loaded.
  private mutating func take(_ path: String, size: Int) throws(SettingError) {
    guard files.count < Self.maxFiles else {
      throw Self.refusal("\(root) holds more than \(Self.maxFiles) files")
    }
    guard size <= Self.maxFileBytes else {
      throw Self.refusal("\(root)\(path) is larger than \(Self.maxFileBytes) bytes")
    }
    self.size += size
    guard self.size <= Self.maxBytes else {
      throw Self.refusal("\(root) holds more than \(Self.maxBytes) bytes")
    }
    do { files[path] = Array(try Data(contentsOf: URL(filePath: root + path))) } catch {
      throw Self.refusal("\(root)\(path) cannot be read: \(error)")
    }
  }

  /// Letters, digits, `-`, `_` and `.`, and no dot in front: such a name is the same in a URL.
  static func isPlain(_ name: String) -> Bool {
    name.first != "."
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
