import Crypto
import Schema
import Store

/// A queued mail. It holds no address and no secret: both are added when it is sent.
struct MailJob: Sendable {
  enum Kind: String, Sendable {
    /// Sent to the address that signed up: the link, or a note that it has an account already.
    case signUp = "sign_up"
    case reset
    case verify
    /// Sent to the new address: the link, or a note that another account has it.
    case change
    /// Sent to the old address: a note that it is no longer the account's.
    case changed
  }

  let id: RawUUID
  let kind: Kind
  let object: RawUUID
  let created: Instant
  /// Attempts so far, including this one.
  let attempts: Int
  /// The program that sends it.
  let owner: RawUUID
  /// The language of the request; nil for the site's.
  let language: Alerts.Language?

  /// Pauses between retries; the last one repeats.
  static let waits: [Duration] = [
    .seconds(10), .seconds(60), .seconds(300), .seconds(1800), .seconds(7200),
  ]
  static let maxLifetime = Duration.seconds(24 * 3600)
  /// The lease of a mail that is being sent, longer than sending may take.
  static let lease = Duration.seconds(60)
  /// The limit of queued mails; beyond it, requests that need a mail answer `busy`.
  static let maxWaiting = 50_000

  /// The pause after this many attempts, varied by up to a quarter.
  static func wait(after attempts: Int, jitter: Double) -> Duration {
    waits[min(max(attempts, 1), waits.count) - 1] * (0.75 + 0.5 * jitter)
  }
}

/// The limit of mails of one kind that can be requested for an address.
enum MailQuota {
  static let maxCount = 3
  static let span = Duration.seconds(3600)

  static func key(_ kind: MailJob.Kind, _ email: String) -> [UInt8] {
    BLAKE2b.hash(parts: [Array("mail".utf8), Array(kind.rawValue.utf8), Array(email.utf8)])
  }
}

extension Database {
  /// Adds a mail to the queue.
  /// - Parameter language: The language of the request; nil for the site's.
  /// - Throws: `busy` if it is full.
  func queue(
    _ kind: MailJob.Kind, _ object: RawUUID, in language: Alerts.Language?, now: Instant
  ) throws {
    try requireMailRoom()
    try run(
      "INSERT INTO mail_job(id, kind, object, created_at, due_at, language) VALUES (?, ?, ?, ?, ?, ?)",
      RawUUID.random(), kind.rawValue, object, now, now, language?.rawValue)
  }

  /// - Throws: `busy` if the queue of mails is full.
  func requireMailRoom() throws {
    let last = try one("SELECT 1 FROM mail_job LIMIT 1 OFFSET ?", MailJob.maxWaiting - 1) { _ in true }
    guard last == nil else { throw Fault(.busy, retryAfterMs: 60_000) }
  }

  /// Counts a request for a mail of this kind; false if there were too many. It works the same for addresses
  /// with and without an account.
  func countMail(_ kind: MailJob.Kind, to email: String, now: Instant) throws -> Bool {
    let key = MailQuota.key(kind, email)
    let since = now.advanced(by: .zero - MailQuota.span)
    let asked =
      try one("SELECT count(*) AS count FROM mail_asked WHERE key = ? AND at > ?", key, since) {
        try $0.int("count")
      } ?? 0
    guard asked < MailQuota.maxCount else { return false }
    try run("INSERT INTO mail_asked(id, key, at) VALUES (?, ?, ?)", RawUUID.random(), key, now)
    return true
  }

  func hasDueMail(now: Instant) throws -> Bool {
    try one("SELECT 1 FROM mail_job WHERE due_at <= ? LIMIT 1", now) { _ in true } != nil
  }

  /// Leases the earliest mail that is due. `due_at` is then the end of the lease, after which anybody may
  /// send it.
  func leaseMail(to owner: RawUUID, now: Instant) throws -> MailJob? {
    let job = try one(
      """
      SELECT id, kind, object, created_at, attempts, language FROM mail_job WHERE due_at <= ?
      ORDER BY due_at LIMIT 1
      """,
      now
    ) { row -> MailJob in
      guard let kind = MailJob.Kind(rawValue: try row.text("kind")) else {
        throw StoreError.column(detail: "mail_job.kind holds no kind")
      }
      return MailJob(
        id: try row.id("id"), kind: kind, object: try row.id("object"),
        created: try row.instant("created_at"),
        attempts: Int(try row.int("attempts")) + 1, owner: owner,
        language: try row.textOrNil("language").flatMap { Alerts.Language(rawValue: $0) })
    }
    guard let job else { return nil }
    try run(
      "UPDATE mail_job SET attempts = ?, due_at = ?, lease_owner = ? WHERE id = ?", job.attempts,
      now.advanced(by: MailJob.lease), owner, job.id)
    return job
  }

  /// Puts off a mail that could not be sent, unless its lease ended and somebody else sends it meanwhile.
  func putOff(_ job: MailJob, to due: Instant) throws {
    try run(
      "UPDATE mail_job SET due_at = ?, lease_owner = NULL WHERE id = ? AND lease_owner = ? AND attempts = ?",
      due, job.id, job.owner, job.attempts)
  }

  /// Deletes a job whose mail was sent or given up.
  func end(_ job: MailJob) throws {
    try run("DELETE FROM mail_job WHERE id = ?", job.id)
    if job.kind == .changed { try deleteEmailChange(job.object) }
  }
}
