import FoundationEssentials
import Glibc
import Terminal

/// A site's data folder while its data is moved. While this lives, none of its programs can start on files.
struct MoveFolder: ~Copyable {
  /// The file that marks a move whose last steps are not done. Programs do not start while it exists. It
  /// holds where the data goes.
  static let unfinished = "moving"
  /// The file that holds where the data is since the last move. Programs do not start anywhere else.
  static let moved = "moved"
  /// The end of the name of a file that is not in place yet.
  private static let part = ".moving"

  private let folder: SecretFolder
  private var locks: [ProgramLock] = []

  private init(_ folder: consuming SecretFolder) { self.folder = folder }

  static func open(_ path: String) throws -> MoveFolder {
    guard FileManager.default.fileExists(atPath: path) else { throw Failure("\(path) does not exist") }
    let folder = try SecretFolder.open(path)
    for name in ["seeding", RestoreFolder.unfinished] where folder.holds(name) {
      throw Failure("\(path)/\(name) is there: let that end first; nothing was changed")
    }
    return MoveFolder(folder)
  }

  private var path: String { folder.path }

  func store(of program: String) -> String { "\(path)/\(program)/\(program).sqlite" }

  /// Locks these programs, as far as they have a folder.
  /// - Returns: Those that have a file here.
  mutating func claim(_ programs: [String]) throws -> [String] {
    var found: [String] = []
    for program in programs where folder.holds(program) {
      for mark in [RestoreFolder.restored, RestoreFolder.anew] where folder.holds("\(program)/\(mark)") {
        throw Failure(
          "\(path)/\(program)/\(mark) is there: start the site once, so that \(program) takes what was "
            + "restored, and stop it; nothing was changed")
      }
      try claim(program)
      if RestoreFolder.files(of: program).contains(where: { folder.holds("\(program)/\($0)") }) {
        found.append(program)
      }
    }
    return found
  }

  /// Locks a program, which may be new here.
  mutating func claim(_ program: String) throws {
    guard !locks.contains(where: { $0.program == program }) else { return }
    let own = "\(path)/\(program)"
    guard unsafe mkdir(own, 0o700) == 0 || errno == EEXIST else { throw FileError("make the folder", own) }
    locks.append(try ProgramLock("\(store(of: program)).lock", of: program))
  }

  /// True if the data is at `place` already, and only the old place has to be cleared.
  /// - Throws: If there is nothing to do, or the data is somewhere else.
  func isToBeFinished(to place: String) throws -> Bool {
    guard let moved = try content(of: MoveFolder.moved) else { return false }
    guard moved == place else {
      // From files to a server, or back.
      guard (moved == SiteMove.files) != (place == SiteMove.files) else {
        throw Failure("the data was moved to \(moved) before: move it to sqlite first; nothing was changed")
      }
      return false
    }
    guard folder.holds(MoveFolder.unfinished) else {
      throw Failure("the data is in \(place) already; nothing was changed")
    }
    return true
  }

  /// True if a move to this place was broken off in its last steps.
  func isMoving(to place: String) throws -> Bool { try content(of: MoveFolder.unfinished) == place }

  private func content(of name: String) throws -> String? {
    guard folder.holds(name) else { return nil }
    let bytes = try ByteFile.open("\(path)/\(name)").read(MoveFolder.maxMark)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }

  private static let maxMark = 4096

  /// Makes the empty file for the rows of a program, in place of what a broken move left.
  /// - Returns: Its path.
  func make(_ program: String) throws -> String {
    let new = store(of: program) + MoveFolder.part
    _ = try ByteFile.create(new)
    return new
  }

  func begin(to place: String) throws {
    try folder.write(Array("\(place)\n".utf8), to: MoveFolder.unfinished, mode: 0o600)
  }

  /// Puts the new file of a program in place. The program checks it at its first start.
  func put(_ program: String) throws {
    try locks.first { $0.program == program }?.forgetClean()
    let new = store(of: program) + MoveFolder.part
    try MoveFolder.sync(new)
    try ByteFile.rename(new, to: store(of: program))
  }

  private static func sync(_ path: String) throws {
    let file = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw FileError("write", path) }
  }

  /// From here on the data is at the new place.
  func note(movedTo place: String) throws {
    try folder.write(Array("\(place)\n".utf8), to: MoveFolder.moved, mode: 0o644)
  }

  /// Moves the files of these programs into a folder of each, which the programs delete a week later.
  /// - Returns: That folder, for people; empty if there were none.
  func setAside(_ programs: [String]) throws -> String {
    guard !programs.isEmpty else { return "" }
    let time = Date().formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    for program in programs {
      let own = "\(path)/\(program)"
      let aside = "\(own)/replaced-\(time)"
      guard unsafe mkdir(aside, 0o700) == 0 || errno == EEXIST else {
        throw FileError("make the folder", aside)
      }
      for file in RestoreFolder.files(of: program) where folder.holds("\(program)/\(file)") {
        try ByteFile.rename("\(own)/\(file)", to: "\(aside)/\(file)")
      }
      try ByteFile.syncFolder(of: "\(own)/")
    }
    return "\(path)/…/replaced-\(time)"
  }

  func end() throws {
    guard unsafe unlink("\(path)/\(MoveFolder.unfinished)") == 0 else {
      throw FileError("remove", "\(path)/\(MoveFolder.unfinished)")
    }
    try ByteFile.syncFolder(of: "\(path)/")
  }
}
