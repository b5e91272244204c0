import Foundation
import JSON
import Schema
import Testing

@Suite("Our JSON is the JSON that Foundation writes")
struct JSONByteEncoderTests {
  private struct Everything: Codable, Hashable {
    var text = "a\"b\\c/d\u{08}\u{0C}\n\r\t\u{01}\u{7F}é漢👩‍👩‍👧\u{2028}"
    var zeta = 1
    var alpha = Int64.min
    var real = 1.25
    var whole = 3.0
    var large = 1e300
    var flag = true
    var none: String?
    var list = [[1, 2], [], [3]]
    var objects = [Inner(), Inner(name: "", next: nil)]
    var map = ["b": 1, "a": 2, "é": 3, "B": 4]
    var small = UInt8.max
  }

  private struct Inner: Codable, Hashable {
    var name = "x"
    var next: [String: [Bool]]? = ["k": [true, false]]
  }

  @Test("for every kind of member, byte for byte")
  func everything() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let ours = try JSONCoding.encode(Everything())
    #expect(
      String(decoding: ours, as: UTF8.self)
        == String(decoding: try encoder.encode(Everything()), as: UTF8.self))
    #expect(try JSONDecoder().decode(Everything.self, from: Data(ours)) == Everything())
  }

  private struct Part: Codable, Hashable, Sendable {
    var number: Int
    var isEncodable = true

    private enum CodingKeys: CodingKey { case number }

    func encode(to encoder: any Encoder) throws {
      guard isEncodable else {
        throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "not twice"))
      }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
    }

    static func == (one: Part, other: Part) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private struct Whole: Encodable {
    var zeta: Part
    var alpha: [Part]
    var other = Part(number: 7)
  }

  @Test("with a part that is known already, wherever it is, and no other in its place")
  func knownPart() throws {
    let known = try EncodedValue(Part(number: 5))
    // Equal to the known part, but it can't be encoded itself.
    let part = Part(number: 5, isEncodable: false)
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try JSONCoding.encode(value, knowing: known), as: UTF8.self)
    }
    #expect(try text(part) == #"{"number":5}"#)
    #expect(
      try text(Whole(zeta: part, alpha: [part, Part(number: 1)]))
        == #"{"alpha":[{"number":5},{"number":1}],"other":{"number":7},"zeta":{"number":5}}"#)
    #expect(throws: EncodingError.self) { try text(Part(number: 6, isEncodable: false)) }
  }

  @Test("for the samples of all messages, and for values that are no objects")
  func messages() throws {
    for request in Catalogue.requests { try checkSamples(request) }
    for value: JSONValue in [nil, true, 7, 1.5, "x", [], [1, nil, ["a": []]], [:]] { try check(value) }
    try check([String]())
    try check(["one": Optional("x"), "two": nil])
  }

  private func checkSamples<R: Request>(_ request: R.Type) throws {
    try check(try SchemaRecorder.describe(request).1)
    try check(try SchemaRecorder.describe(R.Reply.self).1)
  }

  private func check(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(try JSONCoding.encode(value) == Array(try encoder.encode(value)))
  }

  @Test("for whole numbers of every width, to their ends")
  func whole() throws {
    try check([Int64.min, Int64.min + 1, -10, -9, -1, 0, 9, 10, 99, 100, Int64.max])
    try check([UInt64.max, UInt64.max - 9, 1_000_000_000_000_000_000, 0])
    try check([Int8.min, -1, Int8.max])
    try check([UInt32.max, 0])
    try check(["small": Int16.min])
    try check(Int.min)
  }

  @Test("but for a negative zero, which is a zero when it is read")
  func negativeZero() throws {
    #expect(try JSONCoding.encode([-0.0, -1e-300 * 1e-300]) == Array("[0,0]".utf8))
  }

  @Test("a number that JSON does not have is refused", arguments: [Double.nan, .infinity, -.infinity])
  func infinite(number: Double) {
    #expect(throws: EncodingError.self) { try JSONCoding.encode([number]) }
  }
}
