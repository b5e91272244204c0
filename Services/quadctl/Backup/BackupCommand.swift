import Bus
import Crypto
import FoundationEssentials
import Glibc
import Schema
import Terminal

/// `quadctl backup`: writes the stores of all programs of a running site into one file, and its pictures
/// beside it.
enum BackupCommand: Command {
  static let name = "backup"
  static let summary = "Back up a running site to a file, or check a backup"
  static let verbs = [
    Verb(
      "", "FILE", "copy every program's data into FILE, and pictures beside it, while they run",
      options: [
        .value(
          "passphrase-file", "F",
          is: "File whose first line is the passphrase; without it, the backup is lost"),
        .flag("plain", "Do not encrypt: anyone with FILE can read it"),
        .list("without", "PROGRAM", "Leave out a program that is not running"),
        .value("verify", "FILE", is: "Check the backup FILE instead of making one"),
        .value("prune", "DIR", is: "Delete the pictures that no backup in DIR needs"),
      ], run: backup)
  ]
  static let notes = """
    FILE appears once the backup is complete, and replaces an older one. The keys of the site are not in it.
    Its pictures are in the folder quad-pictures beside it, which all backups there share: keep and copy them
    together.

    With QUAD_DATA, its time is written there, for the metric quad_backup_last_time_seconds.

    Environment: QUAD_KEYS, QUAD_RUN, BUS_ADDRESS, QUAD_DATA.
    """

  @Sendable private static func backup(_ arguments: Arguments) async throws {
    let passphrase = try arguments.value("passphrase-file").map(ArchivePassphrase.read)
    if let file = arguments.value("verify") {
      try arguments.refuseMore(than: 0)
      return try verify(file, passphrase)
    }
    if let folder = arguments.value("prune") {
      try arguments.refuseMore(than: 0)
      return try prune(folder)
    }
    guard let file = arguments.words.first else { throw UsageError("missing FILE") }
    try arguments.refuseMore(than: 1)
    guard arguments.has("plain") == (passphrase == nil) else {
      throw UsageError(
        passphrase == nil
          ? "a backup holds everyone's data: use --passphrase-file, or --plain if FILE is safe"
          : "--plain cannot be used with --passphrase-file")
    }
    let left = arguments.list("without").map { ProgramName($0) }
    let settings = try BusSettings()
    let programs = try settings.programs().filter { $0 != .gateway && !left.contains($0) }
    try await settings.with(key: .operator) { bus in
      try await back(up: programs, BackupSource(bus: bus), to: file, passphrase)
    }
  }

  private static func back(
    up programs: [ProgramName], _ source: BackupSource, to path: String, _ passphrase: ArchivePassphrase?
  ) async throws {
    let began = ContinuousClock.now
    let order = try await source.stores(of: programs)
    guard !order.isEmpty else { throw Failure("there is nothing to back up") }
    // It is held until the backup has its name, so that no picture of it is pruned before.
    var beside: PictureWriter?
    if order.contains(.mediaFetcher) { beside = try PictureWriter.open(beside: path, passphrase) }
    let part = path + PictureFile.part
    let file = try ByteFile.create(part)
    let size: Int64
    let pictures: PictureTally
    do { (size, pictures) = try await write(order, source, file, &beside, passphrase) } catch {
      _ = unsafe unlink(part)
      throw error
    }
    try ByteFile.rename(part, to: path)
    _ = consume beside
    note(made: Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))))
    let seconds = began.duration(to: .now) / .seconds(1)
    let names = order.map(\.text).joined(separator: ", ")
    if let warning = pictures.warning { Output.note(warning) }
    let held = pictures.count > 0 ? " with \(pictures.progress)" : ""
    Output.say("backed up \(names): \(megabytes(size))\(held) in \(rounded(seconds)) s to \(path)")
  }

  private static func write(
    _ order: [ProgramName], _ source: BackupSource, _ file: consuming ByteFile,
    _ beside: inout PictureWriter?, _ passphrase: ArchivePassphrase?
  ) async throws -> (size: Int64, pictures: PictureTally) {
    var archive = try ArchivePassphrase.writer(file, passphrase)
    let now = Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    var site = ArchivedSite(quad: Release.version, made: now, programs: order.map(\.text))
    if let salt = beside?.folder.sealing.salt, !salt.isEmpty { site.pictures = Base64URL.encode(salt) }
    try archive.add(site)
    for program in order {
      let progress = Progress()
      let store = try await source.copy(program, into: &archive) { done, all in
        progress.show("\(program): \(megabytes(done)) of \(megabytes(all))")
      }
      progress.end()
      Output.note("\(program): \(megabytes(store.size)), \(store.head) events")
    }
    // Pictures are stored before anything uses them, so those of every store are still there or were deleted.
    let progress = Progress()
    var pictures = PictureTally()
    if var pictureWriter = beside.take() {
      pictures = try await source.copyPictures(into: &archive, &pictureWriter) { progress.show($0.progress) }
      beside = consume pictureWriter
    }
    progress.end()
    return (try archive.finish(), pictures)
  }

  /// Leaves the time in the data folder, where the gateway reads it for its metrics. A backup is good
  /// without that.
  private static func note(made: Instant) {
    guard let data = ProcessInfo.processInfo.environment["QUAD_DATA"], !data.isEmpty else { return }
    let path = "\(data)/\(Launch.backupMark)"
    do { try "\(made)\n".write(toFile: path, atomically: true, encoding: .utf8) } catch {
      Output.note("the backup is complete, but its time could not be written to \(path): \(error)")
    }
  }

  private static func verify(_ path: String, _ passphrase: ArchivePassphrase?) throws {
    var archive = try ArchivePassphrase.reader(try ByteFile.open(path), passphrase)
    let progress = Progress()
    try archive.verify { progress.show("\($0.text): \(megabytes($0.bytes))") }
    progress.end()
    for store in archive.stores {
      Output.say("\(store.program): \(megabytes(store.size)), \(store.head) events, schema \(store.steps)")
    }
    let pictures = archive.pictures
    if pictures.count > 0 { Output.say("\(pictures.text): \(megabytes(pictures.bytes))") }
    if let warning = pictures.warning { Output.note(warning) }
    if let loss = pictures.loss(in: PictureFolder.path(beside: path)) {
      throw Failure("\(loss)\nEverything else of \(path) is whole. The next backup writes them again")
    }
    Output.say("\(path) is complete: made \(archive.site.made) by Quad \(archive.site.quad)")
  }

  private static func prune(_ folder: String) throws {
    let progress = Progress()
    let pruning = try PicturePruning(folder) { progress.show("\($0.kept) kept, \($0.deleted) deleted") }
    progress.end()
    let pictures = pruning.deleted == 1 ? "1 picture" : "\(pruning.deleted) pictures"
    Output.say("deleted \(pictures) (\(megabytes(pruning.freed))) that no backup in \(folder) needs")
  }

  static func megabytes(_ bytes: Int64) -> String { "\(rounded(Double(bytes) / 1_000_000)) MB" }

  private static func rounded(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
