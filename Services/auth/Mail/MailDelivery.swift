import Crypto
import Fetch
import Schema
import ServiceKit
import Store
import Synchronization

/// Sends the queued mails, a few at a time. The secret of a link is created here, and its hash is on disk
/// before the mail leaves. A retry gets a new secret and keeps the Message-ID.
struct MailDelivery: Sendable {
  let context: ServiceContext
  let settings: AuthSettings
  let sender: EmailAddress
  let client: SMTPClient

  /// The limit of mails being sent at once.
  static let maxConcurrent = 4
  /// The polling interval. No change wakes the loop: an address without an account causes none, and the time
  /// a reply takes must not reveal that.
  static let look = Duration.milliseconds(250)
  /// The pause after a failure of the store.
  static let retry = Duration.seconds(5)

  /// One loop polls for all workers; there are at most as many workers as slots.
  func run() async throws {
    let places = MailSlots()
    try await withThrowingDiscardingTaskGroup { group in
      while !Task.isCancelled {
        var wait = MailDelivery.look
        do {
          while try await isDue(), places.take() {
            group.addTask {
              defer { places.free() }
              try await work()
            }
          }
        } catch is CancellationError { return } catch {
          context.log(.error, "mail: \(error)")
          wait = MailDelivery.retry
        }
        try await Task.sleep(for: SiteClock.untilBeat(wait))
      }
    }
  }

  private func isDue() async throws -> Bool {
    let now = SiteClock.system
    return try await context.store.read { try $0.hasDueMail(now: now) }
  }

  /// Sends mails until none is due.
  private func work() async throws {
    do {
      while try await sendOne() {}
    } catch is CancellationError { return } catch {
      context.log(.error, "mail: \(error)")
      try await Task.sleep(for: MailDelivery.retry)
    }
  }

  /// False if no mail is due.
  private func sendOne() async throws -> Bool {
    guard try await isDue() else { return false }
    let now = SiteClock.system
    let (settings, owner) = (settings, context.instance)
    let letter = try await context.store.write { db -> Letter? in
      guard let job = try db.leaseMail(to: owner, now: now) else { return nil }
      var site = try db.site(over: settings.site)
      site.language = job.language ?? site.language
      return Letter(job: job, site: site, content: try db.write(job, settings.origin, site, now: now))
    }
    guard let letter else { return false }
    // The object of the mail is gone: the code was used, or the account deleted.
    guard let content = letter.content else {
      try await context.store.write { try $0.end(letter.job) }
      return true
    }
    let mail = Mail(
      from: sender, fromName: letter.site.name, to: content.to, subject: content.text.subject,
      text: content.text.body, messageID: letter.job.id.description, date: now)
    do {
      try await client.send(mail)
      try await context.store.write { try $0.end(letter.job) }
    } catch let error as MailError {
      if Task.isCancelled { throw CancellationError() }
      try await settle(letter.job, error)
    }
    return true
  }

  /// Ends or postpones a job after an error. The log omits the server's text, which may contain the address.
  private func settle(_ job: MailJob, _ error: MailError) async throws {
    let now = SiteClock.system
    let what = "mail \(job.kind.rawValue) \(job.id)"
    switch error {
    case .invalid(let problem):
      context.log(.error, "\(what): \(problem)")
    case .refused(let code, _):
      context.log(.warning, "\(what): refused for good with \(code)")
    case .deferred(let code, let text):
      guard now.since(job.created) < MailJob.maxLifetime else {
        context.log(.warning, "\(what): given up after \(job.attempts) tries")
        break
      }
      let wait = MailJob.wait(after: job.attempts, jitter: .random(in: 0..<1))
      // The text of a reply may hold the address; that of an error without a reply comes from this machine.
      let answer = code.map { "with \($0)" } ?? "without an answer (\(text))"
      context.log(.warning, "\(what): put off \(answer), again in \(wait.components.seconds) s")
      try await context.store.write { try $0.putOff(job, to: now.advanced(by: wait)) }
      return
    }
    try await context.store.write { try $0.end(job) }
  }
}

/// The number of mails that may still be sent at once.
private final class MailSlots: Sendable {
  private let left = Mutex(MailDelivery.maxConcurrent)

  /// False if no slot is free.
  func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  func free() { left.withLock { $0 += 1 } }
}

/// A mail that is about to be sent; `content` is nil if its object is gone.
private struct Letter: Sendable {
  struct Content: Sendable {
    let to: EmailAddress
    let text: MailText

    init(to: String, _ text: MailText) {
      self.to = EmailAddress(checked: to)
      self.text = text
    }
  }

  let job: MailJob
  let site: SiteFacts
  let content: Content?
}

extension Database {
  /// Looks up the recipient of the mail and creates its secret.
  fileprivate func write(
    _ job: MailJob, _ origin: SiteOrigin, _ site: SiteFacts, now: Instant
  ) throws -> Letter.Content? {
    switch job.kind {
    case .signUp: return try writeSignUp(job, origin, site, now: now)
    case .reset:
      guard let row = try livingPerson(PersonID(job.object)) else { return nil }
      // Of several mails only the newest opens the account.
      try deleteCodes(of: job.object, .reset)
      let secret = try secret(.reset, job.object, expires: now.advanced(by: OneTimeRow.resetLifetime))
      let link = origin.link("reset", secret)
      return Letter.Content(
        to: row.email, site.mails.reset(name: row.firstName, site: site.name, link: link))
    case .verify:
      guard let row = try livingPerson(PersonID(job.object)), !row.isVerified else { return nil }
      let secret = try secret(.verify, job.object, expires: now.advanced(by: OneTimeRow.mailLifetime))
      let link = origin.link("confirm", secret)
      return Letter.Content(
        to: row.email,
        site.mails.verify(name: row.firstName, site: site.name, link: link))
    case .change: return try writeChange(job, origin, site, now: now)
    case .changed:
      guard let change = try emailChange(job.object, now: now), let row = try person(change.person) else {
        return nil
      }
      let text = site.mails.changed(name: row.firstName, site: site.name, origin: origin.text)
      return Letter.Content(to: change.old, text)
    }
  }

  private func writeSignUp(
    _ job: MailJob, _ origin: SiteOrigin, _ site: SiteFacts, now: Instant
  ) throws -> Letter.Content? {
    guard let pending = try pendingSignUp(job.object, now: now) else { return nil }
    if let known = try person(email: pending.email) {
      let text = site.mails.hasAccount(name: known.firstName, site: site.name, origin: origin.text)
      return Letter.Content(to: pending.email, text)
    }
    let secret = try secret(.signUp, pending.id, expires: pending.expires)
    let link = origin.link("confirm", secret)
    return Letter.Content(
      to: pending.email,
      site.mails.signUp(name: pending.firstName, site: site.name, link: link))
  }

  private func writeChange(
    _ job: MailJob, _ origin: SiteOrigin, _ site: SiteFacts, now: Instant
  ) throws -> Letter.Content? {
    guard let change = try emailChange(job.object, now: now), !change.isChanged,
      let row = try livingPerson(change.person)
    else { return nil }
    if let known = try person(email: change.new) {
      return Letter.Content(
        to: change.new, site.mails.addressTaken(name: known.firstName, site: site.name))
    }
    let secret = try secret(.change, change.id, expires: now.advanced(by: OneTimeRow.mailLifetime))
    let link = origin.link("confirm", secret)
    return Letter.Content(
      to: change.new, site.mails.change(name: row.firstName, site: site.name, link: link))
  }

  /// Creates a secret for a link. Only its hash is stored.
  private func secret(
    _ kind: OneTimeRow.Kind, _ object: RawUUID, expires: Instant
  ) throws -> String {
    let token = Token.random()
    try insertCode(token.hash, kind, object, expires: expires)
    return token.text
  }
}
