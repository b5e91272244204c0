import Fetch
import Schema
import Testing

@testable import GatewayClient

@Suite("A request takes the form its route declares, and an answer is read for what it is")
struct FormTests {
  private struct Move: Request {
    typealias Reply = Empty
    static let subject = "test.thing.move"
    static let route: HTTPRoute? = HTTPRoute(.put, "/v1/shelves/{shelf}/things/{id}")
    static let summary = "Move a thing."
    let shelf: String
    let id: Int
    let to: String
    let note: String?
  }

  private struct Find: Request {
    typealias Reply = Empty
    static let subject = "test.thing.find"
    static let route: HTTPRoute? = HTTPRoute(.get, "/v1/things")
    static let faults = [FaultCode(.alreadyExists, "is_there", "It is there.")]
    static let summary = "Find things."
    let words: String?
    let isNew: Bool?
    let limit: Int?
  }

  @Test("path members are percent-encoded, the rest is the body")
  func path() throws {
    let form = try HTTPForm(Move(shelf: "a/b c%?ä", id: 7, to: "x/y", note: nil))
    #expect(form.method == .put)
    #expect(form.target == "/v1/shelves/a%2Fb%20c%25%3F%C3%A4/things/7")
    #expect(String(decoding: form.body, as: UTF8.self) == #"{"to":"x/y"}"#)
  }

  @Test("an empty path member would be another path")
  func emptyPath() {
    #expect(throws: ClientError.unreachable("test.thing.move: shelf cannot stand in a path")) {
      try HTTPForm(Move(shelf: "", id: 7, to: "", note: nil))
    }
  }

  @Test("without a body the members stand in the query, absent ones do not")
  func query() throws {
    let form = try HTTPForm(Find(words: "a&b=c d+e", isNew: true, limit: nil))
    #expect(form.target == "/v1/things?isNew=true&words=a%26b%3Dc%20d%2Be")
    #expect(form.body == [])
    #expect(try HTTPForm(Find(words: nil, isNew: nil, limit: nil)).target == "/v1/things")
  }

  @Test("a body without members is no body")
  func noBody() throws {
    #expect(try HTTPForm(Auth.SignOut()).body == [])
    #expect(try HTTPForm(Roomhub.CompleteTask(id: .sample)).body == [])
  }

  @Test(
    "the kind of a fault follows from declaration, code and status",
    arguments: [
      (409, "is_there", Fault.Kind.alreadyExists), (409, "other", .failedPrecondition),
      (422, "x", .invalidArgument),
      (404, "is_there", .notFound), (503, "cancelled", .cancelled), (503, "busy", .unavailable),
      (400, "bad_json", .invalidArgument), (413, "body_too_large", .invalidArgument),
      (500, "internal", .internal),
      (429, "slow_down", .resourceExhausted), (507, "storage_full", .storageFull),
    ])
  func kinds(status: Int, code: String, kind: Fault.Kind) {
    #expect(Fault.Kind(status: status, code: code, declared: Find.faults) == kind)
  }

  @Test("an answer that is not Quad's is unreadable, whatever its status", arguments: [200, 404, 502])
  func foreign(status: Int) throws {
    let page = FetchResponse(
      status: status, headers: [("Content-Type", "text/html")], body: Array("<html>".utf8))
    #expect {
      try ReplyDecoding.reply(to: Roomhub.GetRoom.self, page)
    } throws: { error in
      if case ClientError.unreadable = error { true } else { false }
    }
  }

  @Test("events are read as the standard says")
  func events() {
    var reader = LiveEventReader()
    let lines = [
      ": welcome", "retry: 2000", "", "id: 5.1", "event: a.b", "data: {}", "", "data:one", "data: two",
      "unknown", "",
      "event: none", "", "data", "",
    ]
    let events = lines.compactMap { reader.read($0) }
    #expect(
      events == [
        LiveEvent(id: "5.1", type: "a.b", data: Array("{}".utf8)),
        LiveEvent(id: "5.1", type: "message", data: Array("one\ntwo".utf8)),
        LiveEvent(id: "5.1", type: "message", data: []),
      ])
  }
}
