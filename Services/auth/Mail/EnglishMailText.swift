extension MailText {
  enum English: MailWords {
    static func signUp(name: String, site: String, link: String) -> MailText {
      MailText(
        "Finish signing up for \(site)",
        [
          "Hello \(name),", "Follow this link to finish creating your account on \(site):", link,
          "It works once, within 24 hours.",
          "If you didn't sign up, ignore this email. No account is created without the link.",
        ])
    }

    static func hasAccount(name: String, site: String, origin: String) -> MailText {
      MailText(
        "You already have an account on \(site)",
        [
          "Hello \(name),", "Someone signed up on \(site) with this address, but it already has an account.",
          "If it was you, sign in instead: \(origin)\nYou can also set a new password there.",
          "If it wasn't you, ignore this email. Nobody found out that you have an account.",
        ])
    }

    static func reset(name: String, site: String, link: String) -> MailText {
      MailText(
        "Set a new password for \(site)",
        [
          "Hello \(name),", "Follow this link to set a new password for your account on \(site):", link,
          "It works once, within 30 minutes. Setting a new password signs you out on all devices.",
          "If you didn't ask for this, ignore this email. Your password doesn't change.",
        ])
    }

    static func verify(name: String, site: String, link: String) -> MailText {
      MailText(
        "Confirm your email address for \(site)",
        [
          "Hello \(name),", "Follow this link to confirm that this address is yours:", link,
          "It works once, within 24 hours.",
          "If you don't have an account on \(site), ignore this email. "
            + "Someone typed your address by mistake.",
        ])
    }

    static func change(name: String, site: String, link: String) -> MailText {
      MailText(
        "Confirm your new email address for \(site)",
        [
          "Hello \(name),", "Follow this link to use this address for your account on \(site):", link,
          "It works once, within 24 hours. Until you open it, sign in with your old address.",
          "If you didn't ask for this, ignore this email.",
        ])
    }

    static func addressTaken(name: String, site: String) -> MailText {
      MailText(
        "Your email address for \(site)",
        [
          "Hello \(name),",
          "Someone with another account on \(site) tried to change their address to yours.",
          "If it was you, delete one of the two accounts first. If not, ignore this email. Nothing changes.",
        ])
    }

    static func test(name: String, site: String) -> MailText {
      MailText(
        "Test email from \(site)",
        ["Hello \(name),", "You asked \(site) for a test email. It arrived, so email works."])
    }

    static func changed(name: String, site: String, origin: String) -> MailText {
      MailText(
        "Your email address for \(site) was changed",
        [
          "Hello \(name),",
          "Your account on \(site) now has a different email address. This one no longer works for it.",
          "If you didn't change it, contact an administrator of \(site) right away: \(origin)",
        ])
    }
  }
}
