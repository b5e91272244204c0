import Bus
import Crypto
import Schema
@testable import ServiceKit
import Testing

@Suite("A stored reply belongs to one person, one request and one key")
struct IdempotencyTests {
  private func make(
    owner: String = "ada", subject: String = "roomhub.task.add", key: String = "k1", body: String = "{}",
    params: [Header.Param] = [], attempt: UInt8 = 0, keepsReply: Bool = true, isUnlinkable: Bool = false
  ) throws -> Idempotency {
    var header = Header(id: .random())
    header.params = params
    header.attempt = attempt
    return Idempotency(
      owner: Array(owner.utf8), subject: subject, key: key, header: header,
      document: try RequestDecoding.document(Array(body.utf8)), keepsReply: keepsReply,
      isUnlinkable: isUnlinkable)
  }

  @Test("the same request of the same person is the same, whatever its message id and attempt")
  func same() throws {
    #expect(try make().scope == make(attempt: 2).scope)
    #expect(try make().requestHash == make(attempt: 2).requestHash)
  }

  @Test("another person, another request or another key has its own place")
  func independent() throws {
    let all = try [
      make(), make(owner: "ben"), make(subject: "roomhub.task.complete"), make(key: "k2"),
      // The parts are not just strung together.
      make(owner: "adar", subject: "oomhub.task.add"), make(subject: "roomhub.task.addk", key: "1"),
    ]
    #expect(Set(all.map(\.scope)).count == all.count)
  }

  @Test("another body or another path value under the same key is another request in the same place")
  func requests() throws {
    let all = try [
      make(), make(body: "{\"a\":1}"), make(params: [Header.Param(name: "id", value: "1")]),
      make(params: [Header.Param(name: "id", value: "2")]),
      make(params: [Header.Param(name: "i", value: "d1")]),
    ]
    #expect(Set(all.map(\.requestHash)).count == all.count)
    #expect(Set(all.map(\.scope)).count == 1)
  }

  @Test("i9: the same value under the same key is the same request, with other blanks, order and spelling")
  func sameValue() throws {
    let first = try make(body: #"{"title":"Bins","points":1}"#)
    let earlier = first.requestHash
    for body in ["{ \"points\" : 1,\n\"title\":\"Bins\" }", #"{"points":1.0,"title":"\u0042ins"}"#] {
      #expect(try make(body: body).isSame(as: earlier), "\(body)")
    }
    for body in [
      #"{"title":"Bins","points":2}"#, #"{"title":"Bins","points":"1"}"#, #"{"title":"bins","points":1}"#,
    ] {
      #expect(try !make(body: body).isSame(as: earlier), "\(body)")
    }
  }

  @Test("a reply that a program of 0.1 stored under the bytes of its request is found")
  func formerHash() throws {
    for body in [#"{"title":"Bins","points":1}"#, ""] {
      let stored = BLAKE2b.hash(parts: [Array(body.utf8)])
      #expect(try make(body: body).isSame(as: stored))
      #expect(try !make(body: #"{"title":"Other"}"#).isSame(as: stored))
    }
  }

  @Test("of a request whose reply is secret no hash is kept: its body may hold a password")
  func secret() throws {
    let made = try make(body: #"{"password":"correct horse"}"#, keepsReply: false)
    #expect(made.requestHash.isEmpty)
    #expect(try made.scope == make(keepsReply: false).scope)
  }

  @Test("the key is not in what is stored")
  func hashed() throws {
    let made = try make(key: "a-very-private-key")
    #expect(made.scope.count == 32 && made.requestHash.count == 32)
  }

  @Test("keys that tell their time are stored in its order, but not those of a request nobody may date")
  func ordered() throws {
    let (early, late) = (
      RawUUID.timed(Instant(milliseconds: 1_000)), RawUUID.timed(Instant(milliseconds: 2_000))
    )
    let scopes = try [early, late].map { try make(key: $0.description).scope }
    #expect(scopes[0].prefix(6) == early.bytes.prefix(6))
    #expect(scopes[0].lexicographicallyPrecedes(scopes[1]))
    #expect(try make(key: early.description.uppercased()).scope != scopes[0], "another key all the same")
    #expect(try make(key: early.description, isUnlinkable: true).scope.count == 32)
    #expect(try make(key: RawUUID.random().description).scope.count == 32)
  }
}
