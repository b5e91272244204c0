internal import Schema
internal import Store

/// What a program does about a full disk: keeps ballast on it, sheds that to be able to start, and looks
/// every second whether there is room again.
///
/// The ballast is the operator's to delete while the program runs. A program that dropped it by itself would
/// use up the reserve before anybody knew that the disk is full.
struct FullDisk: Sendable {
  private let ballast: Ballast
  private let log: Log

  /// How soon room is noticed while nobody writes, and how often lost ballast is looked for.
  private static let interval = Duration.seconds(1)
  private static let ballastInterval = 3600

  /// `QUAD_BALLAST_MIB`, 32 unless set; 0 keeps none.
  init(_ setup: ServiceSetup, _ folder: String) throws {
    let mebibytes = try setup.settings.number("QUAD_BALLAST_MIB", in: 0...1024, otherwise: 32)
    ballast = Ballast("\(folder)/ballast", size: Int64(mebibytes) << 20)
    log = setup.log
  }

  /// Opens a store. One that was not closed well needs some room before it can be read: on a full disk the
  /// ballast goes then, else the program would start and fail for ever.
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

  /// Tells the log when the disk is full and when it is not any more; returns when cancelled.
  func watch(_ store: ProgramStore) async {
    var wasFull = false
    var beats = 0
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: FullDisk.interval)
        let isFull = store.health == .full
        if isFull, !wasFull { tell() }
        if wasFull, !isFull { log(.info, "the disk has room again: changes are taken") }
        wasFull = isFull
        try await store.tryForRoom()
      } catch is CancellationError { return } catch StoreError.full, StoreError.closed, StoreError.busy {
        continue
      } catch { log(.error, "looking for room: \(error)") }
      beats += 1
      if beats % FullDisk.ballastInterval == 0 { keepBallast() }
    }
  }

  private func tell() {
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
