import Spreadsheet
import Testing

@Suite("Comma-separated texts are read as spreadsheets write them")
struct CSVTextTests {
  static func rows(_ text: String, maxRows: Int = 100) throws(CSVText.Flaw) -> [[String]] {
    try CSVText(text, maxRows: maxRows).rows.map(\.cells)
  }

  @Test(
    "separators, marks and line endings",
    arguments: [
      "a,b\nc,d", "a;b\nc;d\n", "a\tb\nc\td\n", "\u{FEFF}a,b\r\nc,d\r\n", "a,b\rc,d\r", "\n\na,b\n\nc,d\n\n",
      "\"a\",b\nc,\"d\"", "\u{FEFF}\"a\";\"b\"\n\"c\";\"d\"",
    ])
  func forms(text: String) throws {
    #expect(try Self.rows(text) == [["a", "b"], ["c", "d"]])
  }

  @Test("quoted cells, and the line on which each row begins")
  func quotes() throws {
    let text = try CSVText("a,\"x\"\"y\r\nz,\"\r\n\"\",b\nc\"d,\"e\"f\n", maxRows: 9)
    #expect(
      text.rows == [
        .init(line: 1, cells: ["a", "x\"y\r\nz,"]), .init(line: 3, cells: ["", "b"]),
        .init(line: 4, cells: ["c\"d", "ef"]),
      ])
  }

  @Test("the separator is the one of the first line, whatever follows and whatever is quoted")
  func mixed() throws {
    #expect(try Self.rows("\"a,b,c\";d\n1,2;3\t4") == [["a,b,c", "d"], ["1,2", "3\t4"]])
    #expect(try Self.rows("a\n1;2") == [["a"], ["1;2"]])
  }

  @Test("nothing, one empty quoted cell, and cells with any character")
  func odd() throws {
    #expect(try Self.rows("") == [])
    #expect(try Self.rows("\u{FEFF}\r\n") == [])
    #expect(try Self.rows("\"\"\n") == [[""]])
    #expect(try Self.rows("a\0b,=1+1,\u{1F468}\u{200D}\u{1F469}") == [["a\0b", "=1+1", "👨‍👩"]])
  }

  @Test(
    "texts that are refused as a whole, with the line",
    arguments: [
      ("a\nb,\"c\nd\n", CSVText.Flaw.unclosedQuote(line: 2)), ("a\n\nb\nc\nd", .tooManyRows(line: 5)),
      ("a\n" + String(repeating: ",", count: 100), .tooManyCells(line: 2)),
      ("\"", .unclosedQuote(line: 1)),
    ])
  func refused(text: String, flaw: CSVText.Flaw) {
    let thrown = #expect(throws: CSVText.Flaw.self) { try Self.rows(text, maxRows: 3) }
    #expect(thrown == flaw && thrown?.line == flaw.line)
  }

  @Test("a hundred cells are a row; ten million bytes in one line are a cell")
  func large() throws {
    #expect(try Self.rows(String(repeating: ",", count: 99))[0].count == 100)
    let cell = String(repeating: "x", count: 10_000_000)
    #expect(try Self.rows(cell)[0][0].utf8.count == 10_000_000)
  }
}

@Suite("Lines are written so that no spreadsheet calculates a cell")
struct CSVLineTests {
  @Test(
    "formulas get an apostrophe",
    arguments: [
      ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\ta", "\"'\ta\""),
      ("\r=1", "\"'\r=1\""), ("＝1", "'＝1"), ("a=1", "a=1"), ("'=1", "'=1"), ("=1,\"2\"", "\"'=1,\"\"2\"\"\""),
    ])
  func guarded(cell: String, written: String) {
    #expect(CSVLine([cell]).text == written + "\r\n")
  }

  @Test("what is written is read as it was")
  func again() throws {
    let cells = [
      "a", "", " b ", "c,d", "e;f", "g\th", "i\r\nj", "k\"l", "\u{FEFF}m", "Zoë", "n\0o", "p\rq",
      "q\"\u{300}",
    ]
    let text = CSVLine(cells).text + CSVLine([""]).text
    #expect(try CSVText(text, maxRows: 2).rows.map(\.cells) == [cells, [""]])
    #expect(try CSVText(CSVLine(["\u{FEFF}"]).text, maxRows: 2).rows.map(\.cells) == [["\u{FEFF}"]])
  }
}
