import Schema

/// The text of a mail: plain, short, and honest about who asked for it, because somebody may have typed the
/// wrong address.
struct MailText: Sendable, Equatable {
  let subject: String
  let body: String

  private init(_ subject: String, _ paragraphs: [String]) {
    self.subject = subject
    body = paragraphs.joined(separator: "\n\n") + "\n"
  }

  static func signUp(name: String, site: String, link: String) -> MailText {
    MailText(
      "Finish signing up for \(site)",
      [
        "Hello \(name),", "follow this link to make your account on \(site):", link,
        "It works once, for 24 hours.",
        "If you did not sign up, do nothing: without the link there will be no account.",
      ])
  }

  static func hasAccount(name: String, site: String, origin: String) -> MailText {
    MailText(
      "You have an account on \(site) already",
      [
        "Hello \(name),", "somebody signed up on \(site) with this address, which has an account already.",
        "If it was you, sign in instead: \(origin)\nThere you can also set a new password.",
        "If it was not you, do nothing: nobody has learned that you have an account.",
      ])
  }

  static func reset(name: String, site: String, link: String) -> MailText {
    MailText(
      "Set a new password for \(site)",
      [
        "Hello \(name),", "follow this link to set a new password for your account on \(site):", link,
        "It works once, for 30 minutes. All devices are signed out then.",
        "If you did not ask for it, do nothing: your password stays as it is.",
      ])
  }

  static func verify(name: String, site: String, link: String) -> MailText {
    MailText(
      "Confirm your address for \(site)",
      [
        "Hello \(name),", "follow this link to confirm that this address is yours:", link,
        "It works once, for 24 hours.",
        "If you have no account on \(site), do nothing: somebody typed your address by mistake.",
      ])
  }

  static func change(name: String, site: String, link: String) -> MailText {
    MailText(
      "Confirm your new address for \(site)",
      [
        "Hello \(name),", "follow this link to make this the address of your account on \(site):", link,
        "It works once, for 24 hours. Until then the old address counts.",
        "If you did not ask for it, do nothing.",
      ])
  }

  /// For an address that has an account, when another account asked to change to it.
  static func addressTaken(name: String, site: String) -> MailText {
    MailText(
      "Your address for \(site)",
      [
        "Hello \(name),",
        "somebody with another account on \(site) asked to change to this address, which is yours already.",
        "If it was you, delete one of the two accounts first. If it was not, do nothing: nothing changes.",
      ])
  }

  static func changed(name: String, site: String, origin: String) -> MailText {
    MailText(
      "The address of your account on \(site) was changed",
      [
        "Hello \(name),",
        "your account on \(site) has another e-mail address now, and this one is gone.",
        "If you did not do that, tell an administrator of \(site) at once: \(origin)",
      ])
  }
}
