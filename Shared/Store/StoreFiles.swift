internal import Glibc
internal import Schema

/// The files of a store before SQLite opens them.
struct StoreFiles {
  let path: String

  private var log: String { path + "-wal" }

  /// True if the log holds frames: SQLite writes its header with the first of them.
  private func logHoldsFrames() throws -> Bool {
    guard let size = DiskFile.size(log), size > 32 else { return false }
    let head = try DiskFile.read(log, 4)
    // https://www.sqlite.org/fileformat2.html#walformat: the magic number for either byte order.
    return head.starts(with: [0x37, 0x7F, 0x06]) && head.count == 4 && [0x82, 0x83].contains(head[3])
  }

  /// True if a stop has left nothing in the log. While another process has the store open, frames stay in it.
  func isLogBlank() throws -> Bool { try !logHoldsFrames() }

  /// Compares the files with the store's mark.
  /// - Parameter wasClean: True if the last owner closed the store, which even a version without marks noted.
  /// - Throws: `StoreError.lost` for files that lack something the store had.
  func compare(with mark: StoreMark?, wasClean: Bool, _ options: StoreOptions) throws {
    if options.beginsAnew { return }
    guard let size = DiskFile.size(path), size > 0 else {
      return try compareNothing(with: mark, wasClean: wasClean, options)
    }
    guard let mark, !options.startsNewEpoch else { return }
    switch mark.state {
    case .closing: return
    case .damaged: throw lost("was found damaged by the check of its last start")
    case .open:
      guard try logHoldsFrames() else {
        let problem = DiskFile.size(log) == nil ? "is missing" : "holds nothing"
        throw StoreError.lost(
          path: log,
          what: "\(problem), and the program had not stopped by itself: its last changes were in it")
      }
      if let end = mark.log, try !LogFrames.hold(end, in: log) {
        throw StoreError.lost(
          path: log, what: "was cut or damaged: it held \(end.frames) frames, with the program's last changes"
        )
      }
    case .closed(let before, let sum):
      guard size == before else {
        throw lost("has \(size) bytes, and had \(before) when the program stopped")
      }
      if let sum, try FileSum.of(path) != sum { throw lost("is not what it was when the program stopped") }
    }
  }

  private func compareNothing(with mark: StoreMark?, wasClean: Bool, _ options: StoreOptions) throws {
    let problem = DiskFile.size(path) == nil ? "is missing" : "is empty"
    if let mark { throw lost("\(problem), and held \(mark.head) events") }
    guard !wasClean, !options.startsNewEpoch, try !logHoldsFrames() else {
      throw lost("\(problem), and other files say that it was in use")
    }
  }

  private func lost(_ what: String) -> StoreError { .lost(path: path, what: what) }
}

extension Connection {
  /// Compares the store's own tables with its mark, before anything in them changes.
  func compare(with mark: StoreMark, _ path: String) throws {
    func lost(_ what: String) -> StoreError { .lost(path: path, what: what) }
    let columns = try first(streamColumns) { try $0.int("ncol") }
    guard let columns, let epoch = try first("SELECT epoch FROM stream", map: { try $0.id("epoch") }) else {
      throw lost("is not a store, and held \(mark.head) events")
    }
    guard epoch == mark.epoch else {
      throw lost("is the store of another site, or of another time of this one")
    }
    // A copy from before starts were counted lacks the column.
    let isCounted = columns > 3
    let generation =
      isCounted ? try first("SELECT generation FROM stream", map: { try $0.int("generation") }) ?? 0 : 0
    guard generation >= mark.generation else {
      throw lost(
        "is an older copy: the store was started or stopped \(mark.generation - generation) times since")
    }
    let head = try Database(self).streamHead()
    guard head >= mark.head else {
      throw lost("ends at event \(head) of \(mark.head): it is an older copy, or its log was cut or damaged")
    }
  }

  /// Counts a start or a stop.
  /// - Returns: The new number; nil if the disk has no space for it.
  func raiseGeneration() throws -> Int64? {
    do {
      try control("BEGIN IMMEDIATE")
      let generation = try Database(self).raiseGeneration()
      try control("COMMIT")
      return generation
    } catch {
      rollBack()
      guard case StoreError.full = error else { throw error }
      sawFull = false
      return nil
    }
  }
}

private let streamColumns = "SELECT ncol FROM pragma_table_list WHERE schema = 'main' AND name = 'stream'"
