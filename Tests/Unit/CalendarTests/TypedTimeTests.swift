import Foundation
import Schema
import Testing

@testable import Calendar

@Suite("A typed time is read as a person means it, in English, German and French")
struct TypedTimeTests {
  struct Vector: Decodable {
    let now: String
    let text: String
    /// `2026-11-25 18:00`, `2026-11-25` for a day alone, `+5400` for seconds from now; nil if it is no time.
    let read: String?
    /// The title that ended with it; nil if there is none.
    let title: String?
  }

  /// The web client runs the same.
  private static func vectors(_ name: String) throws -> [Vector] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Vectors/\(name).json")
    return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
  }

  private static func text(_ time: TypedTime?) -> String? {
    switch time {
    case .wall(let date, let time?)?: "\(date) \(time.description.prefix(5))"
    case .wall(let date, nil)?: "\(date)"
    case .after(let seconds)?: "+\(seconds)"
    case nil: nil
    }
  }

  @Test("the vectors")
  func vectors() throws {
    let vectors = try Self.vectors("typed_times")
    #expect(vectors.count > 200)
    for vector in vectors {
      let now = try #require(WallTime(vector.now))
      #expect(Self.text(TypedTime(vector.text, now: now)) == vector.read, "\(vector.text) at \(vector.now)")
    }
  }

  @Test("also at the end of a title")
  func titles() throws {
    for vector in try Self.vectors("title_times") {
      let read = TitleTime(vector.text, now: try #require(WallTime(vector.now)))
      #expect(read?.title == vector.title, "\(vector.text)")
      #expect(Self.text(read?.time) == vector.read, "\(vector.text)")
    }
  }
}
