import Schema
import Testing

@testable import Fetch

private func mail(
  _ subject: String = "Your room", text: String = "Welcome.\n", html: String? = nil, fromName: String = "",
  headers: [(name: String, value: String)] = []
) throws -> Mail {
  Mail(
    from: try #require(EmailAddress("quad@hilltop.example")), fromName: fromName,
    to: try #require(EmailAddress("ada@hilltop.example")), subject: subject, text: text, html: html,
    messageID: "m-1", date: try #require(Instant("2026-09-01T06:05:09.123Z")), headers: headers)
}

@Suite("A mail is rendered as RFC 5322 and MIME say")
struct MailTests {
  @Test("plain text")
  func plain() throws {
    let bytes = try mail(fromName: "Quad", headers: [("List-Unsubscribe", "<https://x.example/u>")])
      .rendered()
    let lines = [
      "Date: Tue, 01 Sep 2026 06:05:09 +0000", "From: Quad", " <quad@hilltop.example>",
      "To: <ada@hilltop.example>",
      "Subject: Your room", "Message-ID: <m-1@hilltop.example>", "Auto-Submitted: auto-generated",
      "List-Unsubscribe: <https://x.example/u>", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
      "Welcome.", "",
    ]
    #expect(String(decoding: bytes, as: UTF8.self) == lines.joined(separator: "\r\n"))
  }

  @Test("text and HTML, neither of which can hold the boundary")
  func alternatives() throws {
    let text = String(decoding: try mail(text: "--=_part--", html: "<p>").rendered(), as: UTF8.self)
    #expect(text.contains("Content-Type: multipart/alternative; boundary=\"=_part\"\r\n\r\n--=_part\r\n"))
    #expect(text.contains("\r\n\r\n--=3D_part--\r\n--=_part\r\n"))
    #expect(text.hasSuffix("\r\n\r\n<p>\r\n--=_part--\r\n"))
    #expect(text.replacing("\r\n", with: "").allSatisfy { $0 != "\r" && $0 != "\n" })
  }

  @Test(
    "dates",
    arguments: [
      ("1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 +0000"),
      ("1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 +0000"),
      ("2024-02-29T12:34:56.000Z", "Thu, 29 Feb 2024 12:34:56 +0000"),
      ("0001-01-01T00:00:00.000Z", "Mon, 01 Jan 0001 00:00:00 +0000"),
      ("9999-12-31T23:59:59.999Z", "Fri, 31 Dec 9999 23:59:59 +0000"),
    ])
  func dates(instant: String, date: String) throws {
    var mail = try mail()
    mail.date = try #require(Instant(instant))
    #expect(String(decoding: try mail.rendered(), as: UTF8.self).hasPrefix("Date: \(date)\r\n"))
  }

  @Test(
    "subjects",
    arguments: [
      ("a", "a"), ("é", "=?UTF-8?B?w6k=?="), ("=?x?=", "=?UTF-8?B?PT94Pz0=?="), (" a", "=?UTF-8?B?IGE=?="),
      (String(repeating: "x", count: 69), String(repeating: "x", count: 69)),
      (
        String(repeating: "x", count: 70),
        "=?UTF-8?B?\(String(repeating: "eHh4", count: 14))?=\r\n "
          + "=?UTF-8?B?\(String(repeating: "eHh4", count: 9))eA==?="
      ),
    ])
  func subjects(subject: String, line: String) {
    #expect(MailEncoding.words(subject, after: 9) == line)
  }

  @Test("no scalar is cut in two by the end of an encoded word")
  func wholeScalars() {
    for shift in 0..<4 {
      let text = String(repeating: "x", count: shift) + String(repeating: "\u{1F382}", count: 30)
      for word in MailEncoding.encodedWords(text).split(separator: "\r\n ") {
        #expect(word.utf8.count <= 75)
        let count = word.dropFirst(10).dropLast(2).filter { $0 != "=" }.count * 3 / 4
        #expect((count - shift) % 4 == 0 || count % 4 == 0)
      }
    }
  }

  @Test(
    "quoted-printable",
    arguments: [
      ("", ""), ("a=b", "a=3Db"), ("é", "=C3=A9"), ("a \n", "a=20\r\n"), ("a\t", "a=09"), ("a\rb", "a\r\nb"),
      ("a\r\nb\n", "a\r\nb\r\n"), ("\0", "=00"), (".", "."),
      (String(repeating: "x", count: 76), String(repeating: "x", count: 75) + "=\r\nx"),
      (
        String(repeating: "x", count: 73) + "=",
        String(repeating: "x", count: 73) + "=\r\n=3D"
      ),
    ])
  func quotedPrintable(text: String, encoded: String) {
    #expect(MailEncoding.quotedPrintable(text) == encoded)
  }

  @Test("an address that passed no check is refused")
  func addresses() throws {
    for text in ["ada@x.y>\r\nDATA", "ada", "Ada@x.y", "é@x.y", ""] {
      var first = try mail()
      first.to = EmailAddress(checked: text)
      #expect(throws: MailError.invalid("the recipient is no address")) { try first.rendered() }
      var second = try mail()
      second.from = EmailAddress(checked: text)
      #expect(throws: MailError.invalid("the sender is no address")) { try second.rendered() }
    }
  }

  @Test(
    "a value that would end its line is refused", arguments: ["\r\n", "\n", "\r", "\0", "\u{7F}", "\u{85}"])
  func injection(_ end: String) throws {
    let value = "a\(end)Bcc: eve@hilltop.example"
    #expect(throws: MailError.self) { try mail(value).rendered() }
    #expect(throws: MailError.self) { try mail(fromName: value).rendered() }
    #expect(throws: MailError.self) { try mail(headers: [("X-A", value)]).rendered() }
    #expect(throws: MailError.self) { try mail(headers: [(value, "a")]).rendered() }
    var named = try mail()
    named.messageID = value
    #expect(throws: MailError.self) { try named.rendered() }
  }
}

@Suite("A mail server is set by one URL without a user or a password")
struct SMTPServerTests {
  private func made(
    _ url: String, _ user: String? = nil, _ password: String? = nil
  ) throws -> SMTPServer {
    let sender = try #require(EmailAddress("quad@hilltop.example"))
    return try SMTPServer(url: url, sender: sender, user: user, password: password)
  }

  @Test(
    "taken",
    arguments: [
      ("smtp://mail.x.y:2525", "mail.x.y", 2525, SMTPServer.Security.startTLS),
      ("smtp://mail.x.y", "mail.x.y", 587, .startTLS), ("smtps://mail.x.y/", "mail.x.y", 465, .tls),
      ("SMTPS://mail.x.y:1", "mail.x.y", 1, .tls),
      ("smtp://[2001:db8::1]:26?tls=off", "[2001:db8::1]", 26, .off),
      ("smtp://relay?tls=off", "relay", 25, .off),
    ])
  func taken(url: String, host: String, port: Int, security: SMTPServer.Security) throws {
    let server = try made(url)
    #expect(server.host == host)
    #expect(server.port == port)
    #expect(server.security == security)
    #expect(server.timeout == .seconds(20))
    #expect(server.connectTimeout == .seconds(5))
  }

  @Test("O7: a relay needs neither user nor password, and empty ones are none")
  func relay() throws {
    #expect(try made("smtp://relay?tls=off", "", "").login == nil)
    #expect(try made("smtps://mail.x.y", nil, "").login == nil)
    #expect(try made("smtps://mail.x.y", "quad", "secret").login?.user == "quad")
    for (user, password) in [("quad", ""), ("", "secret")] {
      #expect(throws: SMTPServerError.self) { try made("smtps://mail.x.y", user, password) }
    }
  }

  @Test(
    "refused",
    arguments: [
      "", "mail.x.y", "mail.x.y:25", "smtp:", "smtp://", "http://mail.x.y", "smtp://u@mail.x.y",
      "smtp://u:p@mail.x.y", "smtp://:p@mail.x.y", "smtp://u;AUTH=NTLM@mail.x.y", "smtps://mail.x.y?tls=off",
      "smtp://mail.x.y?tls=on", "smtp://mail.x.y?tls=off&a=b", "smtp://mail.x.y?", "smtp://mail.x.y/a",
      "smtp://mail.x.y#a", "smtp://mail.x.y:0", "smtp://mail.x.y:65536", "smtp://mail.x.y:a",
      "smtp://mail x.y", "smtp://mail.x.y\r\n", "smtp://mail.x.y\0",
    ])
  func refused(url: String) {
    #expect(throws: SMTPServerError.self) { try made(url) }
  }

  @Test("user and password come together, and are not shown")
  func login() throws {
    for (user, password) in [("u", nil), (nil, "p"), ("", "p"), ("u", ""), ("u\n", "p"), ("u", "p\0")] {
      #expect(throws: SMTPServerError.self) { try made("smtp://mail.x.y", user, password) }
    }
    let server = try made("smtp://mail.x.y", "ada-user", "very secret")
    var shown = "\(server)"
    dump(server, to: &shown)
    #expect(shown.hasPrefix("smtp://mail.x.y:587"))
    #expect(!shown.contains("secret") && !shown.contains("ada-user"))
  }
}

@Suite("A mail is answered once, whoever ends it")
struct SMTPClientTests {
  @Test("cancellation and a stop each end what is not answered", .timeLimit(.minutes(1)))
  func ends() async throws {
    let silent = try ScriptedListener()
    let sender = try #require(EmailAddress("quad@hilltop.example"))
    let server = try SMTPServer(url: "smtp://127.0.0.1:\(silent.port)?tls=off", sender: sender)
    let client = try SMTPClient.start(server, threads: 1)
    let mail = try mail()
    let tasks = (0..<3).map { _ in
      Task { try await client.send(mail) }
    }
    while silent.connections < 1 || client.waiting < 2 {
      try await Task.sleep(for: .milliseconds(5))  // poll
    }
    for task in tasks {
      task.cancel()
      await #expect(throws: MailError.deferred(code: nil, text: "cancelled")) { try await task.value }
    }
    client.stop()
    await #expect(throws: MailError.self) { try await client.send(mail) }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await client.send(mail)
    }
    await #expect(throws: MailError.deferred(code: nil, text: "cancelled")) { try await late.value }
  }
}

@Suite("An SMTP answer is read to its last line")
struct SMTPReplyTests {
  private func answer(_ lines: [String]) -> SMTPReply {
    var answer = SMTPReply()
    for line in lines { Array(line.utf8).withUnsafeBytes { answer.take($0) } }
    return answer
  }

  @Test("one line, several, and one after another")
  func lines() {
    #expect(answer(["550 5.1.1 no\r\n"]).text == "5.1.1 no")
    #expect(answer(["550-5.1.1 no\r\n", "550 such box\r\n"]).text == "5.1.1 no such box")
    let second = answer(["250-a\r\n", "250 b\r\n", "451 later\r\n"])
    #expect(second.code == 451 && second.text == "later" && second.isFailure && !second.isPermanent)
    #expect(answer(["535 no\r\n"]).isFailure && !answer(["535 no\r\n"]).isPermanent)
  }

  @Test("a hostile one is bounded and shows no control characters")
  func hostile() {
    for text in ["\u{1B}[2J\u{1F382}", String(repeating: "é", count: 400), String(repeating: "x", count: 99)]
    {
      let long = answer(Array(repeating: "550-\(text)\r\n", count: 1000))
      #expect(long.text.utf8.count <= SMTPReply.maxTextBytes + 1)
      #expect(long.text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
    let bytes = Array("550 ".utf8) + [UInt8](repeating: 0xFF, count: 4096)
    var answer = SMTPReply()
    for _ in 0..<3 { bytes.withUnsafeBytes { answer.take($0) } }
    for line in ["", "5", "55", "550", "abc d", "\r\n"] { _ = self.answer([line, line]) }
    #expect(self.answer(["550"]).code == 550)
    #expect(self.answer(["xyz"]).code == 0)
  }
}
