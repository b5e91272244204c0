internal import FoundationEssentials
internal import Schema
internal import Store

/// The marks of an operator in a data folder, from `quadctl restore`.
struct RestoredData {
  /// In the site's folder while files are being restored: it holds a mixture of two sites.
  static let unfinished = "restoring"
  /// In a program's folder until its restored store was opened. Other programs have received events that the
  /// store does not contain, so its stream starts a new epoch. It holds the list of deleted accounts; none if
  /// it is empty.
  static let restored = "restored"
  /// In a program's folder until its store was created: the program begins with an empty store although it
  /// had one, and its stream starts a new epoch.
  static let anew = "anew"
  /// The limit of people who are erased at once; their writes share a sync.
  private static let maxConcurrent = 64
  private static let patience = Duration.seconds(60)

  private let folder: String
  private let isRestored: Bool
  private let beginsAnew: Bool
  private let deleted: ErasureList?

  static func refuseUnfinished(_ data: String) throws(SettingError) {
    guard FileManager.default.fileExists(atPath: "\(data)/\(unfinished)") else { return }
    throw SettingError(
      name: "QUAD_DATA", problem: "holds a restore that was broken off: run `quadctl restore` again")
  }

  /// Reads the marks in a program's folder.
  init(in folder: String) throws(SettingError) {
    self.folder = folder
    let mark = FileManager.default.contents(atPath: "\(folder)/\(RestoredData.restored)")
    isRestored = mark != nil
    beginsAnew = FileManager.default.fileExists(atPath: "\(folder)/\(RestoredData.anew)")
    guard let mark, !mark.isEmpty else {
      deleted = nil
      return
    }
    do { deleted = try ErasureList(Array(mark)) } catch {
      throw SettingError(
        name: "QUAD_DATA",
        problem: "has a damaged list of deleted accounts in \(folder)/\(RestoredData.restored), line "
          + "\(error.line): run `quadctl restore` again")
    }
  }

  /// Sets what the marks say of the program's store. What an erasure deletes is overwritten in a restored
  /// file, as if it had never been in it.
  /// - Parameter adopted: The restored file, where the store is on a server: it takes the data from there.
  func apply(to options: inout StoreOptions, adopting adopted: String?) {
    options.startsNewEpoch = isRestored
    if isRestored, let adopted, FileManager.default.fileExists(atPath: adopted) { options.adopts = adopted }
    options.beginsAnew = beginsAnew
    if deleted != nil { options.erasesDeleted = true }
  }

  /// Erases the people who were erased since the backup, before anybody can ask the program for anything.
  /// Then deletes the marks: the new epoch is on disk. A crash before that only results in another new epoch,
  /// and erases them again.
  func settle(_ handlers: Handlers, _ context: ServiceContext) async throws {
    guard isRestored || beginsAnew else { return }
    if let deleted, isRestored { try await apply(deleted, handlers, context) }
    // A crash before the mark is gone as well only results in another new epoch.
    if let adopted = context.store.adopted {
      for path in ["-wal", "-shm", ".mark", ""].map({ adopted + $0 })
      where FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
    for name in [RestoredData.restored, RestoredData.anew]
    where FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    let how = beginsAnew ? "begun anew by the operator" : "restored from a backup"
    context.log(.info, "\(how): the stream begins the epoch \(context.store.epoch)")
  }

  private func apply(_ list: ErasureList, _ handlers: Handlers, _ context: ServiceContext) async throws {
    let people = list.people(.erasing)
    guard let erasure = handlers.erasure else {
      throw MissingHandlers(subjects: ["\(context.program).person.erase"])
    }
    try await deleteEvents(context)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, person) in people.enumerated() {
        if index >= RestoredData.maxConcurrent { try await group.next() }
        group.addTask { try await erasure(person, context.ownCall(within: RestoredData.patience)) }
      }
      try await group.waitForAll()
    }
    try await handlers.leaving?(list.people(.leaving), context.ownCall(within: RestoredData.patience))
    context.log(.info, "deleted again after the restore: \(people.count) accounts")
  }

  /// The events of the old epoch may hold names. Nobody replays them: consumers fetch a snapshot of the new
  /// epoch. Replies for repeated requests go when they expire, as ever.
  private func deleteEvents(_ context: ServiceContext) async throws {
    var deleted = Housekeeping.step
    while deleted >= Housekeeping.step {
      deleted = try await context.store.write { db in
        let replies = try db.forgetExpired(now: SiteClock.system, limit: Housekeeping.step)
        let events = try db.pruneOutbox(
          olderThan: Instant(milliseconds: .max), limit: Housekeeping.step)
        return max(replies, events)
      }
    }
  }
}
