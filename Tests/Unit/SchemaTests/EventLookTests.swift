import Foundation
import Schema
import Testing

@Suite("The look of an event is chosen once, the same for readers of every language")
struct EventLookTests {
  @Test("the words of a title choose a drawing, as in the web client", arguments: try TitleVector.all())
  func drawings(vector: TitleVector) {
    #expect(Events.EventDrawing.standard(for: vector.title).rawValue == vector.drawing, "\(vector.title)")
  }

  @Test("every drawing and color has its own sign or name, and the words name no drawing twice in a row")
  func tables() {
    let signs = Events.EventDrawing.allCases.map(\.sign)
    #expect(Set(signs).count == signs.count)
    #expect(signs.allSatisfy { $0.count == 1 })
    let parts = Events.EventDrawing.words.flatMap(\.parts)
    #expect(Set(parts).count == parts.count, "a part that is there twice never counts the second time")
    #expect(parts.allSatisfy { $0 == $0.lowercased() && $0.count > 2 })
  }

  @Test("each part of the words is found in a title, whether its accents stand apart or not")
  func parts() {
    for part in Events.EventDrawing.words.flatMap(\.parts) {
      let title = "x\(part)x"
      let line = Events.EventDrawing.words.first { line in line.parts.contains { " \(title) ".contains($0) } }
      #expect(Events.EventDrawing.standard(for: title) == line?.drawing, "\(title)")
      let apart = title.decomposedStringWithCanonicalMapping
      #expect(Events.EventDrawing.standard(for: apart) == line?.drawing, "\(title), apart")
    }
    #expect(Events.EventDrawing.standard(for: "") == .party)
  }

  @Test(
    "an event without a chosen color keeps the one it always had",
    arguments: [
      ("01890a5d-ac96-774b-bcce-b302099a8000", "teal"), ("01890a5d-ac96-774b-bcce-b302099a8001", "purple"),
    ])
  func colors(id: String, color: String) throws {
    let event = try #require(EventID(id))
    #expect(Events.EventColor.standard(of: event).rawValue == color)
  }
}

/// A line of drawing_vectors.json: a title and its drawing.
struct TitleVector: Decodable, Sendable {
  let title: String
  let drawing: String

  init(from decoder: any Decoder) throws {
    var parts = try decoder.unkeyedContainer()
    title = try parts.decode(String.self)
    drawing = try parts.decode(String.self)
  }

  static func all() throws -> [TitleVector] {
    let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "drawing_vectors.json")
    return try JSONDecoder().decode([TitleVector].self, from: Data(contentsOf: place))
  }
}
