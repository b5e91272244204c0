import Crypto
import Fetch
import Schema
import ServiceKit
import Store

/// The test of the site's mail server: one mail to the administrator who asks, sent at once and not retried.
enum MailTest {
  /// The time for the server's last reply. The rest of the request's deadline is for the way.
  static let timeout = Duration.seconds(8)
  /// The limit of tests that wait for a thread.
  static let maxWaiting = 4
  /// The limit of the server's words in a reply, in characters.
  static let maxText = 300

  static func client(_ server: SMTPServer) throws(MailError) -> SMTPClient {
    var server = server
    server.timeout = timeout
    return try SMTPClient.start(server, threads: 1, waiting: maxWaiting)
  }
}

extension AuthService {
  func testMail(_ request: Auth.TestMail, _ call: Call) async throws -> Auth.TestedMail {
    guard let server = settings.mail, let mailTest else { throw Fault(.noMailServer) }
    let (person, first) = (try call.person, settings.site)
    let (row, site) = try await call.read { db in
      guard let row = try db.livingPerson(person) else { throw Fault(.signInRequired) }
      return (row, try db.site(over: first))
    }
    let text = site.mails.test(name: row.firstName, site: site.name)
    let mail = Mail(
      from: server.sender, fromName: site.name, to: EmailAddress(checked: row.email), subject: text.subject,
      text: text.body, messageID: RawUUID.random().description, date: SiteClock.system)
    do {
      try await mailTest.send(mail)
      return Auth.TestedMail(outcome: .accepted, email: row.email)
    } catch {
      return Auth.TestedMail(error, to: row.email)
    }
  }
}

extension Auth.TestedMail {
  init(_ error: MailError, to email: String) {
    let (outcome, code, text): (Auth.MailOutcome, Int?, String) =
      switch error {
      case .invalid(let problem): (.refused, nil, problem)
      case .refused(let code, let text): (.refused, code, text)
      case .deferred(let code?, let text): (.deferred, code, text)
      case .deferred(nil, let text): (.silent, nil, text)
      }
    self.init(
      outcome: outcome, email: email, code: code,
      text: String(text.unicodeScalars.prefix(MailTest.maxText).map { Character($0) }))
  }
}
