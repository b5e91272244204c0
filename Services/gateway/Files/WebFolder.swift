import FoundationEssentials
import Schema
import ServiceKit

/// Reads the whole folder of the web client once, within limits.
struct WebFolder {
  /// The limit on files: twice those of a release, where each has its brotli form beside it, or those of the
  /// sources. All of them stay in memory, within `maxBytes`.
  static let maxFiles = 800
  static let maxBytes = 8 << 20
  /// The limit on one file. Each response holds a copy of its file until the client has it.
  static let maxFileBytes = 1 << 20
  /// The limit on entries, including folders and files that are left out.
  static let maxEntries = 2000
  static let deepest = 8
  /// Debian's libraries for browsers. A link to one of their files stands for that file.
  static let libraries = "/usr/share/javascript/"

  private let root: String
  private var files: [String: [UInt8]] = [:]
  private var size = 0
  private var entries = 0
  /// Entries that are not served: dot files, links, and unknown names and types.
  private var leftOut: [String] = []

  private init(_ root: String) { self.root = root }

  /// - Throws: `SettingError` for a folder that cannot be read, has no `index.html` or exceeds a limit,
  ///   or for a manifest that is not JSON;
  ///   `GzipError` without memory.
  static func read(
    _ path: String, _ apps: SiteApps, _ tiles: MapTiles?
  ) throws -> (files: WebFiles, leftOut: [String]) {
    var folder = WebFolder(path)
    try folder.walk("", depth: 1)
    let named = try FilesOfApps.applied(apps, to: folder.files)
    guard let files = try WebFiles(tiles?.applied(to: named) ?? named, pictures: tiles?.origin) else {
      throw refusal("\(path) has no index.html")
    }
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
      throw Self.refusal("\(root)\(folder) cannot be read: \(ErrorText.reason(of: error))")
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
      throw Self.refusal("\(root)\(path) cannot be read: \(ErrorText.reason(of: error))")
    }
    // These attributes are the entry's own: a link is a link, whatever its target.
    switch attributes[.type] as? FileAttributeType {
    case .typeDirectory?: try walk(path, depth: depth + 1)
    case .typeRegular? where WebFiles.contentType(path) != nil || Self.isBrotli(path):
      try take(path, size: (attributes[.size] as? any BinaryInteger).map { Int(clamping: $0) } ?? Int.max)
    case .typeSymbolicLink?:
      guard let size = try sizeOfLibrary(path) else { return leftOut.append(path) }
      try take(path, size: size)
    // The folder's own README is for developers.
    case .typeRegular? where name == "README.md": break
    default: leftOut.append(path)
    }
  }

  /// The size of the library that a link leads to; nil for a link to anything else.
  private func sizeOfLibrary(_ path: String) throws(SettingError) -> Int? {
    do {
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: root + path)
      guard target.hasPrefix(Self.libraries), !target.contains(".."), WebFiles.contentType(path) != nil else {
        return nil
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: target)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
      return (attributes[.size] as? any BinaryInteger).map { Int(clamping: $0) }
    } catch {
      throw Self.refusal(
        "\(root)\(path) leads to a library that cannot be read (\(ErrorText.reason(of: error))); "
          + "its package is in compose/packages.debian")
    }
  }

  private static func isBrotli(_ path: String) -> Bool {
    path.hasPrefix(WebFiles.unchanging) && path.hasSuffix(WebFiles.brotli)
  }

  /// Checks sizes before reading, so that a file of gigabytes is rejected and not loaded.
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
      throw Self.refusal("\(root)\(path) cannot be read: \(ErrorText.reason(of: error))")
    }
  }

  /// True for a name of letters, digits, `-`, `_` and `.` that does not begin with a dot. Such a name is the
  /// same in a URL.
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
