import Schema
import Terminal
import Testing

@testable import SiteCommands

@Suite("A row's number or a part of an id says which thing is meant")
struct ShownListsTests {
  private let ids = [
    "019a0000-0000-7000-8000-00000000abcd", "019a0000-0000-7000-8000-00000000abce",
    "019b0000-0000-7000-8000-00000000ffff",
  ]

  @Test(
    "words",
    arguments: [
      ("1", 0), ("3", 2), ("019b", 2), ("019B0000-0000", 2), ("abcd", 0), ("0abce", 1), ("FFFF", 2),
    ]
  )
  func finds(word: String, row: Int) throws {
    let id: TaskID? = try ShownLists.id(word, in: ids, what: "task")
    #expect(id?.description == ids[row])
  }

  @Test("a whole id needs no list")
  func takesWhole() throws {
    let id: TaskID? = try ShownLists.id(ids[0], in: [], what: "task")
    #expect(id?.description == ids[0])
  }

  @Test("words that may be titles", arguments: ["abc", "zzzz", "019c", "", "١", "Buy milk"])
  func leaves(word: String) throws {
    let id: TaskID? = try ShownLists.id(word, in: ids, what: "task")
    #expect(id == nil)
  }

  @Test("numbers without a row", arguments: ["0", "4", "-1", "999"])
  func refuses(word: String) {
    #expect(throws: UsageError.self) { () throws -> TaskID? in try ShownLists.id(word, in: ids, what: "task")
    }
  }

  @Test("a part that fits several lists them, ten at most")
  func isAmbiguous() {
    let error = #expect(throws: Failure.self) { () throws -> TaskID? in
      try ShownLists.id("019a", in: ids, what: "task")
    }
    #expect(error?.problem == "019a could be any of\n  1  \(ids[0])\n  2  \(ids[1])")
    #expect(error?.status == .usage)
  }

  @Test("rows beyond the last number are not kept")
  func isLimited() {
    var lists = ShownLists(owner: "x")
    lists.show((0..<2000).map { "\($0)" }, of: "task")
    lists.show(["a"], of: "session")
    #expect(lists.ids["task"]?.count == ShownLists.maxRows)
    #expect(lists.ids["session"] == ["a"])
  }
}
