import Testing

@testable import quad

@Suite("A list of pictures and their credits")
struct CreditListTests {
  @Test("quotes, blank lines, another order of columns, and the line of each picture")
  func whole() throws {
    let list = try CreditList(
      "\u{FEFF}title,file,credit\r\n\"The \"\"old\"\" gym,\r\n1950\",gym.jpg,\"Ada, CC0\"\r\n\r\n"
        + "Hall,b.png,Eve")
    #expect(
      list.entries == [
        .init(line: 2, file: "gym.jpg", title: "The \"old\" gym,\r\n1950", tags: "", credit: "Ada, CC0"),
        .init(line: 5, file: "b.png", title: "Hall", tags: "", credit: "Eve"),
      ])
    #expect(list.problems.isEmpty)
  }

  @Test("semicolons, and the line of a row with too few fields")
  func rows() throws {
    let list = try CreditList("file;title;tags;credit\na.png;A;x, y;Ada\nb.png;B\n")
    #expect(list.entries.map(\.tags) == ["x, y"])
    #expect(list.problems == [.init(line: 3, text: "2 fields instead of 4")])
  }

  @Test(
    "lists that are none",
    arguments: [
      ("", 1), ("file,title\na,b", 1), ("file,file,title,credit", 1), ("file,title,credit\na,\"b", 2),
    ])
  func none(text: String, line: Int) {
    let error = #expect(throws: CreditList.Problem.self) { try CreditList(text) }
    #expect(error?.line == line)
  }

  @Test("paths that leave the folder", arguments: ["", "/etc/passwd", "../a.png", "a/../../b.png"])
  func outside(path: String) {
    #expect(!CreditList.Entry(line: 2, file: path, title: "t", tags: "", credit: "c").isInside)
  }
}
