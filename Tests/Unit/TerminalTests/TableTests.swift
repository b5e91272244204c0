import Testing

@testable import Terminal

@Suite("A table fits the terminal, and is whole where there is none")
struct TableTests {
  static func table(_ titles: [String] = ["Buy milk", "Return the extension cord"]) -> Table {
    var table = Table([.right("#"), .text("TASK"), .left("DUE"), .left("")])
    for (index, title) in titles.enumerated() {
      table.add(["\(index + 9)", StyledText(title), "in 2 h", ""])
    }
    return table
  }

  @Test("columns line up, numbers on the right, no blanks at the ends")
  func linesUp() {
    #expect(
      TableTests.table().lines(width: nil).map(\.text) == [
        " #  TASK                       DUE",
        " 9  Buy milk                   in 2 h",
        "10  Return the extension cord  in 2 h",
      ])
  }

  @Test("wide characters take two columns", arguments: ["部屋を掃除する", "Kochen 🍳🍳", "👩‍🚀👩‍🚀 🇩🇪", "Ãn tối"])
  func alignsWide(title: String) {
    let lines = TableTests.table([title, "x"]).lines(width: nil).map(\.text)
    let ends = lines.dropFirst().map { line in
      DisplayWidth.of(String(line[..<(line.firstRange(of: "in 2 h")?.lowerBound ?? line.startIndex)]))
    }
    #expect(Set(ends).count == 1 && ends[0] == 4 + DisplayWidth.of(title) + 2)
  }

  @Test("only flexible columns are cut, down to a limit", arguments: [(33, 33), (28, 28), (22, 22), (5, 20)])
  func cuts(width: Int, expected: Int) {
    let lines = TableTests.table().lines(width: width).map { DisplayWidth.of($0.text) }
    #expect(lines.max() == expected)
    let cord = TableTests.table().lines(width: width).last?.text ?? ""
    #expect(cord.contains("…  in 2 h"))
  }

  @Test("a cell stays on its line and cannot steer the terminal")
  func isPlain() {
    let text = TableTests.table(["two\nlines\u{1B}[2J\u{9B}m\t\u{202E}x"]).lines(width: nil)[1].text
    #expect(text == " 9  two lines\u{FFFD}[2J\u{FFFD}m \u{FFFD}x  in 2 h" || text.hasPrefix("9  two lines"))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{9B}" || $0 == "\u{202E}" })
  }

  @Test("styles are shown in colour only")
  func styles() {
    let text = StyledText("late\u{1B}[5m", .red) + " rest"
    #expect(text.shown(inColour: false) == "late\u{FFFD}[5m rest")
    #expect(text.shown(inColour: true) == "\u{1B}[31mlate\u{FFFD}[5m\u{1B}[0m rest")
  }
}

@Suite("The width of text is counted in columns of a terminal")
struct DisplayWidthTests {
  static let widths: [(String, Int)] = [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("部", 2), ("한", 2), ("ｱ", 1), ("Ａ", 2), ("🍳", 2),
    ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("\u{200B}", 0), ("a\u{200D}", 1), ("…", 1), ("\u{301}", 0),
  ]

  @Test("characters", arguments: widths)
  func counts(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(
    "a cut text never takes more than it may",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("部屋部屋", 5, "部屋…"), ("部屋部屋", 4, "部…"),
      ("🍳🍳", 1, "…"), ("abc", 0, ""),
    ])
  func cuts(text: String, width: Int, expected: String) {
    #expect(DisplayWidth.cut(text, to: width) == expected)
  }
}

@Suite("Text of others is shown without its control characters")
struct PlainTests {
  @Test("harmless text stays as it is", arguments: ["Buy milk", "Größe 部屋 👩‍🚀", "a\nb\tc", "\u{200F}שלום"])
  func keeps(text: String) {
    #expect(Plain.text(text) == text)
    #expect(Plain.json(text) == text)
  }

  @Test("every control character is replaced, and escaped in JSON")
  func replaces() {
    let bad = Array(0...0x1F).filter { $0 != 9 && $0 != 10 } + Array(0x7F...0x9F) + [0x202E, 0x2066, 0x2028]
    for value in bad {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      #expect(Plain.text("a\(scalar)b") == "a\u{FFFD}b", "\(value)")
      #expect(Plain.line("a\(scalar)b") == "a\u{FFFD}b", "\(value)")
    }
    #expect(Plain.text("a\r\nb") == "a\u{FFFD}\nb")
    #expect(Plain.line("a\nb\tc") == "a b c")
    #expect(Plain.json("\"\u{7F}\u{9B}\u{202E}\"") == #""\u007f\u009b\u202e""#)
  }
}
