import FoundationEssentials
import Schema
import Terminal

/// `quadctl restore`: writes the stores of a backup into a data folder.
enum RestoreCommand: Command {
  static let name = "restore"
  static let summary = "Restore a backup into the data folder of a stopped site"
  static let verbs = [
    Verb(
      "", "FILE --data DIR | --empty PROGRAM --data DIR", summary,
      options: [
        .value(
          "data", "DIR", is: "Data folder of the site, created if needed; no program may be running on it"),
        .value("passphrase-file", "F", is: "File whose first line is the passphrase of the backup"),
        .value(
          "empty", "PROGRAM",
          is: "Restore nothing: let PROGRAM begin with an empty store, after its data was lost"),
        .flag("incomplete", "Restore also if pictures of the backup are missing or damaged"),
        .flag(
          "replace",
          "Replace existing data, which is moved to DIR/replaced-<time>, or on PostgreSQL to another schema"),
      ], run: restore)
  ]
  static let notes = """
    FILE is read and checked in full before anything changes. People stay signed in, even if the site has new
    keys. At their next start, the programs let each other know that they were restored, and delete accounts
    again that were deleted since the backup: DIR/auth/erased lists them, without names.
    """

  @Sendable private static func restore(_ arguments: Arguments) async throws {
    if let program = arguments.value("empty") { return try empty(program, arguments) }
    guard let file = arguments.words.first else { throw UsageError("missing FILE") }
    try arguments.refuseMore(than: 1)
    let data = try arguments.required("data")
    let passphrase = try arguments.value("passphrase-file").map(ArchivePassphrase.read)
    let began = ContinuousClock.now
    var archive = try ArchivePassphrase.reader(try ByteFile.open(file), passphrase)
    var folder = try RestoreFolder.open(data)
    let found = try folder.claim(archive.site.programs)
    guard found.isEmpty || arguments.has("replace") else {
      throw Failure(
        "\(data) already has data of \(found.joined(separator: ", ")); "
          + "to move it aside, use --replace; nothing was changed")
    }
    let deleted = try deletedAccounts(folder, archive.site)
    try extract(&archive, into: folder, isIncomplete: arguments.has("incomplete"))
    let replaced = try folder.place(archive.site.programs, deleted)
    let seconds = ((began.duration(to: .now) / .seconds(1)) * 10).rounded() / 10
    let pictures = archive.pictures
    let size = BackupCommand.megabytes(archive.stores.reduce(pictures.bytes) { $0 + $1.size })
    let held = pictures.count > 0 ? " with \(pictures.text)" : ""
    let names = archive.site.programs.joined(separator: ", ")
    if let replaced { sayKept(replaced) }
    if !folder.served.isEmpty { sayServed(archive.site.programs) }
    if let warning = pictures.warning { Output.note(warning) }
    if let loss = pictures.loss(in: PictureFolder.path(beside: file)) { Output.note(loss) }
    Output.say("restored \(names): \(size)\(held) of \(archive.site.made) in \(seconds) s to \(data)")
  }

  private static func deletedAccounts(
    _ folder: borrowing RestoreFolder, _ site: ArchivedSite
  ) throws -> ErasureList? {
    do {
      if let list = try folder.deletedAccounts() { return list }
    } catch let damage as ErasureDamage { throw Failure("\(damage)\nNothing was changed.") }
    Output.note(
      "there is no list of deleted accounts here, so those deleted since \(site.made) come back; if the site "
        + "had one elsewhere, copy it to auth/\(ErasureList.fileName) of this folder and restore again")
    return nil
  }

  /// An operator's word that a program's data may be gone: without it, a program whose store is lost does not
  /// start, and others do not follow it.
  private static func empty(_ program: String, _ arguments: Arguments) throws {
    try arguments.refuseMore(than: 0)
    let data = try arguments.required("data")
    guard Catalogue.programs.contains(ProgramName(program)) else {
      let known = Catalogue.programs.map(\.text).joined(separator: ", ")
      throw UsageError("\(program) has no store; the programs with one are \(known)")
    }
    guard FileManager.default.fileExists(atPath: data) else { throw Failure("\(data) does not exist") }
    var folder = try RestoreFolder.open(data)
    _ = try folder.claim([program])
    if let replaced = try folder.empty(program) { sayKept(replaced) }
    if folder.served.contains(program) { sayServed([program]) }
    Output.say("\(program) begins with an empty store at its next start")
  }

  /// It holds people who were erased since, so the programs delete it.
  private static func sayKept(_ replaced: String) {
    Output.say(
      "the previous data is in \(replaced); the programs delete it after \(RestoreFolder.keptDays) days")
  }

  /// Data on a server is moved aside by its program, which can reach it.
  private static func sayServed(_ programs: [String]) {
    Output.say(
      "on PostgreSQL, each program moves its previous data to the schema NAME replaced-<time> at its start, "
        + "and drops that after \(RestoreFolder.keptDays) days: \(programs.joined(separator: ", "))")
  }

  /// Writes every store and picture to a temporary folder and reads the archive to its end.
  private static func extract(
    _ archive: inout ArchiveReader, into folder: borrowing RestoreFolder, isIncomplete: Bool
  ) throws {
    try folder.prepare()
    do {
      while let store = try archive.nextStore() {
        let file = try folder.make(store.program)
        while let bytes = try archive.nextData() { try file.write(bytes) }
        try file.sync()
        Output.note("\(store.program): \(BackupCommand.megabytes(store.size)), \(store.head) events")
      }
      let progress = Progress()
      while let picture = try archive.nextPicture() {
        if case .whole(let bytes) = picture.content { try folder.add(picture.name, bytes) }
        progress.show("\(archive.pictures.text): \(BackupCommand.megabytes(archive.pictures.bytes))")
      }
      progress.end()
      if !isIncomplete, let loss = archive.pictures.loss(in: try archive.pictureFolder().path) {
        throw IncompletePictures(loss: loss)
      }
    } catch {
      try folder.clear()
      throw Failure("\(error); nothing was changed")
    }
  }
}

/// Pictures of a backup are missing or damaged beside it.
private struct IncompletePictures: Error, CustomStringConvertible {
  let loss: String

  var description: String { "\(loss)\nto restore everything else, use --incomplete" }
}
