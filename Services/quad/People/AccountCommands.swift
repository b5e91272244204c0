import FoundationEssentials
import GatewayClient
import Schema

/// `quad export`: everything the site stores about the person.
enum ExportCommand: Command {
  static let name = "export"
  static let summary = "everything the site keeps on you, as JSON"
  static let verbs = [
    Verb.person(
      "", "[FILE]", summary, options: [.flag("force", "replace FILE if there is one")], run: export)
  ]
  static let notes = """
    Without FILE it goes to standard output. FILE is for your eyes only (mode 0600) and appears whole.
    """

  private struct Written: Encodable {
    let file: String
    let bytes: Int
  }

  @Sendable private static func export(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    try visit.needSession()
    let path = visit.arguments.words.first
    if let path, FileManager.default.fileExists(atPath: path), !visit.arguments.has("force") {
      throw Failure("\(path) is there already; --force replaces it")
    }
    let bytes = try await visit.client.export()
    guard let path else { return Output.say(json: String(decoding: bytes, as: UTF8.self)) }
    try ByteFile.write(bytes, whole: path)
    try await visit.show(Written(file: path, bytes: bytes.count)) {
      Output.say("wrote \(bytes.count) bytes to \(path)")
    }
  }
}

/// `quad delete-account`: deletes the account after some days.
enum DeleteAccountCommand: Command {
  static let name = "delete-account"
  static let summary = "erase your account in 7 days"
  static let verbs = [
    Verb.person(
      "", "", summary,
      options: [SignInCommand.passwordFromInput, .flag("yes", "do not ask for the word delete")], run: delete)
  ]
  static let notes = """
    You are signed out everywhere, and your tokens end. Until the account is erased you can sign in and take
    it back: quad keep-account. What you did in your room stays there as a former roommate's; quad export
    shows what there is of you.
    """

  /// The word to type as confirmation, chosen so that it is not typed by mistake.
  static let word = "delete"

  @Sendable private static func delete(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let me = try await visit.send(Auth.Me())
    if !visit.arguments.has("yes") {
      let question = "\(me.email) at \(visit.site) is erased in 7 days. Type \(word) to go on: "
      guard let answer = try Prompt.line(question) else {
        throw UsageError("nothing was deleted; --yes goes on without asking")
      }
      guard answer == word else { throw Failure("nothing was deleted") }
    }
    let password = try SignInCommand.password(visit.arguments, isNew: false)
    let deleted = try await visit.send(Auth.DeleteMe(password: password))
    if visit.session?.token == visit.token { try visit.home.forget() }
    try await visit.show(deleted) {
      Output.say("your account is erased \(ShownTime.exact(deleted.erases)); you are signed out")
      Output.say("to keep it, sign in before and say: quad keep-account")
    }
  }
}

/// `quad keep-account`: cancels the deletion.
enum KeepAccountCommand: Command {
  static let name = "keep-account"
  static let summary = "keep your account after all"
  static let verbs = [
    Verb.person("", "", summary) { visit in
      try visit.arguments.refuseMore(than: 0)
      let me = try await visit.send(Auth.UndeleteMe())
      try await visit.show(me) { Output.say("your account stays") }
    }
  ]
}
