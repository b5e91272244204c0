import Testing

@testable import Crypto

@Suite("A push is encrypted as RFC 8291 says")
struct WebPushTests {
  private let receiver = P256KeyPair(secret: text("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
  private let p256dh =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  private let auth = "BTBZMqHH6r4Tts7J_aSIgg"

  @Test("the example of its section 5 comes out byte for byte")
  func example() throws {
    let keys = try #require(WebPushKeys(p256dh: p256dh, auth: auth))
    #expect(receiver?.publicKey == keys.publicKey)
    let sender = try #require(P256KeyPair(secret: text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
    let message = try WebPushMessage(
      Array("When I grow up, I want to be a watermelon".utf8), to: keys,
      salt: text("DGv6ra1nlYgDCS1FRnbzlw"), sender: sender)
    let expected =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
      + "mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
      + "j_Qulcy4a-fN"
    #expect(Base64URL.encode(message.bytes) == expected)
  }

  @Test("3993 octets fill what a push service must take, 3994 are refused")
  func longest() throws {
    let keys = try #require(WebPushKeys(p256dh: p256dh, auth: auth))
    let full = [UInt8](repeating: 7, count: WebPushMessage.maxTextBytes)
    #expect(WebPushMessage.maxTextBytes == 3993)
    #expect(try WebPushMessage(full, to: keys).bytes.count == 4096)
    #expect(try WebPushMessage([], to: keys).bytes.count == 103)
    #expect(throws: CryptoError.tooLong) { try WebPushMessage(full + [7], to: keys) }
  }

  @Test("each message has a salt and a key of its own")
  func fresh() throws {
    let keys = try #require(WebPushKeys(p256dh: p256dh, auth: auth))
    let bodies = try (0..<20).map { _ in try WebPushMessage([1, 2, 3], to: keys).bytes }
    #expect(Set(bodies.map { Array($0[..<16]) }).count == 20)
    #expect(Set(bodies.map { Array($0[21..<86]) }).count == 20)
  }

  @Test(
    "what is no key of a browser is refused",
    arguments: [
      ("", ""), ("BCVxsr7N", "BTBZMqHH6r4Tts7J_aSIgg"),
      // The last bit of the point is another one: no point of the curve.
      (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8",
        "BTBZMqHH6r4Tts7J_aSIgg"
      ),
      (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSI"
      ),
      (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg=="
      ),
    ])
  func strange(p256dh: String, auth: String) {
    #expect(WebPushKeys(p256dh: p256dh, auth: auth) == nil)
  }

  @Test("the example of the README works")
  func readme() throws {
    let subscription = (endpoint: "https://push.example/send/1", p256dh: p256dh, auth: auth)
    let now: Int64 = 1_800_000_000
    let vapid = try VAPID(key: P256KeyPair.random(), contact: "mailto:quad@school.example")
    guard let keys = WebPushKeys(p256dh: subscription.p256dh, auth: subscription.auth) else { return }
    let body = try WebPushMessage(Array("The plumber comes".utf8), to: keys).bytes
    let header = try vapid.authorization(endpoint: subscription.endpoint, now: now)
    #expect(body.count == 103 + 17)
    #expect(header.hasPrefix("vapid t="))
  }
}

@Suite("VAPID says who a push comes from")
struct VAPIDTests {
  private let key = P256KeyPair(secret: text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))

  @Test("its token verifies with the key beside it, and names origin, end and contact")
  func token() throws {
    let vapid = try VAPID(key: #require(key), contact: "mailto:quad@school.example")
    let header = try vapid.authorization(
      endpoint: "https://FCM.googleapis.com:443/fcm/send/abc?x=1#y", now: 1_800_000_000, life: .seconds(60))
    let parts = try #require(header.wholeMatch(of: /vapid t=([^.]+)\.([^.]+)\.([^.]+), k=(.+)/)).output
    #expect(text(String(parts.1)) == Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
    let claims =
      #"{"aud":"https://fcm.googleapis.com","exp":1800000060,"sub":"mailto:quad@school.example"}"#
    #expect(text(String(parts.2)) == Array(claims.utf8))
    let open = try #require(P256PublicKey(bytes: text(String(parts.4))))
    #expect(open == key?.publicKey)
    #expect(String(parts.4) == vapid.applicationServerKey)
    #expect(vapid.applicationServerKey.utf8.count == 87)
    let signed = Array("\(parts.1).\(parts.2)".utf8)
    #expect(open.verifies(text(String(parts.3)), of: signed))
    #expect(!open.verifies(text(String(parts.3)), of: signed + [0]))
    #expect(try !P256KeyPair.random().publicKey.verifies(text(String(parts.3)), of: signed))
  }

  @Test("a token lives at most 24 hours")
  func life() throws {
    let vapid = try VAPID(key: #require(key), contact: "https://quad.example")
    for life in [Duration.zero, .seconds(-1), .seconds(24 * 3600 + 1)] {
      #expect(throws: CryptoError.lifeBad) {
        try vapid.authorization(endpoint: "https://a.example/", now: 0, life: life)
      }
    }
    _ = try vapid.authorization(endpoint: "https://a.example/", now: 0, life: .seconds(24 * 3600))
  }

  @Test(
    "origins",
    arguments: [
      ("https://push.example/a/b", "https://push.example"), ("HTTPS://Push.Example", "https://push.example"),
      ("https://push.example:443?x", "https://push.example"),
      ("https://push.example:8443#x", "https://push.example:8443"),
      ("http://10.0.0.1:80/", "http://10.0.0.1"),
      ("http://[2001:db8::1]:8080/x", "http://[2001:db8::1]:8080"),
      ("ftp://push.example/", nil), ("https:/push.example", nil), ("push.example", nil), ("https:///x", nil),
      ("https://user@push.example/", nil), ("https://push.example\\@b.example/", nil), ("https://a b/", nil),
      ("https://\"/", nil), ("https://ex\u{e4}mple/", nil), ("https://:443/", nil), ("", nil),
    ] as [(String, String?)])
  func origins(url: String, origin: String?) throws {
    #expect(VAPID.origin(of: url) == origin)
    guard origin == nil else { return }
    let vapid = try VAPID(key: #require(key), contact: "https://quad.example")
    #expect(throws: CryptoError.endpointBad) { try vapid.authorization(endpoint: url, now: 0) }
  }

  @Test(
    "what is no contact is refused",
    arguments: [
      "", "mailto:", "https://", "quad@school.example", "http://a.example", "mailto:a\"b", "mailto:a\\b",
    ]
      + ["mailto:a b", "mailto:a\n", "mailto:\u{e9}", "mailto:" + String(repeating: "a", count: 300)])
  func contacts(contact: String) throws {
    let key = try #require(key)
    #expect(throws: CryptoError.contactBad) { try VAPID(key: key, contact: contact) }
  }
}

private func text(_ base64: String) -> [UInt8] { Base64URL.decode(base64) ?? [] }
