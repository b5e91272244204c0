import Bus
import FoundationEssentials
import Glibc
import Schema

/// `quad backup`: writes the stores of all programs of a running site into one file.
enum BackupCommand: Command {
  static let name = "backup"
  static let summary = "copy a running site's data into one file, or check such a file"
  static let audience = Audience.operators
  static let verbs = [
    Verb(
      "", "FILE", "copy every program's data into FILE while they run",
      options: [
        .value(
          "passphrase-file", "F",
          is: "its first line is what quad restore will ask for: without it FILE is lost"),
        .flag("plain", "in place of a passphrase: readable by whoever has FILE"),
        .list("without", "PROGRAM", "leave out a program that does not run"),
        .value("verify", "FILE", is: "read FILE to its end and check it; nothing is copied"),
      ], run: backup)
  ]
  static let notes = """
    FILE appears whole or not at all and replaces an older one. The keys of the site are not in it.
    Environment: QUAD_KEYS, QUAD_RUN, BUS_ADDRESS.
    """

  @Sendable private static func backup(_ arguments: Arguments) async throws {
    let passphrase = try arguments.value("passphrase-file").map(ArchivePassphrase.read)
    if let file = arguments.value("verify") {
      try arguments.refuseMore(than: 0)
      return try verify(file, passphrase)
    }
    guard let file = arguments.words.first else { throw UsageError("FILE is missing") }
    try arguments.refuseMore(than: 1)
    guard arguments.has("plain") == (passphrase == nil) else {
      throw UsageError(
        passphrase == nil
          ? "a backup holds everybody's data: give --passphrase-file, or --plain where FILE is safe"
          : "--plain and --passphrase-file exclude each other")
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
    guard !order.isEmpty else { throw Failure("no program has anything to back up") }
    let part = path + ".part"
    let file = try ByteFile.create(part)
    let size: Int64
    do { size = try await write(order, source, file, passphrase) } catch {
      _ = unsafe unlink(part)
      throw error
    }
    try ByteFile.rename(part, to: path)
    let seconds = began.duration(to: .now) / .seconds(1)
    let names = order.map(\.text).joined(separator: ", ")
    Output.say("backed up \(names): \(megabytes(size)) in \(rounded(seconds)) s to \(path)")
  }

  private static func write(
    _ order: [ProgramName], _ source: BackupSource, _ file: consuming ByteFile,
    _ passphrase: ArchivePassphrase?
  ) async throws -> Int64 {
    var archive = try ArchivePassphrase.writer(file, passphrase)
    let now = Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    try archive.add(ArchivedSite(quad: Release.version, made: now, programs: order.map(\.text)))
    for program in order {
      var told = ContinuousClock.now
      let store = try await source.copy(program, into: &archive) { done, all in
        guard Output.canRedraw, told.duration(to: .now) > .milliseconds(100) else { return }
        told = .now
        Output.redraw("\(program): \(megabytes(done)) of \(megabytes(all))")
      }
      if Output.canRedraw { Output.redraw("") }
      Output.note("\(program): \(megabytes(store.size)), \(store.head) events")
    }
    return try archive.finish()
  }

  private static func verify(_ path: String, _ passphrase: ArchivePassphrase?) throws {
    var archive = try ArchivePassphrase.reader(try ByteFile.open(path), passphrase)
    try archive.verify()
    for store in archive.stores {
      Output.say("\(store.program): \(megabytes(store.size)), \(store.head) events, schema \(store.steps)")
    }
    Output.say("\(path) is whole: made \(archive.site.made) by quad \(archive.site.quad)")
  }

  static func megabytes(_ bytes: Int64) -> String { "\(rounded(Double(bytes) / 1_000_000)) MB" }

  private static func rounded(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
