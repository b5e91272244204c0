import Schema
import SiteCommands
import Terminal

/// `quad campus import`: a school's data from files.
enum SchoolImport {
  /// The limit of the files of one import.
  private static let maxFiles = 40
  /// The limit of the changes that the terminal shows.
  private static let maxShown = 40

  @Sendable static func take(_ visit: Visit) async throws {
    let paths = visit.arguments.words
    guard !paths.isEmpty else { throw UsageError("missing FILE") }
    try visit.arguments.refuseMore(than: maxFiles)
    try visit.needSession()
    let kind: Campus.ImportKind? = try visit.choice("kind")
    let files = try SchoolFiles(paths, kind: kind)
    let isDry = visit.arguments.has("dry-run")
    let reply = try await visit.send(
      Campus.ImportSchool(
        kind: files.kind, format: files.format, text: files.text, isDryRun: isDry ? true : nil))
    try await visit.show(reply) { say(reply, files, isDry: isDry) }
    let count = Int64(reply.errors.count + reply.moreErrors)
    guard count == 0 else {
      throw Failure(
        "\(Phrases.counted(count, "error")); nothing changed. "
          + "Correct \(count == 1 ? "it" : "them") and import again"
      )
    }
  }

  private static func say(_ reply: Campus.ImportedSchool, _ files: SchoolFiles, isDry: Bool) {
    for error in reply.errors {
      let column = error.column.map { " \($0):" } ?? ""
      Output.note("\(files.place(of: error)):\(column) \(Plain.line(error.message)) (\(error.code))")
    }
    if reply.moreErrors > 0 { Output.note("… and \(reply.moreErrors) more") }
    if !reply.ignored.isEmpty {
      Output.note("unknown columns, left out: \(Plain.line(reply.ignored.joined(separator: ", ")))")
    }
    if isDry {
      for step in reply.preview.prefix(maxShown) {
        let what = step.isNew ? "add" : "change \(step.columns.joined(separator: ", ")) of"
        Output.say("\(what) \(step.kind.rawValue): \(Plain.line(step.name))")
      }
      let more = reply.added + reply.changed - min(reply.preview.count, maxShown)
      if more > 0 { Output.say("… and \(more) more") }
    }
    let counts = [
      (reply.added, "added"), (reply.changed, "changed"), (reply.unchanged, "unchanged"),
    ]
    let said = counts.filter { $0.0 > 0 || $0.1 == "added" }.map { "\($0.0) \($0.1)" }
    guard reply.errors.isEmpty else { return }
    Output.say(said.joined(separator: ", ") + (isDry ? " (dry run: nothing changed)" : ""))
  }
}
