import HTTPServer
import JSON
import Schema
import Testing

@testable import gateway

/// Declarations that exist for these tests alone.
private enum Diary {
  struct Page: DocumentReply {
    static let form = DocumentType.calendar
    static let fileName: String? = "diary.ics"
    let etag: String
    let text: String?
  }

  struct Read: Request {
    typealias Reply = Page
    static let subject = "diary.page.read"
    static let summary = "Read."
    static let route: HTTPRoute? = HTTPRoute(.get, "/v1/diaries/{id}")
    static let stateMember: String? = "state"
    let id: String
    let state: String?
  }

  struct Take: Request {
    typealias Reply = Empty
    static let subject = "diary.page.take"
    static let summary = "Take over."
    static let route: HTTPRoute? = HTTPRoute(.post, "/v1/diaries")
    static let documentMember: DocumentMember? = DocumentMember("calendar", .calendar, encoding: "encoding")
    let calendar: String
  }
}

@Suite("A document is the whole body over HTTP and one member on the bus")
struct DocumentTests {
  private func response(_ json: String) throws -> HTTPResponse? {
    try ReplyDocument(of: Diary.Read.self)?.response(Array(json.utf8))
  }

  private func header(_ name: String, of response: HTTPResponse?) -> String? {
    response?.headers.first { $0.0 == name }?.1
  }

  @Test("the text is the body, the state its tag")
  func answers() throws {
    let response = try response(#"{"etag":"a-1","text":"BEGIN:VCALENDAR\r\n"}"#)
    #expect(response?.status == 200)
    #expect(header("ETag", of: response) == "\"a-1\"")
    #expect(header("Content-Type", of: response) == "text/calendar; charset=utf-8")
    #expect(header("Content-Disposition", of: response) == "attachment; filename=\"diary.ics\"")
    guard case .bytes(let body)? = response?.body else {
      Issue.record("no bytes")
      return
    }
    #expect(body == Array("BEGIN:VCALENDAR\r\n".utf8))
  }

  @Test(
    "I9: a file is named after its title",
    arguments: [
      (nil, "filename=\"event.ics\""), ("…!", "filename=\"event.ics\""),
      ("Mom's \"big\" day; 2027", "filename=\"Mom-s-big-day-2027.ics\""),
      ("Fête", "filename=\"event.ics\"; filename*=UTF-8''F%C3%AAte.ics"),
      (String(repeating: "x", count: 80), "filename=\"\(String(repeating: "x", count: 60)).ics\""),
    ] as [(String?, String)])
  func names(_ title: String?, _ name: String) {
    #expect(DownloadName(title, or: "event.ics").header == "attachment; " + name)
  }

  @Test("whoever has the state gets 304")
  func knows() throws {
    let response = try response(#"{"etag":"a-1"}"#)
    #expect(response?.status == 304)
    #expect(header("ETag", of: response) == "\"a-1\"")
  }

  @Test("a reply of another kind is no document, and the state is no value of the query")
  func declares() throws {
    let document = ReplyDocument(of: Diary.Take.self)
    #expect(document == nil)
    let table = RouteTable([Diary.Read.self, Diary.Take.self])
    #expect(table.routes.allSatisfy { $0.queryMembers.isEmpty })
  }

  @Test("a body is one member of the declared type, in UTF-8 or else windows-1252")
  func takes() throws {
    let form = BodyForm(of: Diary.Take.self)
    func request(_ type: String, _ body: [UInt8]) -> HTTPRequest {
      HTTPRequest(method: "POST", path: "/v1/diaries", headers: [("Content-Type", type)], body: body)
    }
    let good = request("text/calendar; charset=utf-8", Array("a\r\nb".utf8))
    #expect(form.takes(good))
    #expect(String(decoding: try form.body(of: good, limit: 100), as: UTF8.self) == #"{"calendar":"a\r\nb"}"#)
    #expect(!form.takes(request("application/json", [123, 125])))
    // I9: a file of Windows is read, and the program learns of it.
    let old = try form.body(of: request("text/calendar", [0x80, 0xFC, 0x92, 0x41]), limit: 100)
    let members = try JSONCoding.decode([String: String].self, from: old)
    #expect(members == ["calendar": "€ü’A", "encoding": "windows-1252"])
    #expect(TextEncoding.windows1252.bytes("€ü’A") == [0x80, 0xFC, 0x92, 0x41])
    let all = Array(UInt8.min...UInt8.max)
    #expect(TextEncoding.windows1252.bytes(TextEncoding.windows1252.text(all)) == all)
    #expect(TextEncoding.windows1252.bytes("一") == nil)
    let controls = request("text/calendar", [UInt8](repeating: 1, count: 20))
    let long = #expect(throws: Fault.self) { try form.body(of: controls, limit: 100) }
    #expect(long?.code == "text_bad")
  }

  @Test(
    "the first tag of a list is the state that a caller has",
    arguments: [
      (#""a-1""#, "a-1"), (#"W/"a_2", "b""#, "a_2"), ("*", nil), ("", nil), (#""""#, nil), (#""a b""#, nil),
      (#""open"#, nil),
    ] as [(String, String?)])
  func tags(_ header: String, _ tag: String?) {
    #expect(EntityTag.first(in: header) == tag)
  }
}
