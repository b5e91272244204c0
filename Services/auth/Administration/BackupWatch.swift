import Schema
import ServiceKit
import Store

/// Notifies administrators when the last good backup is too old, once and then every day, until there is a
/// new one.
struct BackupWatch: Sendable {
  let context: ServiceContext

  /// The interval of looking at the time of the last backup.
  static let interval = Duration.seconds(60)
  /// The age from which a backup is too old: daily ones, and two hours for one that was late.
  static let maxAge = Duration.seconds(26 * 3600)
  /// The pause between two notifications about the same backup.
  static let pause = Duration.seconds(24 * 3600)

  func run() async throws {
    while !Task.isCancelled {
      do { try await look() } catch is CancellationError { return } catch {
        context.log(.error, "looking at the last backup: \(error)")
      }
      try await Task.sleep(for: BackupWatch.interval)
    }
  }

  private func look() async throws {
    let (now, last) = (SiteClock.system, BackupTime.last(ofSiteIn: context.settings.data))
    let watch = try await context.store.read { try $0.backupWatch() }
    guard let watch else {
      try await context.store.write { try $0.beginBackupWatch(at: now) }
      return
    }
    guard watch.isOld(last, at: now) else {
      if watch.told != nil { try await context.store.write { try $0.setBackupTold(nil) } }
      return
    }
    if let told = watch.told, now.since(told) < BackupWatch.pause { return }
    let call = context.ownCall()
    let told = try await context.store.write { db in
      let administrators = try db.actingAdmins(limit: Audience.maxPeople)
      for person in administrators {
        try db.publish(BackupWatch.alert(last, to: person, call), to: .programs, call)
      }
      // Without an administrator there is nobody to notify yet.
      if !administrators.isEmpty { try db.setBackupTold(now) }
      return administrators.count
    }
    if told > 0 { context.log(.warning, "the last backup is too old: \(told) administrators are notified") }
  }

  /// Each notification is an alert of its own.
  private static func alert(_ last: Instant?, to person: PersonID, _ call: Call) -> Alerts.AlertPlanned {
    Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .auth, object: AlertObjectID(.timed(call.now)), lead: .atTheTime),
      person: person, at: call.now, until: call.now.advanced(by: pause),
      text: Alerts.AlertText(
        .backupOld, last.map { [Alerts.AlertValue(name: "last", text: $0.description)] } ?? []),
      importance: .high, because: Alerts.AlertReasons(checked: [Alerts.AlertReason(.administrator)]),
      recurrence: nil)
  }
}

/// The start of the watch and the last notification, on the system clock.
struct BackupWatchRow: Sendable {
  let since: Instant
  let told: Instant?

  /// A site without a backup has a day for the first one.
  func isOld(_ last: Instant?, at now: Instant) -> Bool { now.since(last ?? since) > BackupWatch.maxAge }
}

extension AuthService {
  func getBackup(_ request: Auth.GetBackup, _ call: Call) async throws -> Auth.BackupState {
    let last = BackupTime.last(ofSiteIn: dataFolder)
    let watch = try await call.read { try $0.backupWatch() }
    return Auth.BackupState(last: last, isOld: watch?.isOld(last, at: SiteClock.system) ?? false)
  }
}

extension Database {
  fileprivate func backupWatch() throws -> BackupWatchRow? {
    try one("SELECT since, told_at FROM backup_watch") {
      BackupWatchRow(since: try $0.instant("since"), told: try $0.instantOrNil("told_at"))
    }
  }

  fileprivate func beginBackupWatch(at now: Instant) throws {
    try run("INSERT INTO backup_watch(id, since) VALUES (1, ?) ON CONFLICT(id) DO NOTHING", now)
  }

  fileprivate func setBackupTold(_ at: Instant?) throws {
    try run("UPDATE backup_watch SET told_at = ?", at)
  }

  /// The administrators who are neither blocked nor about to be erased.
  func actingAdmins(limit: Int) throws -> [PersonID] {
    try all(
      """
      SELECT id FROM person WHERE roles LIKE '%admin%' AND blocked_at IS NULL AND erases_at IS NULL
      ORDER BY id LIMIT ?
      """,
      limit
    ) { PersonID(try $0.id("id")) }
  }
}
