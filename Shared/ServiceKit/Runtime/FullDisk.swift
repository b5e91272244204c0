internal import Schema
internal import Store

/// A program's handling of a full disk. It keeps ballast on the disk, deletes that if it cannot start
/// otherwise, and checks for free space every second.
///
/// While the program runs, only an operator deletes the ballast. A program that deleted it by itself would
/// use up the reserve before anyone noticed that the disk is full.
struct FullDisk: Sendable {
  private let ballast: Ballast
  private let log: Log

  /// Intervals for detecting free space while nothing is written, and for restoring lost ballast.
  private static let interval = Duration.seconds(1)
  private static let ballastInterval = 3600

  /// Reads `QUAD_BALLAST_MIB`, 32 unless set; 0 disables the ballast.
  init(_ setup: ServiceSetup, _ folder: String) throws {
    let mebibytes = try setup.settings.number("QUAD_BALLAST_MIB", in: 0...1024, otherwise: 32)
    ballast = Ballast("\(folder)/ballast", size: Int64(mebibytes) << 20)
    log = setup.log
  }

  /// Opens a store. A store that was not closed cleanly needs some space before it can be read. On a full
  /// disk the ballast is then deleted, or else the program would fail at every start.
  func opening<Store>(_ open: () throws -> Store) throws -> Store {
    let store: Store
    do { store = try open() } catch {
      let free = try DiskRoom.free(beside: ballast.path)
      guard free < DiskRoom.minFree, try ballast.remove() else { throw error }
      log(.warning, "the disk is full (\(error)): the ballast is gone to be able to start")
      return try open()
    }
    keepBallast()
    return store
  }

  /// Logs when the disk is full or the server gone and when that is over, and keeps the store's mark up to
  /// date. Returns when canceled.
  func watch(_ store: ProgramStore) async {
    var wasFull = false
    var wasOut = false
    var beats = 0
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: SiteClock.untilBeat(FullDisk.interval))
        let isFull = store.health == .full
        if isFull, !wasFull { warn() }
        if wasFull, !isFull { log(.info, "the disk has room again: changes are taken") }
        wasFull = isFull
        let outage = store.outage
        if let outage, !wasOut { log(.error, "changes are refused until there is a server: \(outage)") }
        if wasOut, outage == nil { log(.info, "the server is back: changes are taken") }
        wasOut = outage != nil
        try await store.tryForRoom()
        try await store.noteHead()
      } catch is CancellationError { return } catch StoreError.full, StoreError.closed, StoreError.busy,
        StoreError.unreachable, StoreError.unknown
      {
        continue
      } catch { log(.error, "looking for room: \(error)") }
      beats += 1
      if beats % FullDisk.ballastInterval == 0 { keepBallast() }
    }
  }

  private func warn() {
    log(
      .error, "the disk is full: changes are refused until there is room; deleting \(ballast.path) makes some"
    )
  }

  private func keepBallast() {
    do {
      if case .noRoom(let free) = try ballast.keep() {
        log(.warning, "no ballast: \(free) bytes are free and \(ballast.size) are to stay so beside it")
      }
    } catch { log(.warning, "no ballast: \(error)") }
  }
}
