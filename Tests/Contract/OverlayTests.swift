import Bus
import JSON
import Schema
import ServiceKit
import Testing

/// One member of each kind that a path, a query or a body holds.
private struct Probe: Codable, Equatable {
  var id: TaskID?
  var count: Int?
  var big: Int64?
  var isOn: Bool?
  var ratio: Double?
  var state: Roomhub.TaskState?
  var title: TaskTitle?
  var room: RoomAddress?
  var rooms: [RoomAddress]?
}

/// A request with a member that it cannot do without.
private struct Strict: Codable {
  let title: String
  let room: RoomAddress
}

/// A request with as many members as its sender likes.
private struct Lines: Codable {
  let lines: [String: Int]
}

private func decode<R: Decodable>(
  _ type: R.Type, _ body: String, _ params: KeyValuePairs<String, String> = [:]
) throws(Fault) -> R {
  try RequestDecoding.decode(
    type, body: Array(body.utf8), params: params.map { Header.Param(name: $0.key, value: $0.value) })
}

/// The code and the field of the refusal; nil when it is taken.
private func refusal<R: Decodable>(
  _ type: R.Type, _ body: String, _ params: KeyValuePairs<String, String> = [:]
) -> String? {
  do {
    _ = try decode(type, body, params)
    return nil
  } catch { return ([error.code] + (error.fields ?? []).map(\.field)).joined(separator: " ") }
}

@Suite("A request is its body with the values of its path and query laid over it")
struct OverlayTests {
  @Test("params win over equally named members of the body")
  func precedence() throws {
    let probe = try decode(Probe.self, #"{"count":1,"big":7}"#, ["count": "2"])
    #expect(probe == Probe(count: 2, big: 7))
  }

  @Test("text becomes the member's type")
  func conversion() throws {
    let probe = try decode(
      Probe.self, "",
      [
        "id": "018F3A2B-4C5D-7E6F-8091-A2B3C4D5E6F7", "count": "-5", "big": "9223372036854775807",
        "isOn": "true", "ratio": "0.25", "state": "completed", "title": " Bins ",
      ])
    #expect(
      probe
        == Probe(
          id: TaskID("018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"), count: -5, big: .max, isOn: true, ratio: 0.25,
          state: .completed, title: TaskTitle(checked: "Bins")))
  }

  @Test("a member that only the body has is decoded as without params")
  func rest() throws {
    let body = #"{"room":{"dorm":"forbes","number":"Rm 1"},"rooms":[],"title":"A","isOn":false}"#
    #expect(try decode(Probe.self, body, ["count": "1"]).room?.number.text == "1")
    #expect(try decode(Probe.self, body) == decode(Probe.self, body, ["unknown": "1"]))
  }

  @Test("`null` in the body is absence, and a param fills it")
  func null() throws {
    #expect(try decode(Probe.self, #"{"count":null}"#, ["big": "1"]) == Probe(big: 1))
    #expect(try decode(Probe.self, #"{"count":null}"#, ["count": "3"]) == Probe(count: 3))
  }

  @Test(
    "text of the wrong type names its member",
    arguments: [
      ("count", "x", "wrong_type"), ("count", "1.5", "wrong_type"), ("count", "", "wrong_type"),
      ("count", "９", "wrong_type"), ("count", "9223372036854775808", "wrong_type"),
      ("big", "1e3", "wrong_type"), ("isOn", "maybe", "wrong_type"), ("isOn", "TRUE", "wrong_type"),
      ("ratio", "nan", "wrong_type"), ("ratio", "inf", "wrong_type"), ("ratio", "-infinity", "wrong_type"),
      ("ratio", "1e999", "wrong_type"), ("ratio", "0x1p3", "wrong_type"), ("id", "123", "id_bad"),
      ("state", "done", "value_unknown"), ("title", " ", "title_blank"), ("room", "forbes:1", "wrong_type"),
      ("rooms", "[]", "wrong_type"),
    ])
  func wrongText(name: String, text: String, code: String) {
    #expect(refusal(Probe.self, "", [name: text]) == "\(code) \(name)")
  }

  @Test(
    "a member of the wrong type is named, with params and without",
    arguments: [
      (#"{"count":"1"}"#, "wrong_type count"), (#"{"count":1.5}"#, "wrong_type count"),
      (#"{"count":1e99}"#, "wrong_type count"), (#"{"isOn":1}"#, "wrong_type isOn"),
      (#"{"id":7}"#, "wrong_type id"), (#"{"id":"7"}"#, "id_bad id"),
      (#"{"state":"done"}"#, "value_unknown state"), (#"{"title":"\u0007x"}"#, "text_bad title"),
      (#"{"room":{"dorm":"forbes","number":""}}"#, "room_number_bad room.number"),
      (#"{"room":{"dorm":"forbes"}}"#, "field_missing room.number"), (#"{"room":[]}"#, "wrong_type room"),
      (#"{"rooms":[{"dorm":"a","number":"1"},{"dorm":"!","number":"1"}]}"#, "dorm_unknown rooms.1.dorm"),
      (#"{"rooms":{"0":1}}"#, "wrong_type rooms"),
    ])
  func wrongMember(body: String, refused: String) {
    #expect(refusal(Probe.self, body) == refused)
    #expect(refusal(Probe.self, body, ["big": "1"]) == refused)
  }

  // W12
  @Test(
    "all members at fault are named, inside of objects too, in the order in which they are read",
    arguments: [
      (#"{"id":"7","count":"1","title":" "}"#, "id_bad id count title"),
      (#"{"count":1.5,"room":{"dorm":"!","number":""}}"#, "wrong_type count room.dorm room.number"),
      (#"{"title":" ","room":{"dorm":"forbes"}}"#, "title_blank title room.number"),
      (#"{"title":" ","rooms":[{"dorm":"!","number":""}],"count":1}"#, "title_blank title rooms.0.dorm"),
      (#"{"state":"done","room":[]}"#, "value_unknown state room"),
    ])
  func everyMember(body: String, refused: String) {
    #expect(refusal(Probe.self, body) == refused)
    #expect(refusal(Probe.self, body, ["big": "1"]) == refused)
    #expect(refusal(Probe.self, body, ["big": "x"]) != nil)
  }

  @Test("each fault in the list has its own code, and params are among them")
  func everyCode() throws {
    let fault = #expect(throws: Fault.self) {
      try decode(Probe.self, #"{"title":" ","isOn":7}"#, ["id": "x", "count": "2"])
    }
    let found = try #require(fault?.fields).map { "\($0.field) \($0.code)" }
    #expect(found == ["id id_bad", "isOn wrong_type", "title title_blank"])
  }

  @Test("of many faults the first 32 are named")
  func limit() throws {
    let members = (0..<1_000).map { "\"m\($0)\":\"x\"" }.joined(separator: ",")
    let fault = #expect(throws: Fault.self) { try decode(Lines.self, #"{"lines":{\#(members)}}"#) }
    #expect(fault?.code == "wrong_type")
    let fields = try #require(fault?.fields).map(\.field)
    #expect(fields.count == 32 && Set(fields).count == 32)
  }

  @Test("a missing member is named, and a null is not a value")
  func missing() {
    let room = #""room":{"dorm":"forbes","number":"1"}"#
    for params: KeyValuePairs<String, String> in [[:], ["other": "1"]] {
      #expect(refusal(Strict.self, "{\(room)}", params) == "field_missing title")
      #expect(refusal(Strict.self, "", params) == "field_missing title room")
      #expect(refusal(Strict.self, #"{"title":"A"}"#, params) == "field_missing room")
      #expect(refusal(Strict.self, #"{"title":null,\#(room)}"#, params) == "wrong_type title")
    }
    #expect(refusal(Strict.self, "{\(room)}", ["title": "A"]) == nil)
  }

  @Test(
    "what is no JSON is bad_json",
    arguments: [
      "{", "{]", "nonsense", #"{"count":1"#, #"{"count":1} {}"#, #"{'count':1}"#, "\u{0}",
      "{\"title\":\"\u{1}\"}", #"{"title":"\ud800"}"#, String(repeating: "[", count: 100_000),
      #"{"count":1,"count":1}"#, #"{"x":1,}"#, #"{"x":{"y":1,"y":1}}"#, #"{"x":.5}"#, "\u{FEFF}{}",
    ])
  func badJSON(body: String) {
    #expect(refusal(Probe.self, body) == "bad_json")
    #expect(refusal(Probe.self, body, ["count": "1"]) == "bad_json")
  }

  @Test("a number that JSON does not have is bad_json, read or not")
  func badNumber() {
    for body in [#"{"count":01}"#, #"{"unknown":01}"#, #"{"unknown":1+2}"#] {
      #expect(refusal(Probe.self, body) == "bad_json")
      #expect(refusal(Probe.self, body, ["big": "1"]) == "bad_json")
    }
  }

  @Test("bad_json says where and why")
  func details() throws {
    let fault = try #require(throws: Fault.self) { try decode(Probe.self, #"{"count":1,}"#) }
    #expect(fault.message == "The body is not valid JSON: at byte 10, a comma is not followed by anything.")
    #expect(fault.details == ["reason": "commaTrails", "offset": 10])
    #expect(fault.kind == .invalidArgument && fault.kind.httpStatus(code: fault.code) == 400)
  }

  @Test("bytes that are no UTF-8 are bad_json")
  func badUTF8() {
    for name in ["title", "unknown"] {
      let body = Array("{\"\(name)\":\"".utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
      for params in [[], [Header.Param(name: "count", value: "1")]] {
        let fault = #expect(throws: Fault.self) {
          try RequestDecoding.decode(Probe.self, body: body, params: params)
        }
        #expect(fault?.code == "bad_json")
      }
    }
  }

  @Test("JSON that is no object is of the wrong type", arguments: ["[]", "1", #""a""#, "null", "true"])
  func noObject(body: String) {
    #expect(refusal(Strict.self, body)?.hasPrefix("wrong_type") == true)
    #expect(refusal(Strict.self, body, ["title": "A"])?.hasPrefix("wrong_type") == true)
  }
}

@Suite("A patch keeps what is absent, clears what is null and sets the rest")
struct PatchTests {
  private static let body = #"{"hometown":"Oslo","pronouns":null,"version":1}"#

  @Test("in a body", arguments: [[], [Header.Param(name: "version", value: "1")]])
  func decoding(params: [Header.Param]) throws {
    let patch = try RequestDecoding.decode(Auth.UpdateMe.self, body: Array(Self.body.utf8), params: params)
    #expect(patch.hometown == .set(ProfileText(checked: "Oslo")))
    #expect(patch.pronouns == .clear)
    #expect(patch.concentration == .keep)
  }

  @Test("and back")
  func encoding() throws {
    let patch = Auth.UpdateMe(version: 1, pronouns: .clear, hometown: .set(ProfileText(checked: "Oslo")))
    #expect(String(decoding: try JSONCoding.encode(patch), as: UTF8.self) == Self.body)
  }

  @Test("a value in it is checked like any other")
  func checked() {
    #expect(refusal(Auth.UpdateMe.self, #"{"version":1,"phone":"12"}"#) == "phone_bad phone")
    #expect(refusal(Auth.UpdateMe.self, #"{"version":1,"hometown":" "}"#) == "value_blank hometown")
    #expect(refusal(Auth.UpdateMe.self, #"{"version":1,"hometown":5}"#) == "wrong_type hometown")
  }

  @Test("as a change of a value")
  func applied() {
    #expect(Patch<Int>.keep.applied(to: 1) == 1)
    #expect(Patch<Int>.keep.applied(to: nil) == nil)
    #expect(Patch<Int>.clear.applied(to: 1) == nil)
    #expect(Patch.set(2).applied(to: 1) == 2)
    #expect(Patch.set(2).map { "\($0)" } == .set("2"))
  }
}
