import JSON
import Schema
import ServiceKit
import TestSupport
import Testing

private struct Holder<Value: Decodable>: Decodable { let value: Value }

/// The value of a member `value` with this text.
private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) -> Result<Value, Fault> {
  do {
    let body = try JSONCoding.encode(["value": text])
    return .success(try RequestDecoding.decode(Holder<Value>.self, body: body, params: []).value)
  } catch { return .failure((error as? Fault) ?? Fault(.internalError)) }
}

@Suite("A dorm's id is 1 to 32 small letters, digits and dashes, as it is")
struct DormIDTests {
  @Test("taken", arguments: ["forbes", "7", "north-2", String(repeating: "d", count: 32)])
  func taken(input: String) {
    #expect(DormID(input)?.text == input)
  }

  @Test(
    "refused",
    arguments: [
      "", "Forbes", " forbes", "forbes\n", "for bes", "f\u{F6}rbes", "\u{212A}ing", "forbes_1",
      String(repeating: "d", count: 33),
    ])
  func refused(input: String) {
    #expect(DormID(input) == nil)
  }
}

@Suite("A room number has one form")
struct RoomNumberTests {
  @Test(
    "whichever way it was typed",
    arguments: [
      ("Rm 101a", "101A"), ("#101A", "101A"), (" 0101A", "101A"), ("101a", "101A"), ("rm101a", "101A"),
      ("ROOM 101A", "101A"), ("room101a", "101A"), ("Room. 101a", "101A"), ("Rm. #101a", "101A"),
      ("Rm#101a", "101A"), ("# 101A", "101A"), ("Rm\u{A0}101a", "101A"), ("rm\t101a", "101A"),
      ("Rm   101a", "101A"), ("00101A", "101A"), ("Rm 0101A", "101A"), ("101A\n", "101A"),
      ("0", "0"), ("000", "0"), ("RMA", "RMA"), ("Rm A", "A"),
      ("e\u{301}1", "\u{C9}1"), ("12345678", "12345678"), ("0012345678", "12345678"),
    ])
  func normalised(input: String, text: String) throws {
    let number = try #require(RoomNumber(input), "\(input) refused")
    #expect(Array(number.text.unicodeScalars) == Array(text.unicodeScalars))
    #expect(RoomNumber(number.text) == number, "the form is not its own form")
  }

  @Test(
    "I8: without separators, which between two digits are one dash",
    arguments: [
      ("101 A", "101A"), ("101-A", "101A"), ("101.A", "101A"), ("101/a", "101A"), ("101 - a", "101A"),
      ("-101.", "101"), ("Rm-101-A", "101A"), ("B-12", "B12"), ("1  A", "1A"), ("A.B", "AB"),
      ("4-12", "4-12"), ("4.12", "4-12"), ("4 12", "4-12"), ("4/12", "4-12"), ("4 - 12", "4-12"),
      ("0.12", "0-12"), ("00-12", "0-12"), ("0-A", "A"), ("R-M1", "1"), ("1-A-2", "1A2"),
      ("E-\u{301}1", "\u{C9}1"), ("1-2-3-4-5", nil), ("-", nil), ("./-", nil), ("Rm -", nil),
    ] as [(String, String?)])
  func separators(input: String, text: String?) {
    let number = RoomNumber(input)
    #expect(number?.text == text)
    if let number { #expect(RoomNumber(number.text) == number, "the form is not its own form") }
  }

  @Test("and a separator that tells two numbers apart stays", arguments: [("1-11", "11-1"), ("1.2", "12")])
  func apart(one: String, other: String) {
    #expect(RoomNumber(one) != RoomNumber(other))
  }

  @Test(
    "or is refused: empty, longer than 8, neither letters nor digits",
    arguments: [
      "", " ", "#", "Rm ", "# #", "123456789", "ABCDEFGHI", "🚪", "1🚪", "101\u{200B}A", "101\u{200D}",
      "\u{FEFF}101", "1\u{20E3}", "1\u{FE0F}\u{20E3}", "1\u{336}01", "101\u{202E}", "101\u{0}", "1\n\u{7}",
      "1;2", "<1>", "1'2", "１２３４５６７８９", String(repeating: "0", count: 201),
    ])
  func refused(input: String) {
    #expect(RoomNumber(input) == nil)
    if case .failure(let fault) = decoded(RoomNumber.self, input) {
      #expect(fault.code == "room_number_bad")
      #expect(fault.fields?.map(\.field) == ["value"])
    } else {
      Issue.record("taken")
    }
  }
}

@Suite("A text with limits is stored in one form or refused with its code")
struct LimitedTextTests {
  private static let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"

  @Test(
    "taken: trimmed, NFC, line ends as one character",
    arguments: [
      (" Bins ", "Bins"), ("\u{3000}Bins\u{A0}\n", "Bins"), ("e\u{301}", "\u{E9}"), ("a  b", "a  b"),
      ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("\u{200B}a", "\u{200B}a"), (family, family), ("مرحبا", "مرحبا"),
    ])
  func taken(input: String, text: String) throws {
    let notes = try TaskNotes(input)
    #expect(Array(notes.text.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    "nothing to see is blank",
    arguments: [
      "", " ", "\t\r\n", "\u{A0}\u{3000}", "\u{200B}", "\u{200B} \u{200D}", "\u{FEFF}", "\u{2060}", "\u{AD}",
    ])
  func blank(input: String) {
    #expect(decoded(TaskTitle.self, input) == .failure(Fault(.titleBlank, field: "value")))
    #expect(decoded(MessageText.self, input) == .failure(Fault(.messageBlank, field: "value")))
  }

  @Test(
    "control characters are refused",
    arguments: ["a\u{0}b", "a\u{7}", "a\u{1B}[1m", "a\u{7F}", "a\u{85}b", "a\tb"])
  func control(input: String) {
    #expect(decoded(TaskTitle.self, input) == .failure(Fault(.textBad, field: "value")))
    #expect(decoded(TaskNotes.self, input) == .failure(Fault(.textBad, field: "value")))
  }

  @Test("a line break is one where lines are allowed, and a control character elsewhere")
  func lines() throws {
    #expect(try TaskNotes("a\nb").text == "a\nb")
    #expect(decoded(TaskTitle.self, "a\nb") == .failure(Fault(.textBad, field: "value")))
  }

  @Test(
    "a length counts what a person counts",
    arguments: ["a", "\u{E9}", "e\u{301}", family, "\u{1F1F3}\u{1F1F4}"])
  func graphemes(character: String) throws {
    let fits = String(repeating: character, count: GivenName.maxLength)
    #expect(try GivenName(fits).text.count == GivenName.maxLength)
    #expect(decoded(GivenName.self, fits + character) == .failure(Fault(.tooLong, field: "value")))
  }

  @Test("ten megabytes are refused without being walked")
  func huge() {
    for unit in ["a", " ", "\u{336}", "\r", Self.family] {
      let input = String(repeating: unit, count: 10_000_000 / unit.utf8.count)
      let (_, took) = ProcessorTime.ofThread {
        #expect(throws: TextFault.self) { try TaskNotes(input) }
      }
      #expect(took < .seconds(1))
    }
  }

  private static let types: [any LimitedText.Type] = [
    GivenName.self, FamilyName.self, ProfileText.self, TaskTitle.self, TaskNotes.self, MessageText.self,
    DormName.self,
  ]

  @Test("each kind states its limit, its codes and a sample that passes", arguments: types.indices)
  func stated(index: Int) throws {
    let type = Self.types[index]
    #expect(type.schema["type"] == "string")
    #expect(type.schema["minLength"] == 1)
    #expect(type.schema["maxLength"] == .int(Int64(type.maxLength)))
    #expect(
      type.faults.contains(type.blank) && type.faults.contains(.tooLong) && type.faults.contains(.textBad))
    #expect(try type.init(type.sampleText).text == type.sampleText)
  }
}

@Suite("A choice is one of its words")
struct ChoiceTests {
  private static let types: [any Choice.Type] = [
    SiteRole.self, Fault.Kind.self, Fault.Processed.self, Roomhub.TaskState.self, Roomhub.JoinState.self,
    Roomhub.TaskWarning.self,
  ]

  @Test(
    "its schema names each of them, its sample is one, another word is value_unknown",
    arguments: types.indices)
  func stated(index: Int) { expectStated(Self.types[index]) }

  private func expectStated<C: Choice>(_ type: C.Type) {
    #expect(type.schema["enum"] == .array(type.allCases.map { .string($0.rawValue) }))
    #expect(type.allCases.contains(type.sample))
    #expect(type.faults == [.valueUnknown])
    for choice in type.allCases { #expect(decoded(type, choice.rawValue) == .success(choice)) }
    for word in ["", "unheard", type.sample.rawValue.uppercased()] {
      #expect(decoded(type, word) == .failure(Fault(.valueUnknown, field: "value")))
    }
  }
}
