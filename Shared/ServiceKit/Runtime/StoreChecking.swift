internal import Store
internal import Threads

/// The check of a store's tables and indexes behind a program that is already ready. A program that waited
/// for it would start a second later for every 100 MB.
enum StoreChecking {
  static func start(_ store: ProgramStore, _ log: Log) throws {
    try WorkThread.start("check") {
      let began = ContinuousClock.now
      do {
        try store.checkTables()
        let took = began.duration(to: .now)
        log(.debug, "the store's tables and indexes are intact, checked in \(took)")
      } catch StoreError.broken {
        // Reported by `onBroken`, which ends the program.
      } catch {
        log(.warning, "the store could not be checked: \(ErrorText.of(error))")
      }
    }
  }
}
