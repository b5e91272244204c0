import JSON
import Testing

@Suite("The scan of JSON takes RFC 8259 to the letter, and says where and why it refuses")
struct JSONScanTests {
  private static func flaw(_ bytes: [UInt8]) -> JSONFlaw? {
    do {
      _ = try JSONDocument(bytes)
      return nil
    } catch { return error }
  }

  @Test(
    "a flaw has a reason and the offset of its byte",
    arguments: [
      ("", .empty, 0), (" \n", .empty, 2), ("[1,]", .commaTrails, 2), (#"{"a":1,}"#, .commaTrails, 6),
      ("[1 2]", .commaExpected, 3), (#"{"a" 1}"#, .colonExpected, 5), ("{1:2}", .nameExpected, 1),
      ("{'a':1}", .nameExpected, 1), ("[,1]", .valueExpected, 1), ("nul", .valueExpected, 0),
      ("NaN", .valueExpected, 0),
      ("[01]", .numberBad, 1), ("-01", .numberBad, 0), ("[.5]", .numberBad, 1), ("[+1]", .numberBad, 1),
      ("1.", .numberBad, 0),
      ("[1+2]", .commaExpected, 2), ("1e", .numberBad, 0), ("-", .numberBad, 0), ("0x1", .endExpected, 1),
      ("[1", .unfinished, 2), ("[", .unfinished, 1), (#"{"a":"#, .unfinished, 5),
      (#"["a]"#, .textUnfinished, 1),
      ("[\"a\u{1}\"]", .controlCharacter, 3), ("[\"\n\"]", .controlCharacter, 2), (#"["\q"]"#, .escapeBad, 2),
      (#"["\u00g0"]"#, .escapeBad, 2), (#"["\ud800"]"#, .surrogateLone, 2),
      (#"["\udc00"]"#, .surrogateLone, 2),
      (#"["\ud800\u0041"]"#, .surrogateLone, 2), ("1 2", .endExpected, 2), ("{} // no", .endExpected, 3),
      (#"{"a":1,"b":2,"a":3}"#, .nameTwice, 13), (#"{"a":1,"\u0061":2}"#, .nameTwice, 7),
      (#"{"x":[{"é":1,"\u00e9":2}]}"#, .nameTwice, 14), ("\u{FEFF}{}", .byteOrderMark, 0),
      (String(repeating: "[", count: 65), .tooDeep, 64),
    ] as [(String, JSONFlaw.Reason, Int)])
  func flaws(text: String, reason: JSONFlaw.Reason, offset: Int) {
    #expect(Self.flaw(Array(text.utf8)) == JSONFlaw(reason: reason, offset: offset))
  }

  @Test(
    "bytes that are not UTF-8 are refused, read or not",
    arguments: [
      [0xC3, 0x28], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xFF], [0xE2, 0x82], [0xC3],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    let body = Array(#"{"x":""#.utf8) + bytes + Array(#""}"#.utf8)
    #expect(Self.flaw(body) == JSONFlaw(reason: .notUTF8, offset: 6))
  }

  @Test("every character is taken as it is, and UTF-16 and UTF-32 are not")
  func encodings() {
    for scalar: Unicode.Scalar in [
      "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
    ] {
      #expect(Self.flaw(Array("\"\(scalar)\"".utf8)) == nil)
    }
    for bytes: [UInt8] in [
      [0xFE, 0xFF, 0, 0x31], [0xFF, 0xFE, 0x31, 0], [0, 0x31], [0x31, 0], [0, 0, 0, 0x31], [0x31, 0, 0, 0],
    ] { #expect(Self.flaw(bytes)?.reason == .notUTF8) }
  }

  @Test("the same name twice is found among few and among many, ordered or not")
  func manyNames() {
    for count in [2, 16, 17, 1000] {
      let names = (0..<count).map { "\"\(($0 * 7919) % count)\":0" }
      let text = names.joined(separator: ",")
      #expect(Self.flaw(Array("{\(text)}".utf8)) == nil)
      let twice = JSONFlaw(reason: .nameTwice, offset: text.utf8.count + 2)
      #expect(Self.flaw(Array("{\(text),\(names[1])}".utf8)) == twice)
    }
  }

  @Test("depth, members and bytes have limits")
  func limits() {
    let depth = JSONDocument.maxDepth
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(Self.flaw(Array(nested.utf8)) == nil)
    let members = (0...JSONDocument.maxMembers).map { "\"\($0)\":0" }
    #expect(Self.flaw(Array("{\(members.dropLast().joined(separator: ","))}".utf8)) == nil)
    #expect(Self.flaw(Array("{\(members.joined(separator: ","))}".utf8))?.reason == .tooManyMembers)
    let blanks = [UInt8](repeating: 0x20, count: JSONDocument.maxBytes)
    #expect(Self.flaw(blanks)?.reason == .empty)
    #expect(Self.flaw(blanks + [0x31])?.reason == .tooLarge)
  }

  @Test("each reason is told in words of its own")
  func words() {
    let words = Set(JSONFlaw.Reason.allCases.map { "\(JSONFlaw(reason: $0, offset: 0))" })
    #expect(words.count == JSONFlaw.Reason.allCases.count)
  }
}
