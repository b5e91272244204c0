import JSON
import Testing

@Suite("The example of the README works")
struct ReadmeTests {
  private struct Task: Codable {
    let title: String
    let isDone: Bool
  }

  @Test("keys are sorted, and what was written is read")
  func example() throws {
    let bytes = try JSONCoding.encode(Task(title: "Buy milk", isDone: false))
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"isDone":false,"title":"Buy milk"}"#)
    let task = try JSONCoding.decode(Task.self, from: bytes)
    #expect(task.title == "Buy milk" && !task.isDone)
  }
}
