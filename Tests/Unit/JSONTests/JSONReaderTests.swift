import Foundation
import JSON
import Schema
import Testing

@Suite("Our decoder of JSON reads what Foundation reads, and names what does not fit")
struct JSONReaderTests {
  private struct Everything: Codable, Hashable {
    var text = "a\"b\\c/d\u{08}\u{0C}\n\r\t\u{01}\u{7F}é漢👩‍👩‍👧\u{2028}"
    var number = -7
    var large = Int64.min
    var real = 1.25
    var single: Float = 0.1
    var flag = true
    var none: String?
    var inner: Inner? = Inner()
    var list = [[1, 2], [], [3]]
    var names: [String?] = ["x", nil]
    var objects = [Inner(), Inner(small: 0, next: nil)]
    var map = ["b": 1, "a": 2, "é": 3]
  }

  private struct Inner: Codable, Hashable {
    var small = UInt8.max
    var next: [String: [Bool]]? = ["k": [true, false]]
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONCoding.decode(type, from: Array(text.utf8))
  }

  @Test("every kind of member")
  func everything() throws {
    let bytes = try JSONCoding.encode(Everything())
    #expect(try JSONCoding.decode(Everything.self, from: bytes) == Everything())
    #expect(try Self.decode(String.self, #""x""#) == "x")
  }

  @Test("the samples of all messages")
  func messages() throws {
    for request in Catalogue.requests { try checkSamples(request) }
  }

  private func checkSamples<R: Request>(_ request: R.Type) throws {
    try check(R.self, try SchemaRecorder.describe(request).1)
    try check(R.Reply.self, try SchemaRecorder.describe(R.Reply.self).1)
  }

  private func check<Value: Codable>(_ type: Value.Type, _ sample: some Encodable) throws {
    let bytes = try JSONCoding.encode(sample)
    let value = try JSONCoding.decode(type, from: bytes)
    let theirs = try JSONDecoder().decode(type, from: Data(bytes))
    #expect(try JSONCoding.encode(value) == JSONCoding.encode(theirs))
  }

  @Test("texts and names lose their escapes")
  func escapes() throws {
    #expect(
      try Self.decode(String.self, #""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\uDE00é""#)
        == "\"\\/\u{8}\u{c}\n\r\tAé😀é")
    #expect(try Self.decode([String: Int].self, #"{"\u0061\n":1,"b":2}"#) == ["a\n": 1, "b": 2])
    #expect(try Self.decode(Inner.self, #"{"\u0073mall":1}"#) == Inner(small: 1, next: nil))
  }

  @Test(
    "an integer may be written with a fraction or an exponent, as long as it is one",
    arguments: [
      ("1.0", 1), ("1e2", 100), ("-12.50e1", -125), ("100e-2", 1), ("0e999999999999999999999", 0), ("-0", 0),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("0.0", 0),
      ("92233720368547758070e-1", .max),
      ("1.5", nil), ("1e-1", nil), ("1e99999999999999999999", nil), ("9223372036854775808", nil),
      ("0.99999999999999999999", nil), ("9007199254740991.4", nil), ("1e-99999999999999999999", nil),
    ] as [(String, Int64?)])
  func integers(text: String, value: Int64?) {
    do { #expect(try Self.decode([Int64].self, "[\(text)]").first == value) } catch { #expect(value == nil) }
  }

  @Test("a fraction too large for any type is refused, one too small is 0")
  func reals() throws {
    #expect(throws: DecodingError.self) { try Self.decode([Double].self, "[1e999]") }
    #expect(try Self.decode([Double].self, "[1e-999,-2.5E-1]") == [0, -0.25])
  }

  @Test(
    "a value that its member cannot have is named with its path",
    arguments: [
      (#"{"small":256}"#, "small"), (#"{"small":-1}"#, "small"), (#"{"small":"1"}"#, "small"),
      (#"{"small":null}"#, "small"), (#"{"next":{}}"#, "small"),
      (#"{"next":{"k":[true,1]},"small":1}"#, "next.k.1"),
      (#"{"x":[{}],"small":[]}"#, "small"), ("[]", ""), ("1", ""), (#""a""#, ""), ("null", ""),
    ])
  func unfit(text: String, path: String) throws {
    let error = try #require(throws: DecodingError.self) { try Self.decode(Inner.self, text) }
    let keys: [any CodingKey] =
      switch error {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
      @unknown default: []
      }
    #expect(Fault.path(keys) == path)
  }

  @Test("as many members as there may be, in any order")
  func manyMembers() throws {
    let count = JSONDocument.maxMembers
    let members = (0..<count).map { #""\#($0 * 7919 % count)":{"small":1}"# }
    let bytes = Array("{\(members.joined(separator: ","))}".utf8)
    let map = try JSONCoding.decode([String: Inner].self, from: bytes)
    #expect(map.count == count)
  }

  @Test(
    "equal values have equal canonical bytes",
    arguments: [
      (#" { "b" : [ 1 , true , null ] , "a" : "\u00e9\/" } "#, #"{"a":"é/","b":[1,true,null]}"#),
      (#"{"a":1.0,"b":1e2,"c":0.50,"d":-0}"#, #"{"a":1,"b":100,"c":0.5,"d":0}"#), ("[]", "[]"), (" 7", "7"),
      (#"{"\u0062":{},"a":[]}"#, #"{"a":[],"b":{}}"#), ("[1e999]", #"["1e999"]"#),
      ("[-92233720368547758.8]", "[-92233720368547760]"), ("[-92233720368547760]", "[-92233720368547760]"),
    ])
  func canonical(text: String, canonical: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    #expect(String(decoding: document.canonical(), as: UTF8.self) == canonical)
  }

  @Test("the names of the outermost object, without escapes")
  func names() throws {
    let document = try JSONDocument(Array(#" {"a":{"x":1},"\u0062":["y"], "":null} "#.utf8))
    #expect(document.memberNames == ["a", "b", ""])
    #expect(try JSONDocument(Array(#"["a"]"#.utf8)).memberNames.isEmpty)
    #expect(
      JSONDocument.emptyObject.memberNames.isEmpty && JSONDocument.emptyObject.canonical() == Array("{}".utf8)
    )
  }
}
