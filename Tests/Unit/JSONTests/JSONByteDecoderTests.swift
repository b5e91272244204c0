import Foundation
import JSON
import Schema
import Testing

@Suite("Our decoder of JSON takes the usual, and takes it as Foundation does")
struct JSONByteDecoderTests {
  private struct Everything: Codable, Hashable {
    var text = "a\"b\\c/d\u{08}\u{0C}\n\r\t\u{01}\u{7F}é漢👩‍👩‍👧\u{2028}"
    var number = -7
    var large = Int64.min
    var real = 1.25
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

  /// What the fast way alone gives; nil when it leaves the document to Foundation.
  private static func usual<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
    JSONByteDecoder.decode(bytes) { try Value(from: $0) }
  }

  @Test("every kind of member")
  func everything() throws {
    let bytes = try JSONCoding.encode(Everything())
    #expect(Self.usual(Everything.self, bytes) == Everything())
    #expect(try JSONCoding.decode(Everything.self, from: bytes) == Everything())
    #expect(try JSONCoding.decode(String.self, from: Array(#""x""#.utf8)) == "x")
  }

  @Test("the samples of all messages, without Foundation")
  func messages() throws {
    for request in Catalogue.requests { try checkSamples(request) }
  }

  private func checkSamples<R: Request>(_ request: R.Type) throws {
    try check(R.self, try SchemaRecorder.describe(request).1)
    try check(R.Reply.self, try SchemaRecorder.describe(R.Reply.self).1)
  }

  private func check<Value: Codable>(_ type: Value.Type, _ sample: some Encodable) throws {
    let bytes = try JSONCoding.encode(sample)
    let value = try #require(Self.usual(type, bytes), "\(type): \(String(decoding: bytes, as: UTF8.self))")
    let theirs = try JSONDecoder().decode(type, from: Data(bytes))
    #expect(try JSONCoding.encode(value) == JSONCoding.encode(theirs))
  }

  @Test(
    "what may be seen in two ways is left to Foundation",
    arguments: [
      #"{"a":1,"a":2}"#, #"{"b":1,"a":2,"b":3}"#, #"{"\u0061":1}"#, "01", "+1", "1.", ".5", "nul", "", " ",
      "[1,]", "[1 2]", #"{"a" 1}"#, #"{"a":1,}"#, "{1:2}", "[", #"{"a""#, "1 2", "18446744073709551616",
      "1e999", #""\q""#, #""\ud800""#, #""\u00g0""#, #""a"#, "\"\u{1}\"", "[" + "[[[[[[[[[[".repeated(7),
    ])
  func unusual(text: String) {
    #expect(Self.usual(JSONValue.self, Array(text.utf8)) == nil)
  }

  @Test("bytes that are no UTF-8 are left to Foundation, read or not")
  func bytes() {
    for bytes in [[0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]] {
      #expect(Self.usual(JSONValue.self, bytes) == nil)
      #expect(Self.usual(Nothing.self, Array("{\"x\":".utf8) + bytes + Array("}".utf8)) == nil)
    }
  }

  private struct Nothing: Decodable {}

  @Test(
    "a value that its member cannot have has Foundation's error",
    arguments: [
      (#"{"small":256}"#, "small"), (#"{"small":-1}"#, "small"), (#"{"small":"1"}"#, "small"),
      (#"{"small":null}"#, "small"), (#"{"next":{}}"#, "small"), (#"{"small":1,"next":{"k":[1]}}"#, "next"),
    ])
  func unfit(text: String, member: String) throws {
    let bytes = Array(text.utf8)
    #expect(Self.usual(Inner.self, bytes) == nil)
    #expect(throws: DecodingError.self) { try JSONCoding.decode(Inner.self, from: bytes) }
  }

  @Test(
    "objects of very many members are left to Foundation, which does not look through all of them for each")
  func manyMembers() throws {
    for (count, isUsual) in [(256, true), (257, false)] {
      let members = (0..<count).map { (String(format: "%06d", $0), $0) }
      let map = Dictionary(uniqueKeysWithValues: members)
      let bytes = try JSONCoding.encode(map)
      #expect((Self.usual([String: Int].self, bytes) == map) == isUsual)
      #expect(try JSONCoding.decode([String: Int].self, from: bytes) == map)
    }
  }

  @Test("a whole number may be written as one that is not: Foundation decides")
  func exponent() throws {
    #expect(Self.usual([Int].self, Array("[1e2]".utf8)) == nil)
    let theirs = try JSONDecoder().decode([Int].self, from: Data("[1e2]".utf8))
    #expect(try JSONCoding.decode([Int].self, from: Array("[1e2]".utf8)) == theirs)
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
