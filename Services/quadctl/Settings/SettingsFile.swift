import FoundationEssentials
import Schema
import Terminal

/// The lines `NAME=value` of a site's settings file. `#` begins a comment, and quotes around a value do not
/// count.
struct SettingsFile {
  /// The settings that may stand in it.
  let settings: [Setting]
  let name: String
  private(set) var values: [String: String] = [:]

  /// - Throws: `Failure` for a file that cannot be read, a line of another form and an unknown name.
  init(path: String) throws(Failure) {
    let text: String
    do { text = try String(contentsOf: URL(filePath: path), encoding: .utf8) } catch {
      guard !FileManager.default.fileExists(atPath: path) else {
        throw Failure("\(path) cannot be read")
      }
      // A site without settings of its own has no file.
      text = ""
    }
    try self.init(text, path: path)
  }

  init(_ text: String, path: String) throws(Failure) {
    name = path.split(separator: "/").last.map(String.init) ?? path
    let kind = Setting.File(rawValue: name) ?? .local
    settings = Setting.all.filter { $0.files.contains(kind) }
    let known = Set(settings.map(\.name))
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmingPrefix(while: \.isWhitespace)
      guard let first = line.first, first != "#" else { continue }
      let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else {
        throw Failure("\(path), line \(index + 1): this is not NAME=value: \(line)")
      }
      let name = String(sides[0])
      guard known.contains(name) else {
        throw Failure("\(path), line \(index + 1): there is no setting \(name)")
      }
      values[name] = SettingsFile.unquoted(String(sides[1]))
    }
  }

  private static func unquoted(_ value: String) -> String {
    var trimmed = value[...]
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    guard trimmed.count >= 2, let quote = trimmed.first, quote == "\"" || quote == "'", trimmed.last == quote
    else { return value }
    return String(trimmed.dropFirst().dropLast())
  }
}
