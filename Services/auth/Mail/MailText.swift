import Schema

/// The text of a mail: plain, short, and honest about who asked for it, because somebody may have typed the
/// wrong address.
struct MailText: Sendable, Equatable {
  let subject: String
  let body: String

  init(_ subject: String, _ paragraphs: [String]) {
    self.subject = subject
    body = paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// The mails in a language.
  static func words(in language: Alerts.Language) -> any MailWords.Type {
    switch language {
    case .english: English.self
    case .german: German.self
    case .french: French.self
    }
  }
}

extension SiteFacts {
  var mails: any MailWords.Type { MailText.words(in: language) }
}

/// All mails in one language.
protocol MailWords: SendableMetatype {
  static func signUp(name: String, site: String, link: String) -> MailText
  static func hasAccount(name: String, site: String, origin: String) -> MailText
  static func reset(name: String, site: String, link: String) -> MailText
  static func verify(name: String, site: String, link: String) -> MailText
  static func change(name: String, site: String, link: String) -> MailText
  /// For an address that has an account, when another account asked to change to it.
  static func addressTaken(name: String, site: String) -> MailText
  /// For the administrator who tests the mail server.
  static func test(name: String, site: String) -> MailText
  static func changed(name: String, site: String, origin: String) -> MailText
}
