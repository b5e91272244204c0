import Crypto
import FoundationEssentials
import Schema
import Store
import Terminal

/// A site on its way between files and a server.
struct SiteMove {
  static let files = "sqlite"
  private static let unchanged = "The data is in its old place, as it was; run the same command again."

  /// The way on after a failure that was not expected.
  var remedy: String {
    guard FileManager.default.fileExists(atPath: "\(data)/\(MoveFolder.unfinished)") else {
      return SiteMove.unchanged
    }
    return "The last steps are not done, and no program starts before they are; run the same command again."
  }

  let data: String
  let keys: String
  let server: String
  let isReplacing: Bool

  private static let programs = Catalogue.programs.map(\.text)

  func toServer() throws {
    let began = ContinuousClock.now
    var folder = try MoveFolder.open(data)
    let programs = try folder.claim(SiteMove.programs)
    if try folder.isToBeFinished(to: server) { return try finish(folder, programs, began) }
    guard !programs.isEmpty else { throw Failure("\(data) has no data of any program; nothing was changed") }
    let occupied = try StoreSchema.stores(
      at: server, among: SiteMove.programs, as: programs[0], password: password(of: programs[0]))
    try refuse(occupied, isOurs: folder.isMoving(to: server))
    var copies: [StoreSchema] = []
    for program in programs {
      let source = try open(program, in: folder)
      let copy = try schema(of: program)
      try carry(program, source.sums) { progress in
        try copy.fill(from: source, progress: progress)
        return copy.sums
      }
      copies.append(copy)
    }
    // Programs that have no file here must not find the data of another site.
    for program in occupied where !programs.contains(program) {
      let other = try schema(of: program)
      try other.setAside()
      copies.append(other)
    }
    try folder.begin(to: server)
    for copy in copies { try copy.keep() }
    try folder.note(movedTo: server)
    try finish(folder, programs, began)
  }

  private func finish(
    _ folder: borrowing MoveFolder, _ programs: [String], _ began: ContinuousClock.Instant
  ) throws {
    let aside = try folder.setAside(programs)
    try folder.end()
    say("moved the data to \(server)", began)
    if !aside.isEmpty { Output.say("the files are in \(aside); the programs delete them after 7 days") }
    Output.say("before the next start, set QUAD_STORE to \(server)")
  }

  func toFiles() throws {
    let began = ContinuousClock.now
    var folder = try MoveFolder.open(data)
    if try folder.isToBeFinished(to: SiteMove.files) { return try finishFiles(folder, began) }
    let programs = try programsOnServer()
    guard !programs.isEmpty else {
      throw Failure("\(server) has no data of any program; nothing was changed")
    }
    let occupied = try folder.claim(SiteMove.programs)
    try refuse(occupied, isOurs: folder.isMoving(to: SiteMove.files))
    var sources: [StoreSchema] = []
    for program in programs {
      try folder.claim(program)
      let source = try schema(of: program)
      let path = try folder.make(program)
      try carry(program, source.sums) { try StoreFile.make(at: path, from: source, progress: $0).sums }
      sources.append(source)
    }
    try folder.begin(to: SiteMove.files)
    _ = try folder.setAside(occupied)
    for program in programs { try folder.put(program) }
    try folder.note(movedTo: SiteMove.files)
    for source in sources { try setAside(source) }
    try folder.end()
    sayBack(began)
  }

  /// After a move that was broken off with the files in place.
  private func finishFiles(_ folder: borrowing MoveFolder, _ began: ContinuousClock.Instant) throws {
    for program in try programsOnServer() { try setAside(try schema(of: program)) }
    try folder.end()
    sayBack(began)
  }

  private func sayBack(_ began: ContinuousClock.Instant) {
    say("moved the data to files in \(data)", began)
    Output.say("what was in \(server) is in schemas named … replaced-…; drop them when you are sure")
    Output.say("before the next start, take QUAD_STORE out of the settings")
  }

  private func setAside(_ schema: StoreSchema) throws {
    try schema.setAside()
    try schema.keep()
  }

  /// Copies the rows of a program, and compares what has arrived.
  private func carry(
    _ program: String, _ there: (RowHash) throws -> [TableSum],
    _ copy: ((Int) -> Void) throws -> (RowHash) throws -> [TableSum]
  ) throws {
    let progress = Progress()
    var count = 0
    let here = try copy { rows in
      count += rows
      progress.show("\(program): \(count) rows")
    }
    let (found, wanted) = (try here(BLAKE2b.hash), try there(BLAKE2b.hash))
    progress.end()
    guard found == wanted else {
      let all = Set((found + wanted).map(\.table)).sorted()
      let unlike = all.filter { name in
        found.first { $0.table == name } != wanted.first { $0.table == name }
      }
      throw Failure(
        "\(program): \(unlike.joined(separator: ", ")) did not arrive as it was; please report this.\n"
          + SiteMove.unchanged)
    }
    let rows = wanted.reduce(0) { $0 + $1.rows }
    Output.say("\(program): \(rows) rows in \(wanted.count) tables, digest \(SiteMove.digest(wanted))")
  }

  private static func digest(_ sums: [TableSum]) -> String {
    let hash = BLAKE2b.hash(parts: sums.flatMap { [Array($0.table.utf8), $0.digest] })
    return hash.prefix(8).map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0\(text)" : text
    }.joined()
  }

  private func say(_ what: String, _ began: ContinuousClock.Instant) {
    Output.say("\(what) in \(((began.duration(to: .now) / .seconds(1)) * 10).rounded() / 10) s")
  }

  /// - Parameter isOurs: True if a move that was broken off has left it there.
  private func refuse(_ occupied: [String], isOurs: Bool) throws(Failure) {
    guard occupied.isEmpty || isReplacing || isOurs else {
      throw Failure(
        "there is already data of \(occupied.joined(separator: ", ")); "
          + "to move it aside, use --replace; nothing was changed")
    }
  }

  private func open(_ program: String, in folder: borrowing MoveFolder) throws -> StoreFile {
    do { return try StoreFile.open(folder.store(of: program)) } catch is UnfinishedStore {
      throw Failure(
        "\(program) did not stop in order, so its file may not be whole: start the site, stop it, and run "
          + "the same command again; nothing was changed")
    }
  }

  private func schema(of program: String) throws -> StoreSchema {
    do {
      return try StoreSchema.open(server, of: program, password: try password(of: program))
    } catch StoreError.inUse {
      throw Failure("\(program) is running on this data; stop it first. Nothing was changed")
    }
  }

  /// The programs with data on the server. Each signs in as itself, and which there are is not known before.
  private func programsOnServer() throws -> [String] {
    var refusal: (any Error)?
    for program in SiteMove.programs {
      do {
        return try StoreSchema.stores(
          at: server, among: SiteMove.programs, as: program, password: try password(of: program))
      } catch StoreError.refused(let code, let detail) {
        refusal = refusal ?? StoreError.refused(code, detail: detail)
      }
    }
    throw refusal ?? Failure("this version has no program with data")
  }

  /// Nil if the program has no file for it: a server on a socket may ask for none.
  private func password(of program: String) throws -> String? {
    let path = "\(keys)/\(DatabaseRole.passwordFile(of: ProgramName(program)))"
    guard !keys.isEmpty, FileManager.default.fileExists(atPath: path) else { return nil }
    let text = String(decoding: try ByteFile.open(path).read(SiteMove.maxPassword), as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private static let maxPassword = 4096
}
