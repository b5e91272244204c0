import FoundationEssentials
import Terminal

/// `quadctl restore`: writes the stores of a backup into a data folder.
enum RestoreCommand: Command {
  static let name = "restore"
  static let summary = "Restore a backup into the data folder of a stopped site"
  static let verbs = [
    Verb(
      "", "FILE --data DIR", summary,
      options: [
        .value(
          "data", "DIR", is: "Data folder of the site, created if needed; no program may be running on it"),
        .value("passphrase-file", "F", is: "File whose first line is the passphrase of the backup"),
        .flag("replace", "Replace existing data, which is moved to DIR/replaced-<time>"),
      ], run: restore)
  ]
  static let notes = """
    FILE is read and checked in full before anything changes. People stay signed in, even if the site has new
    keys. At their next start, the programs let each other know that they were restored.
    """

  @Sendable private static func restore(_ arguments: Arguments) async throws {
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
    try extract(&archive, into: folder)
    let replaced = try folder.place(archive.site.programs)
    let seconds = ((began.duration(to: .now) / .seconds(1)) * 10).rounded() / 10
    let size = BackupCommand.megabytes(archive.stores.reduce(0) { $0 + $1.size })
    let names = archive.site.programs.joined(separator: ", ")
    if let replaced { Output.say("the previous data is in \(replaced)") }
    Output.say("restored \(names): \(size) of \(archive.site.made) in \(seconds) s to \(data)")
  }

  /// Writes every store to a temporary folder and reads the archive to its end.
  private static func extract(_ archive: inout ArchiveReader, into folder: borrowing RestoreFolder) throws {
    try folder.prepare()
    do {
      while let store = try archive.nextStore() {
        let file = try folder.make(store.program)
        while let bytes = try archive.nextData() { try file.write(bytes) }
        try file.sync()
        Output.note("\(store.program): \(BackupCommand.megabytes(store.size)), \(store.head) events")
      }
    } catch {
      try folder.clear()
      throw Failure("\(error); nothing was changed")
    }
  }
}
