import Fetch
import FoundationEssentials
import Glibc
import Schema

/// Sends mails with the client that Quad's programs use. Standard input is one `Order` as JSON; standard
/// output has one line for each mail, in their order: `sent`, or the error's text. Leaves with code 2 when
/// the order makes no sense.
@main
enum MailSender {
  struct Order: Decodable {
    let url: String
    let sender: EmailAddress
    var user: String?
    var password: String?
    var caFile: String?
    /// Milliseconds.
    var connectTimeout: Int?
    var timeout: Int?
    var threads: Int?
    var waiting: Int?
    let mails: [Letter]
  }

  struct Letter: Decodable {
    let to: EmailAddress
    var fromName: String?
    let subject: String
    let text: String
    var html: String?
    let messageID: String
    let date: String
    var headers: [String: String]?
  }

  static func main() async {
    let lines: [String]
    do { lines = try await outcomes() } catch {
      say("\(error)")
      exit(2)
    }
    for line in lines { say(line) }
  }

  static func outcomes() async throws -> [String] {
    var input: [UInt8] = []
    while let line = readLine(strippingNewline: false) { input += Array(line.utf8) }
    let order = try JSONDecoder().decode(Order.self, from: Data(input))
    var server = try SMTPServer(
      url: order.url, sender: order.sender, user: order.user, password: order.password, caFile: order.caFile)
    if let limit = order.connectTimeout { server.connectTimeout = .milliseconds(limit) }
    if let limit = order.timeout { server.timeout = .milliseconds(limit) }
    let client = try SMTPClient.start(server, threads: order.threads ?? 2, waiting: order.waiting ?? 64)
    return await withTaskGroup(of: (Int, String).self) { group in
      for (number, letter) in order.mails.enumerated() {
        group.addTask { (number, await outcome(of: letter, from: order.sender, client)) }
      }
      var outcomes = [String](repeating: "", count: order.mails.count)
      for await (number, outcome) in group { outcomes[number] = outcome }
      return outcomes
    }
  }

  static func outcome(of letter: Letter, from sender: EmailAddress, _ client: SMTPClient) async -> String {
    guard let date = Instant(letter.date) else { return "no date: \(letter.date)" }
    let mail = Mail(
      from: sender, fromName: letter.fromName ?? "", to: letter.to, subject: letter.subject,
      text: letter.text, html: letter.html, messageID: letter.messageID, date: date,
      headers: (letter.headers ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    do { try await client.send(mail) } catch { return "\(error)" }
    return "sent"
  }

  static func say(_ line: String) {
    let line = line + "\n"
    _ = Glibc.write(STDOUT_FILENO, line, line.utf8.count)
  }
}
