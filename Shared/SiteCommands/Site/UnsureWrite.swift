package import GatewayClient
package import Schema
import Terminal

/// A write whose reply was lost: it may have taken effect.
package struct UnsureWrite: Error {
  let cause: ClientError
  let subject: String

  /// Nil for a request that changes nothing, and for an error after which it certainly had no effect.
  init?<R: Request>(_ request: R.Type, _ cause: ClientError) {
    guard R.repeats != .reads, cause.isUnsure else { return nil }
    self.init(subject: R.subject, cause)
  }

  package init(subject: String, _ cause: ClientError) {
    self.subject = subject
    self.cause = cause
  }

  /// The failure in words: what happened, then where to look before the next attempt.
  /// - Parameter tool: `quad` or `quadctl`.
  func failure(of tool: String) -> Failure {
    let (reason, status) =
      switch cause {
      case .refused(let fault): (fault.forPerson, ExitStatus(fault))
      case .interrupted(let reason), .unreachable(let reason), .unreadable(let reason):
        ("the site did not respond: \(reason)", ExitStatus.unavailable)
      }
    return Failure("\(reason)\n  \(UnsureWrite.advice(subject, tool))", status)
  }

  /// The next step after a write that may have taken effect.
  package static func advice(_ subject: String, _ tool: String) -> String {
    if let own = outcomes[subject] { return own }
    let place = places.first { subject.hasPrefix($0.prefix) }?.command
    // Of these commands, operators have only those of admin.
    guard let place, tool == "quad" || place.hasPrefix("admin ") else {
      return "This may have been saved. Check before you try again."
    }
    return "This may have been saved. Check with \"\(tool) \(place)\" before you try again."
  }

  /// The advice where looking at a list does not help.
  package static let outcomes = [
    "auth.person.signUp": "Your account may already exist. Try to sign in first: quad signin EMAIL",
    "auth.session.signIn": "You are not signed in here. Try again.",
    "auth.session.signOut": "You are still signed in here. Try again, or run: quad signout --forget",
    "auth.password.change": newPassword, "auth.password.reset": newPassword,
    "auth.password.forgot": mail, "auth.email.verify": mail, "auth.mail.test": mail,
    "auth.site.setUp": "The site may be set up. Try to sign in first: quad signin EMAIL",
    "auth.email.confirm": "Your address may be confirmed. Try to sign in first: quad signin EMAIL",
    "auth.person.deleteMe":
      "Your account may be marked for deletion. To find out, sign in again: quad signin EMAIL",
  ]

  private static let newPassword =
    "Your password may have changed. Try to sign in with the new one first: quad signin EMAIL"
  private static let mail = "The email may be on its way. Check your mailbox before you try again."

  /// The command that shows what a request of this subject changes, by the beginning of the subject.
  package static let places: [(prefix: String, command: String)] = [
    ("attendance.checkin.", "attendance list"), ("attendance.excuse.", "excuses list"),
    ("attendance.mark.", "attendance list"), ("attendance.record.", "checkin"),
    ("attendance.spot.", "attendance places"), ("attendance.term.", "admin audit"),
    ("attendance.ticket.", "checkin"), ("attendance.", "courses"),
    ("campus.schedule.", "campus schedule"), ("campus.notice.", "campus day"),
    ("campus.activity.join", "campus day"), ("campus.activity.leave", "campus day"),
    ("campus.announcement.", "campus day"), ("campus.contact.changeOwn", "campus contacts"),
    ("campus.feed.", "campus day"), ("campus.me.", "campus day"), ("campus.source.follow", "campus day"),
    ("campus.source.unfollow", "campus day"), ("campus.", "admin audit"), ("guide.aed.", "admin audit"),
    ("guide.site.", "admin audit"), ("guide.review.", "admin audit"), ("guide.", "aid"),
    ("auth.alert.", "inbox"), ("auth.email.", "whoami"),
    ("auth.invite.", "admin invites"),
    ("auth.password.", "admin audit"), ("auth.person.undeleteMe", "profile"), ("auth.picture.", "profile"),
    ("auth.person.updateMe", "profile"), ("auth.person.", "admin people"), ("auth.session.", "sessions"),
    ("auth.site.", "admin site"),
    ("auth.today.", "profile"), ("auth.token.", "tokens"),
    ("events.budget", "events budget EVENT"), ("events.feed.", "events feed"),
    ("events.toDo.", "events to-dos EVENT"), ("events.", "events"), ("notifier.alert.", "alerts"),
    ("notifier.channel.", "channels"), ("notifier.inbox.", "inbox"), ("notifier.times.", "quiet"),
    ("media.own.", "pictures list"), ("media.picture.", "events"), ("media.upload.", "events"),
    ("roomhub.board.", "board"), ("roomhub.dorm.", "admin dorms"), ("roomhub.join.withdraw", "home"),
    ("roomhub.join.", "room requests"), ("roomhub.member.", "admin rooms"),
    ("roomhub.message.hide", "admin reports"), ("roomhub.message.show", "admin reports"),
    ("roomhub.message.", "board"), ("roomhub.report.", "admin reports"), ("roomhub.room.join", "home"),
    ("roomhub.room.leave", "home"), ("roomhub.room.setCapacity", "admin rooms"), ("roomhub.room.", "room"),
    ("roomhub.task.", "tasks"),
  ]
}

extension ClientError {
  /// True if the request may have taken effect.
  fileprivate var isUnsure: Bool {
    switch self {
    case .interrupted: true
    case .refused(let fault): fault.isUnsure
    case .unreachable, .unreadable: false
    }
  }
}

extension Fault {
  /// True if the request may have taken effect. A fault of another kind is the reply of a program that
  /// rejected it.
  package var isUnsure: Bool {
    let kinds: [Fault.Kind] = [.unavailable, .deadlineExceeded, .cancelled, .internal]
    return processed == .maybe && kinds.contains(kind)
  }
}

extension Sender {
  /// Sends a request of a command.
  /// - Throws: `UnsureWrite` for a write that may have taken effect, and otherwise `ClientError`.
  package func ask<R: Request>(_ request: R) async throws -> R.Reply {
    do { return try await send(request) } catch {
      if let unsure = UnsureWrite(R.self, error) { throw unsure }
      throw error
    }
  }
}
