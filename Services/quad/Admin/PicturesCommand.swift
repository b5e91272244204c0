import FoundationEssentials
import GatewayClient
import Schema
import SiteCommands
import Terminal

/// `quad pictures`: the school's own pictures, which a search finds first.
enum PicturesCommand: Command {
  static let name = "pictures"
  static let summary = "The school's own pictures"
  static let verbs = [
    Verb.person("list", "", "List the school's own pictures", options: Paging.options, run: list),
    Verb.person(
      "import", "FOLDER", "Add the pictures of a folder, or change their words",
      options: [.value("credits", "FILE", is: "The list of the pictures, a CSV file")], run: take),
    Verb.person("space", "", "Show the space that all pictures take, and who takes the most", run: space),
    Verb.person(
      "remove", "PICTURE", "Remove a picture; events that show it keep it", run: remove),
  ]
  static let notes = """
    FILE has a line for each picture, below a first line with the names of its columns: file, title, credit,
    and tags if you want. The file is one of FOLDER; credit is the author and the license; tags are more
    words that find the picture. Importing again changes only what differs.

    PICTURE is a title, or how the picture's name begins.

    You need the role "admin".
    """

  /// As many as a site has at most.
  private static let maxPictures = 10_000
  /// The number of attempts while the site asks to wait.
  private static let maxAttempts = 8

  @Sendable private static func list(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    try await visit.list({ Media.ListOwn(cursor: $0, limit: $1) }) { pictures in
      guard !pictures.isEmpty else { return Output.say("No pictures.") }
      var table = Table([.left("NAME"), .text("TITLE"), .right("SIZE"), .text("CREDIT")])
      for picture in pictures {
        table.add([
          StyledText(String(picture.object.text.prefix(12))), StyledText(Plain.line(picture.title)),
          "\(picture.width)×\(picture.height)", StyledText(Plain.line(picture.credit), .dim),
        ])
      }
      Output.say(table)
    }
  }

  @Sendable private static func space(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let space = try await visit.send(Media.GetSiteSpace())
    var people: [PersonID: Auth.AdminPerson] = [:]
    if !visit.wantsJSON {
      for one in space.largest { people[one.person] = try await account(one.person, visit) }
    }
    let accounts = people
    try await visit.show(space) {
      let sizes = space.cacheBytes.map { "\(megabytes($0)) of at most \(megabytes(space.maxCacheBytes))" }
      Output.say("\(space.pictures) pictures: \(megabytes(space.bytes))")
      Output.say("other sizes of them: \(sizes ?? "not measured yet")")
      guard !space.largest.isEmpty else { return }
      var table = Table([.text("PERSON"), .left("EMAIL"), .right("PICTURES"), .right("SPACE")])
      for one in space.largest {
        let account = accounts[one.person]
        table.add([
          StyledText(account.map { Plain.line("\($0.firstName) \($0.lastName)") } ?? "deleted account"),
          StyledText(Plain.line(account?.email ?? ""), .dim), "\(one.pictures)",
          StyledText(megabytes(one.bytes)),
        ])
      }
      Output.say(table)
      Output.say("limit of each: \(megabytes(space.maxPersonBytes))")
    }
  }

  /// The account; nil once it is erased.
  private static func account(_ id: PersonID, _ visit: Visit) async throws -> Auth.AdminPerson? {
    do { return try await visit.send(Auth.LookUpPerson(id: id)) } catch ClientError.refused(let fault)
      where fault.code == FaultCode.notFound.code
    { return nil }
  }

  private static func megabytes(_ bytes: Int64) -> String {
    "\((Double(bytes) / 100_000).rounded() / 10) MB"
  }

  @Sendable private static func remove(_ visit: Visit) async throws {
    let word = try visit.arguments.exactly("PICTURE")[0]
    let pictures = try await visit.all(upTo: maxPictures) { Media.ListOwn(cursor: $0, limit: $1) }.rows
    let found = pictures.filter { picture in
      (word.utf8.count >= 4 && picture.object.text.hasPrefix(word)) || picture.title == word
    }
    guard let picture = found.first else { throw Failure("no picture \(word)") }
    guard found.count == 1 else {
      throw Failure("\(found.count) pictures fit; name one as quad pictures list does")
    }
    let reply = try await visit.send(Media.RemoveOwn(object: picture.object))
    try await visit.show(reply) { Output.say("removed \(Plain.line(picture.title))") }
  }

  // MARK: - Import

  private struct Outcome: Encodable {
    var imported = 0
    var problems: [Problem] = []
  }

  private struct Problem: Encodable {
    let line: Int
    let file: String?
    let message: String
  }

  @Sendable private static func take(_ visit: Visit) async throws {
    let folder = try visit.arguments.exactly("FOLDER")[0]
    guard let path = visit.arguments.value("credits") else { throw UsageError("missing --credits FILE") }
    try visit.needSession()
    let list = try read(path)
    var outcome = Outcome(problems: list.problems.map { Problem(line: $0.line, file: nil, message: $0.text) })
    for problem in list.problems { Output.note("\(path):\(problem.line): \(problem.text)") }
    for entry in list.entries {
      if Output.canRedraw { Output.redraw("\(entry.file) …") }
      let reason = try await add(entry, folder, visit)
      if Output.canRedraw { Output.redraw("") }
      guard let reason else {
        outcome.imported += 1
        if !visit.wantsJSON { Output.say("\(Plain.line(entry.file)): imported") }
        continue
      }
      outcome.problems.append(Problem(line: entry.line, file: entry.file, message: reason))
      Output.note("\(path):\(entry.line): \(Plain.line(entry.file)): \(reason)")
    }
    try await visit.show(outcome) {
      Output.say("\(Phrases.counted(Int64(outcome.imported), "picture")) imported")
    }
    if !outcome.problems.isEmpty {
      let lines = Phrases.counted(Int64(outcome.problems.count), "line")
      throw Failure("\(lines) of \(path) skipped; correct them and import again")
    }
  }

  private static func read(_ path: String) throws -> CreditList {
    let bytes = try ByteFile.open(path).read(CreditList.maxBytes + 1)
    guard bytes.count <= CreditList.maxBytes else { throw Failure("\(path) is larger than 4 MiB") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("\(path) is not UTF-8; save it as \"CSV UTF-8\"")
    }
    do { return try CreditList(text) } catch { throw Failure("\(path):\(error.line): \(error.text)") }
  }

  /// Imports one picture. Returns the reason if only this one is refused.
  /// - Throws: An error that concerns the others as well.
  private static func add(_ entry: CreditList.Entry, _ folder: String, _ visit: Visit) async throws -> String?
  {
    do {
      let title: PictureTitle = try Typed.value(entry.title, "title")
      let credit: PictureCredit = try Typed.value(entry.credit, "credit")
      let tags: PictureTags? = entry.tags.isEmpty ? nil : try Typed.value(entry.tags, "tags")
      guard entry.isInside else { return "enter the path of a file in the folder" }
      let bytes = try ByteFile.open("\(folder)/\(entry.file)").read(Media.TakeUpload.bodyLimit + 1)
      guard bytes.count <= Media.TakeUpload.bodyLimit else { return "the file is larger than 10 MB" }
      let stored = try await patiently { try await visit.client.upload(bytes) }
      _ = try await patiently {
        try await visit.send(
          Media.AddOwn(object: stored.object, title: title, tags: tags, credit: credit))
      }
      return nil
    } catch let error as FileError { return "\(error)" } catch let fault as Fault {
      return try reason(of: fault)
    } catch ClientError.refused(let fault) { return try reason(of: fault) }
  }

  private static func reason(of fault: Fault) throws -> String {
    let codes = [FaultCode.picturesFull, .ownPicturesFull].map(\.code)
    let isOnes = fault.kind == .invalidArgument && !codes.contains(fault.code)
    guard isOnes else { throw fault }
    return fault.forPerson
  }

  /// Sends a request again after the time that the site asks for.
  private static func patiently<Reply>(_ send: () async throws -> Reply) async throws -> Reply {
    for _ in 1..<maxAttempts {
      do { return try await send() } catch ClientError.refused(let fault) {
        guard fault.kind == .resourceExhausted, let wait = fault.retryAfterMs else {
          throw ClientError.refused(fault)
        }
        try await Task.sleep(for: .milliseconds(min(max(wait, 100), 60_000)))
      }
    }
    return try await send()
  }
}
