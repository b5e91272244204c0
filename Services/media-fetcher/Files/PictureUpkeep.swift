import Schema
import ServiceKit
import Store

/// Deletes pictures that nobody uses, in small steps, so that other writes wait for at most one step.
struct PictureUpkeep: Sendable {
  let context: ServiceContext
  let folder: PictureFolder
  let trim: FileTrim

  /// The time between two runs of the trim and the sweep, by the system's clock.
  static let trimInterval = Duration.seconds(3600)
  static let interval = Duration.seconds(30)
  /// The limit of rows per transaction.
  static let step = 100

  func run() async {
    var trimmed: ContinuousClock.Instant?
    while !Task.isCancelled {
      do {
        let moment = context.clock.now
        try await step(moment)
        if trimmed.map({ $0.duration(to: .now) >= PictureUpkeep.trimInterval }) ?? true {
          let now = Int(SiteClock.system.milliseconds / 1000)
          try trim.run(at: now)
          try await OrphanSweep(store: context.store, folder: folder, log: context.log).run(at: now)
          trimmed = .now
        }
        try await context.clock.wait(for: PictureUpkeep.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "upkeep: \(error)")
        do { try await Task.sleep(for: PictureUpkeep.interval) } catch { return }
      }
    }
  }

  /// Ends the holdings whose time is over, and deletes the pictures that nobody holds any more.
  func step(_ now: Instant) async throws {
    while !Task.isCancelled, try await context.store.read({ try $0.hasExpired(now) }) {
      try await context.store.write { try $0.endExpired(now, limit: PictureUpkeep.step) }
    }
    while !Task.isCancelled, try await context.store.read({ try $0.hasExpiredFeedPicture(now) }) {
      try await context.store.write { try $0.endExpiredFeedPictures(now, limit: PictureUpkeep.step) }
    }
    while !Task.isCancelled {
      let folder = folder
      // Within the write: an upload of the same picture is stored before or after it, and checks its files.
      let count = try await context.store.write { db in
        let gone = try db.deleteUnheld(limit: PictureUpkeep.step)
        for name in gone { try folder.remove(name) }
        return gone.count
      }
      if count < PictureUpkeep.step { return }
    }
  }
}

extension Database {
  private static var unused: String {
    """
    NOT EXISTS (SELECT 1 FROM picture_use
      WHERE picture_use.picture = holding.picture AND picture_use.person = holding.person)
    """
  }

  func nextExpiry() throws -> Instant? {
    let holding =
      try one(
        "SELECT min(until) AS until FROM holding WHERE \(Database.unused)",
        map: { try $0.instantOrNil("until") }) ?? nil
    let picture =
      try one("SELECT min(until) AS until FROM feed_picture", map: { try $0.instantOrNil("until") }) ?? nil
    return [holding, picture].compactMap { $0 }.min()
  }

  fileprivate func hasExpired(_ now: Instant) throws -> Bool {
    try one(
      "SELECT 1 FROM holding WHERE until <= ? AND \(Database.unused) LIMIT 1", now, map: { _ in true }
    ) ?? false
  }

  fileprivate func endExpired(_ now: Instant, limit: Int) throws {
    try run(
      """
      DELETE FROM holding WHERE (person, picture) IN
        (SELECT person, picture FROM holding WHERE until <= ? AND \(Database.unused) LIMIT ?)
      """,
      now, limit)
  }

  /// Deletes pictures that nobody holds or uses, unless they are the school's own or a feed's, and returns
  /// their names.
  fileprivate func deleteUnheld(limit: Int) throws -> [ObjectName] {
    let names = try all(
      """
      SELECT name FROM picture WHERE NOT EXISTS (SELECT 1 FROM holding WHERE holding.picture = picture.name)
        AND NOT EXISTS (SELECT 1 FROM picture_use WHERE picture_use.picture = picture.name)
        AND NOT EXISTS (SELECT 1 FROM own_picture WHERE own_picture.object = picture.name)
        AND NOT EXISTS (SELECT 1 FROM feed_picture WHERE feed_picture.picture = picture.name) LIMIT ?
      """,
      limit
    ) { ObjectName(checked: try $0.text("name")) }
    for name in names { try run("DELETE FROM picture WHERE name = ?", name.text) }
    return names
  }
}
