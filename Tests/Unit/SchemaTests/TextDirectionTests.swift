import JSON
import Schema
import Testing

@Suite("E10: no text turns the direction of what stands beside it")
struct TextDirectionTests {
  /// LRE, RLE, PDF, LRO, RLO; LRI, RLI, FSI, PDI.
  private static let turns: [UInt32] = Array(0x202A...0x202E) + Array(0x2066...0x2069)

  private static let lines: [any LimitedText.Type] = [
    TaskTitle.self, DormName.self, CourseName.self, CourseCode.self, CourseTerm.self, EventTitle.self,
    EventPlace.self, ToDoText.self, BudgetText.self, GivenName.self, FamilyName.self, ProfileText.self,
    Notifier.ChannelName.self, DeviceName.self, TokenName.self, NoteText.self, PictureCredit.self,
  ]
  private static let bodies: [any LimitedText.Type] = [TaskNotes.self, EventNotes.self, MessageText.self]

  private static func outcome<Value: LimitedText>(
    _ type: Value.Type, _ text: String
  ) -> (code: String?, decodesAsNew: Bool, decodesAsStored: Bool) {
    (code(type, text), decodes(type, text, isNew: true), decodes(type, text, isNew: false))
  }

  private static func code<Value: LimitedText>(_ type: Value.Type, _ text: String) -> String? {
    do {
      _ = try type.init(text)
      return nil
    } catch { return error.code.code }
  }

  private static func decodes<Value: LimitedText>(_ type: Value.Type, _ text: String, isNew: Bool) -> Bool {
    do {
      let document = try JSONDocument(Array("\"\(text)\"".utf8))
      let read = try document.decode(type, userInfo: isNew ? Text.userInfoOfRequests : [:])
      return read.text == text
    } catch { return false }
  }

  @Test("a line holds none of the nine characters", arguments: turns)
  func line(value: UInt32) throws {
    let text = "Look \(try #require(Unicode.Scalar(value)))gnp"
    for type in Self.lines {
      let found = Self.outcome(type, text)
      #expect(found.code == "text_bad" && !found.decodesAsNew, "\(type)")
      #expect(found.decodesAsStored, "stored before the rule: \(type)")
    }
  }

  @Test("a body with lines holds isolates and embeddings, and no override", arguments: turns)
  func body(value: UInt32) throws {
    let text = "See \(try #require(Unicode.Scalar(value)))gnp"
    let isOverride = value == 0x202D || value == 0x202E
    for type in Self.bodies {
      let found = Self.outcome(type, text)
      #expect(found.code == (isOverride ? "text_bad" : nil), "\(type)")
      #expect(found.decodesAsNew == !isOverride && found.decodesAsStored, "\(type)")
    }
  }

  @Test(
    "marks and joiners of Arabic, Hebrew and emoji stay",
    arguments: ["א\u{200F}ב", "سلام\u{200C}", "👩‍👩‍👧"])
  func legit(text: String) {
    for type in Self.lines {
      let found = Self.outcome(type, text)
      #expect(found.code == nil && found.decodesAsNew, "\(type)")
    }
  }

  @Test("a text of a file loses the characters and stays")
  func file() {
    #expect(Text.removingTurns("a\u{202E}b\u{2066}c", allowsLines: false) == "abc")
    #expect(Text.removingTurns("a\u{202E}b\u{2066}c", allowsLines: true) == "ab\u{2066}c")
  }
}
