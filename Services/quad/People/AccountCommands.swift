import FoundationEssentials
import GatewayClient
import Glibc
import Schema
import SiteCommands
import Terminal

/// `quad export`: everything the site stores about the person.
enum ExportCommand: Command {
  static let name = "export"
  static let summary = "Export everything the site stores about you, as JSON"
  static let verbs = [
    Verb.person(
      "", "[FILE]", summary,
      options: [
        .flag("pictures", "Export a ZIP archive with the files of your pictures, to FILE"),
        .flag("force", "Replace FILE if it exists"),
      ], run: export)
  ]
  static let notes = """
    Without FILE, the export goes to standard output. Only you can read FILE (mode 0600).
    """

  private struct Written: Encodable {
    let file: String
    let bytes: Int64
  }

  @Sendable private static func export(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    try visit.needSession()
    let path = visit.arguments.words.first
    if let path, FileManager.default.fileExists(atPath: path), !visit.arguments.has("force") {
      throw Failure("\(path) already exists; use --force to replace it")
    }
    let size: Int64
    if visit.arguments.has("pictures") {
      guard let path else { throw UsageError("missing FILE for the archive") }
      size = try await write(visit.client, whole: path)
    } else {
      let bytes = try await visit.client.export()
      guard let path else { return Output.say(json: String(decoding: bytes, as: UTF8.self)) }
      try ByteFile.write(bytes, whole: path)
      size = Int64(bytes.count)
    }
    guard let path else { return }
    try await visit.show(Written(file: path, bytes: size)) {
      Output.say("wrote \(size) bytes to \(path)")
    }
  }

  /// Writes the archive, which is too large for memory. It appears whole or not at all.
  private static func write(_ client: SiteClient, whole path: String) async throws -> Int64 {
    let part = path + ".part"
    let file = try ByteFile.create(part)
    let size: Int64
    do {
      try await client.exportPictures(to: file.descriptor)
      try file.sync()
      size = try file.size()
    } catch {
      _ = unsafe unlink(part)
      throw error
    }
    try ByteFile.rename(part, to: path)
    return size
  }
}

/// `quad delete-account`: deletes the account after some days.
enum DeleteAccountCommand: Command {
  static let name = "delete-account"
  static let summary = "Delete your account, effective in 7 days"
  static let verbs = [
    Verb.person(
      "", "", summary,
      options: [SignInCommand.passwordFromInput, .flag("yes", "Delete without confirmation")], run: delete)
  ]
  static let notes = """
    This signs you out everywhere and revokes your tokens. For 7 days, you can sign in and undo it with
    quad keep-account. What you did in your room stays there, under "former roommate". To keep a copy of your
    data, run quad export first.
    """

  /// The word to type as confirmation, chosen so that it is not typed by mistake.
  static let word = "delete"

  @Sendable private static func delete(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let me = try await visit.send(Auth.Me())
    if !visit.arguments.has("yes") {
      let question = "\(me.email) at \(visit.site) will be deleted in 7 days. Type \(word) to confirm: "
      guard let answer = try Prompt.line(question) else {
        throw UsageError("nothing was deleted; to delete without confirmation, use --yes")
      }
      guard answer == word else { throw Failure("nothing was deleted") }
    }
    let password = try SignInCommand.password(visit.arguments, isNew: false)
    let deleted = try await visit.send(Auth.DeleteMe(password: password))
    if visit.session?.token == visit.token { try visit.home.forget() }
    try await visit.show(deleted) {
      Output.say("your account will be deleted \(ShownTime.exact(deleted.erases)); you are signed out")
      Output.say("to keep it, sign in before then and run: quad keep-account")
    }
  }
}

/// `quad keep-account`: cancels the deletion.
enum KeepAccountCommand: Command {
  static let name = "keep-account"
  static let summary = "Cancel the deletion of your account"
  static let verbs = [
    Verb.person("", "", summary) { visit in
      try visit.arguments.refuseMore(than: 0)
      let me = try await visit.send(Auth.UndeleteMe())
      try await visit.show(me) { Output.say("your account is kept") }
    }
  ]
}
