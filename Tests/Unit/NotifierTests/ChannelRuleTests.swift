import Crypto
import JSON
import Schema
import ServiceKit
import Testing

@testable import notifier

@Suite("Channels lead only where they may")
struct ChannelRuleTests {
  private func desk(_ more: [String: String] = [:]) throws -> ChannelDesk {
    let environment = ["QUAD_DATA": "/nowhere", "QUAD_KEYS": "/nowhere", "QUAD_RUN": "/nowhere"]
    return try ChannelDesk(Settings(environment: environment.merging(more) { $1 }))
  }

  @Test(
    "a subscription is one of a known push service, or of what the operator lists",
    arguments: [
      ("https://fcm.googleapis.com/fcm/send/x", true), ("https://FCM.googleapis.com:443/x", true),
      ("https://updates.push.services.mozilla.com/wpush/v2/x", true), ("https://web.push.apple.com/x", true),
      ("https://wns2-am3p.notify.windows.com/w/?token=x", true), ("http://10.0.0.1:9999/push/1", true),
      ("http://fcm.googleapis.com/x", false), ("https://fcm.googleapis.com:8443/x", false),
      ("https://fcm.googleapis.com.evil.example/x", false), ("https://evilpush.apple.com/x", false),
      ("https://.push.apple.com/x", false), ("https://push.apple.com/x", false),
      ("https://evil.example/#.push.apple.com", false), ("https://evil.example?.push.apple.com", false),
      ("http://10.0.0.1:9998/push/1", false), ("https://127.0.0.1/x", false), ("x", false),
    ])
  func push(endpoint: String, isTaken: Bool) throws {
    #expect(try desk(["QUAD_ALLOWED_TARGETS": "10.0.0.1:9999"]).isPushService(endpoint) == isTaken)
  }

  @Test(
    "a hook or a topic is https outside, or what the operator lists",
    arguments: [
      ("https://ntfy.example/topic", true), ("https://8.8.8.8/x", true), ("http://10.1.2.3:8080/x", true),
      ("http://ntfy.lan:8080/x", true),
      ("http://ntfy.example/topic", false), ("https://ntfy.example:8443/topic", false),
      ("https://127.0.0.1/", false), ("https://[::1]/", false), ("https://2130706433/", false),
      ("https://169.254.169.254/latest/meta-data", false), ("http://10.1.2.3:8081/x", false),
      ("http://10.2.2.3:8080/x", false),
    ])
  func targets(url: String, isTaken: Bool) throws {
    let desk = try desk(["QUAD_ALLOWED_TARGETS": "10.1.0.0/16:8080,ntfy.lan:8080"])
    #expect(desk.takes(url) == isTaken)
  }

  @Test(
    "nonsense in the settings names the setting",
    arguments: [
      ("QUAD_ALLOWED_TARGETS", "10.0.0.1/8"), ("QUAD_ORIGIN", "quad.example"), ("QUAD_LANGUAGE", "xx"),
      ("QUAD_ORIGIN", "https://quad.example/path"), ("QUAD_PUSH_CONTACT", "you@school.example"),
      ("QUAD_SMTP", "smtp://mail.example"),
    ])
  func settings(name: String, value: String) throws {
    let error = #expect(throws: SettingError.self) { try desk([name: value]) }
    #expect(try #require(error).name.hasPrefix(name))
  }

  @Test("a push service writes to whom the operator names, else to the mail's sender, else to the site")
  func contact() throws {
    #expect(
      try desk(["QUAD_ORIGIN": "https://quad.example/"]).settings.contact.text == "https://quad.example")
    let mail = ["QUAD_SMTP": "smtp://127.0.0.1?tls=off", "QUAD_SMTP_FROM": "quad@school.example"]
    #expect(try desk(mail).settings.contact.text == "mailto:quad@school.example")
    let named = mail.merging(["QUAD_PUSH_CONTACT": "mailto:ada@school.example"]) { $1 }
    #expect(try desk(named).settings.contact.text == "mailto:ada@school.example")
    #expect(try desk(mail).settings.contact.advice == nil)
    #expect(try desk(mail).kinds == [.push, .email, .ntfy, .gotify, .webhook])
    #expect(try desk().kinds == [.push, .ntfy, .gotify, .webhook])
  }

  @Test(
    "I9: a site with neither mail nor https has a contact, too, and the log says what to set",
    arguments: [
      (nil, "mailto:webmaster@[127.0.0.1]"), ("http://quad.lan:8080/", "mailto:webmaster@quad.lan"),
      ("http://[::1]/", "mailto:webmaster@[IPv6:::1]"),
      (
        "http://\(String(repeating: "a", count: 93))",
        "mailto:webmaster@\(String(repeating: "a", count: 93))"
      ),
    ])
  func contactOfPlainSite(origin: String?, contact: String) throws {
    let settings = try desk(origin.map { ["QUAD_ORIGIN": $0] } ?? [:]).settings
    #expect(settings.contact.text == contact && VAPID.isContact(contact))
    #expect(try #require(settings.contact.advice).contains("QUAD_PUSH_CONTACT"))
  }

  @Test("a target is shown without what is nobody else's")
  func shown() {
    func shown(_ kind: Notifier.ChannelKind, _ target: String) -> String {
      ChannelRow(kind, of: .random(), name: "x", target: target, now: Instant(milliseconds: 0)).shownTarget
    }
    #expect(shown(.push, "https://fcm.googleapis.com/fcm/send/secret") == "fcm.googleapis.com")
    #expect(shown(.ntfy, "https://ntfy.example/topic?auth=secret") == "https://ntfy.example/topic")
    #expect(shown(.gotify, "https://gotify.example/push") == "https://gotify.example/push")
    #expect(shown(.webhook, "https://hook.example:8443/a#secret") == "https://hook.example:8443/a")
    #expect(shown(.email, "ada@hilltop.example") == "ada@hilltop.example")
  }
}

@Suite("A notice in words, for channels and for programs that show text as it is")
struct RenderedAlertTests {
  private func words(
    _ key: String, _ values: [String: String], _ language: Alerts.Language = .english, home: String? = nil,
    isLate: Bool = false
  ) -> Alerts.RenderedAlert {
    let text = Alerts.AlertText(
      key: key, values: values.map { Alerts.AlertValue(name: $0.key, text: $0.value) })
    return AlertReader(language: language, home: home.map { ZoneName(checked: $0) })
      .rendered(text, because: [], isLate: isLate)
  }

  private let event = [
    "title": "Mom’s Birthday", "start": "2026-09-01T17:00:00.000Z", "zone": "Europe/Berlin",
    "place": "Garden",
  ]

  @Test("an event has its own time, and its zone where the reader lives elsewhere")
  func events() {
    #expect(words("event.reminder", event).title == "Mom’s Birthday")
    let home = "Europe/Berlin"
    #expect(
      words("event.reminder", event, home: home).body == "Starts Tuesday, September 1 at 19:00 · Garden")
    #expect(
      words("event.reminder", event, home: "America/New_York").body
        == "Starts Tuesday, September 1 at 19:00 (Berlin) · Garden")
    #expect(
      words("event.reminder", event, .german, home: home).body
        == "Beginnt Dienstag, 1. September um 19:00 · Garden")
    #expect(
      words("event.dayReminder", event, .german, home: home).body
        == "Dienstag, 1. September, ganztägig · Garden")
    #expect(
      words("event.reminder", event, .french, home: home).body
        == "Commence mardi 1er septembre à 19:00 · Garden")
    #expect(
      words("event.reminder", event, home: home, isLate: true).body.hasPrefix("Sent late · Starts Tuesday"))
  }

  @Test("an instant without a zone is on the reader's clocks; a zone that does not exist is none")
  func zones() {
    let due = ["title": "x", "due": "2026-09-01T23:30:00.000Z"]
    #expect(words("task.due", due, home: "Europe/Berlin").body == "Due Wednesday, September 2 at 01:30")
    let nowhere = event.merging(["zone": "No/Where"]) { $1 }
    #expect(
      words("event.reminder", nowhere, home: "Europe/Berlin").body
        == "Starts Tuesday, September 1 at 19:00 · Garden"
    )
  }

  @Test("dates before 1970 and at the turn of a year have their weekday")
  func days() {
    #expect(words("task.due", ["title": "x", "due": "1969-12-31"]).body == "Due Wednesday, December 31")
    #expect(
      words("task.due", ["title": "x", "due": "2027-01-01"], .german).body == "Fällig Freitag, 1. Januar")
    #expect(
      words("task.due", ["title": "x", "due": "2027-01-02"], .french).body
        == "Échéance\u{a0}: samedi 2 janvier")
    #expect(words("task.due", ["title": "x", "due": "soon"]).body == "")
  }

  @Test("a sign-in without a device is a whole sentence (I9)", arguments: Alerts.Language.allCases)
  func signIn(language: Alerts.Language) {
    for values in [[:], ["device": ""], ["address": ""]] {
      let body = words("signin.new", values, language).body
      #expect(body.first?.isUppercase == true && body.last == ".", "\(body)")
    }
  }

  @Test("a title that would end a header, or is endless, is one short line")
  func clipped() {
    let said = words("task.due", ["title": "a\r\nBcc: b\u{2028}c\u{0}", "due": "2026-09-01"])
    #expect(said.title == "a  Bcc: b c ")
    let long = words("task.due", ["title": String(repeating: "e\u{301}", count: 5000)])
    #expect(long.title.unicodeScalars.count == Alerts.RenderedAlert.maxTitleLength)
  }
}

@Suite("What leaves by a channel")
struct MessageFormTests {
  private func message(
    _ values: [Alerts.AlertValue], key: String = "task.important"
  ) throws -> OutgoingMessage {
    let environment = [
      "QUAD_DATA": "/nowhere", "QUAD_KEYS": "/nowhere", "QUAD_RUN": "/nowhere",
      "QUAD_ORIGIN": "https://quad.example",
    ]
    let settings = try ChannelSettings(Settings(environment: environment))
    let now = Instant(milliseconds: 1_790_000_000_000)
    let alert = Alerts.AlertRaised(
      program: .roomhub, object: AlertObjectID(.random()), people: [],
      text: Alerts.AlertText(key: key, values: values), importance: .high)
    let person = PersonID.random()
    let channel = ChannelRow(.webhook, of: person, name: "x", target: "https://a.example", now: now)
    let delivery = DeliveryRow(
      id: .random(), channel: channel.id, person: person, notice: .random(), digestAt: nil, kind: .webhook,
      host: "a.example", attempts: 1, expires: now, planned: now)
    return OutgoingMessage(
      LeasedDelivery(
        delivery: delivery, owner: .random(), channel: channel,
        content: .notice(NoticeRow(alert, to: person, now: now)), home: nil, site: SiteCopy()),
      settings, now: now)
  }

  @Test("a push about an event with a picture says where it is, and no other does")
  func picture() throws {
    let title = Alerts.AlertValue(name: "title", text: String(repeating: "\u{FFFF}", count: 3000))
    let flag = Alerts.AlertValue(name: "hasPicture", text: "true")
    for key in ["event.reminder", "event.dayReminder"] {
      let bytes = try PushNote.json(of: message([title, flag], key: key))
      let shown = try JSONCoding.decode(PushNote.self, from: bytes).notification
      #expect(bytes.count <= PushNote.maxBytes)
      #expect(shown.image == shown.navigate.replacing("/events/", with: "/v1/events/") + "/picture/480")
      #expect(try message([title], key: key).picture == nil)
    }
    #expect(try message([flag], key: "board.message").picture == nil)
  }

  @Test("a push has the shape that browsers show by themselves, below 3000 bytes whatever stands in it")
  func push() throws {
    let usual = try message([Alerts.AlertValue(name: "title", text: "Gas leak")])
    let note = try JSONCoding.decode(PushNote.self, from: PushNote.json(of: usual))
    #expect(note.form == 8030 && note.notification.title == "Gas leak")
    #expect(
      note.notification.navigate == "\(usual.link)" && usual.link.hasPrefix("https://quad.example/tasks/"))
    #expect(
      note.notification.tag == usual.id.description && note.notification.data.values["title"] == "Gas leak")
    for character in ["\u{1F468}\u{200D}\u{1F469}", "\"", "\\", "\u{FFFF}"] {
      let long = String(repeating: character, count: 3000)
      let huge = try message(["title", "by"].map { Alerts.AlertValue(name: $0, text: long) })
      let bytes = try PushNote.json(of: huge)
      #expect(bytes.count <= PushNote.maxBytes, "\(character): \(bytes.count)")
      _ = try JSONCoding.decode(PushNote.self, from: bytes)
    }
  }

  @Test("a hook's signature is HMAC-SHA-256 over its time and body")
  func signature() {
    // echo -n '1790000000.{}' | openssl dgst -sha256 -hmac secret
    #expect(
      WebhookDelivery.signature(Array("{}".utf8), secret: "secret", at: 1_790_000_000)
        == "t=1790000000,v1=d0cadd434460d4af55e7ab90d79c1802591d7001a77c9e06471d0e3ec8cc85ae")
  }

  @Test("a mail's page shows text as text")
  func html() throws {
    let environment = ["QUAD_DATA": "/nowhere", "QUAD_KEYS": "/nowhere", "QUAD_RUN": "/nowhere"]
    let settings = try ChannelSettings(Settings(environment: environment))
    let hostile = try message([Alerts.AlertValue(name: "title", text: "<script>\"&'")])
    let words = MailWords(hostile, settings, name: "<Ada>")
    #expect(words.html.contains("&lt;script&gt;&quot;&amp;&#39;"))
    #expect(words.html.contains("Hello &lt;Ada&gt;,"))
    #expect(!words.html.contains("<script>"))
    #expect(words.plain.contains("<script>\"&'"))
  }

  @Test(
    "I9: a Gotify server is stored without slashes at its end; a query would hide the path to its messages",
    arguments: [
      ("https://gotify.example", "https://gotify.example"),
      ("https://gotify.example//", "https://gotify.example"),
      ("https://gotify.example/push/", "https://gotify.example/push"),
      ("https://gotify.example/message?token=x", nil), ("https://gotify.example/#x", nil),
    ] as [(String, String?)])
  func gotifyServer(url: String, stored: String?) throws {
    guard let stored else {
      #expect(throws: Fault.self) { try GotifyDelivery.server(url) }
      return
    }
    #expect(try GotifyDelivery.server(url) == stored)
  }

  @Test("I9: a message to Gotify has text, and a priority from 0 to 10 that grows with its importance")
  func gotifyNote() throws {
    let ordered = Alerts.AlertImportance.allCases.sorted { $0.weight < $1.weight }.map(\.gotifyPriority)
    #expect(ordered == ordered.sorted() && Set(ordered).count == 4)
    #expect(ordered.allSatisfy { (0...10).contains($0) })
    let empty = try message([], key: "task.due")
    #expect(empty.words.body.isEmpty && GotifyNote(empty).message == empty.words.title)
    #expect(GotifyNote(empty).extras.display.contentType == "text/plain")
  }

  @Test("a header of ntfy is ASCII")
  func header() {
    #expect(NtfyDelivery.header("Plumber") == "Plumber")
    #expect(NtfyDelivery.header("Mülltonne") == "=?UTF-8?B?TcO8bGx0b25uZQ==?=")
  }
}
