import FoundationEssentials

/// A file of the repository, by its path from the top.
struct SourceFile: Sendable {
  let path: String
  let lines: [String]
  /// Only of Swift files.
  let swift: SwiftText

  init(path: String, text: String) {
    self.path = path
    swift = SwiftText(path.hasSuffix(".swift") ? text : "")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  var isSwift: Bool { path.hasSuffix(".swift") }
  func isIn(_ folders: String...) -> Bool { folders.contains { path.hasPrefix($0 + "/") } }
}

/// A place that breaks a rule.
struct Finding: Hashable, Sendable, CustomStringConvertible {
  let path: String
  let line: Int
  let what: String

  init(_ path: String, _ line: Int, _ what: String) {
    self.path = path
    self.line = line
    self.what = what
  }

  var description: String { "\(path):\(line): \(what)" }
}

extension [Finding] {
  /// One a line, the way a compiler says it.
  var report: String { "\n" + map(\.description).joined(separator: "\n") }
}

/// The repository that these tests stand in.
enum Tree {
  static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    return parts.joined(separator: "/")
  }()

  /// What version control would not keep.
  private static let ignored: Set<String> = [".build", ".git", ".venv", "var", "__pycache__", "node_modules"]
  private static let binary = [".png", ".jpg", ".webp", ".gif", ".ico", ".woff2", ".sqlite", ".pyc", ".zip"]

  /// Every text file, read once.
  static func files() throws -> [SourceFile] { try read.get() }

  private static let read = Result {
    try paths(in: "").compactMap { path in
      binary.contains { path.hasSuffix($0) } ? nil : try file(path)
    }
  }

  static func file(_ path: String) throws -> SourceFile {
    let data = try Data(contentsOf: URL(filePath: "\(root)/\(path)"))
    return SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
  }

  /// The names in a folder.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted()
  }

  static func isFolder(_ path: String) -> Bool {
    var isDirectory = false
    return FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isDirectory) && isDirectory
  }

  private static func isLink(_ path: String) throws -> Bool {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
    return attributes[.type] as? FileAttributeType == .typeSymbolicLink
  }

  private static func paths(in folder: String) throws -> [String] {
    var paths: [String] = []
    for name in try names(in: folder) where !ignored.contains(name) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      // What a link leads to is not the repository's.
      if try isLink(path) { continue }
      if isFolder(path) { paths += try self.paths(in: path) } else { paths.append(path) }
    }
    return paths
  }
}
