import FoundationEssentials
import Schema
import SiteCommands
import Terminal

/// `quad campus export`: a school's data as files that the import takes.
enum SchoolExport {
  private struct Written: Encodable {
    let file: String
    let rows: Int
  }

  @Sendable static func write(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 2)
    guard let word = visit.arguments.words.first else {
      throw UsageError("missing KIND", choices: Campus.ImportKind.allCases.map(\.rawValue))
    }
    guard let kind = Campus.ImportKind(rawValue: word.lowercased()) else {
      throw UsageError("unknown kind \"\(word)\"", choices: Campus.ImportKind.allCases.map(\.rawValue))
    }
    let path = visit.arguments.words.dropFirst().first
    if let path, FileManager.default.fileExists(atPath: path), !visit.arguments.has("force") {
      throw Failure("\(path) already exists; use --force to replace it")
    }
    let typed: Campus.ImportFormat? = try visit.choice("format")
    let format = typed ?? path.map { SchoolFiles.format(of: $0) } ?? (kind == .all ? .json : .csv)
    let file = try await visit.send(Campus.ExportSchool(kind: kind, format: format))
    guard let path else {
      return try await visit.show(file) { Output.say(document: file.text) }
    }
    try ByteFile.write(Array(file.text.utf8), whole: path)
    try await visit.show(Written(file: path, rows: file.rows)) {
      Output.say("wrote \(path): \(Phrases.counted(Int64(file.rows), "row"))")
    }
  }
}
