import Schema
import SiteCommands
import Terminal

/// `quad courses import`: a roster from files.
enum RosterImport {
  @Sendable static func take(_ visit: Visit) async throws {
    let words = visit.arguments.words
    guard words.count >= 2 else { throw UsageError("missing FILE") }
    try visit.arguments.refuseMore(than: 1 + RosterFiles.maxCount)
    try visit.needSession()
    let paths = Array(words.dropFirst())
    let texts = try paths.map(read)
    guard let files = RosterFiles(texts) else { throw UsageError("the same file twice") }
    let fromClass: ClassReference? = try visit.option("class")
    let isDry = visit.arguments.has("dry-run")
    let id = try await visit.course(words[0])
    let reply = try await visit.send(
      Attendance.ImportRoster(id: id, files: files, fromClass: fromClass, dryRun: isDry ? true : nil))
    try await visit.show(reply) { say(reply, paths, isDry: isDry) }
    if reply.refused > 0 {
      let rows = Phrases.counted(Int64(reply.refused), "row")
      throw Failure("\(rows) skipped; correct \(reply.refused == 1 ? "it" : "them") and import again")
    }
  }

  /// UTF-8, UTF-16 with a byte order mark, or else windows-1252.
  private static func read(_ path: String) throws -> RosterFile {
    let bytes =
      path == "-"
      ? Array(try Prompt.standardInput(upTo: RosterFile.maxBytes).utf8)
      : try ByteFile.open(path).read(RosterFile.maxBytes + 1)
    guard bytes.count <= RosterFile.maxBytes, let file = RosterFile(text(bytes)) else {
      throw Failure("\(path) is larger than 2 MiB")
    }
    return file
  }

  static func text(_ bytes: [UInt8]) -> String {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    if isLittle || bytes.starts(with: [0xFE, 0xFF]) {
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isLittle ? second << 8 | first : first << 8 | second
      }
      return String(decoding: units, as: UTF16.self)
    }
    return String(validating: bytes, as: UTF8.self) ?? TextEncoding.windows1252.text(bytes)
  }

  private static func say(_ reply: Attendance.ImportedRoster, _ paths: [String], isDry: Bool) {
    for problem in reply.problems {
      let path = paths.indices.contains(problem.file - 1) ? paths[problem.file - 1] : "file \(problem.file)"
      Output.note("\(path):\(problem.line): \(Plain.line(problem.message)) (\(problem.code))")
    }
    if reply.moreProblems > 0 { Output.note("… and \(reply.moreProblems) more") }
    if reply.rows == 0, reply.classes.count > 1 {
      var table = Table([.left("CLASS"), .text("TITLE"), .right("PEOPLE")])
      for one in reply.classes { table.add([StyledText(one.id), StyledText(one.title), "\(one.people)"]) }
      Output.say(table)
      return Output.note("To choose one, use --class")
    }
    let counts = [
      (reply.added, "added"), (reply.expected, "expected once they sign up"),
      (reply.changed, "with another role"), (reply.already, "already there"),
      (reply.duplicates, reply.duplicates == 1 ? "duplicate" : "duplicates"),
    ]
    let said = counts.filter { $0.0 > 0 || $0.1 == "added" }.map { "\($0.0) \($0.1)" }
    Output.say(said.joined(separator: ", ") + (isDry ? " (dry run: nothing changed)" : ""))
  }
}
