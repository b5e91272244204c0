import Schema
import Synchronization
import Terminal
import Testing

@testable import SiteCommands

private let ids = (0..<9).map { "019a0000-0000-7000-8000-00000000000\($0)" }

private func object(_ number: Int, _ titles: String...) throws -> TitledObject {
  let id: TaskID = try #require(TaskID(ids[number]))
  return titles.count == 2 ? TitledObject(id, titles[0], titles[1]) : TitledObject(id, titles[0])
}

/// A list that counts how often it is read.
private final class CountedList: Sendable {
  private let list: TitledList
  private let reads = Mutex(0)

  init(_ objects: [TitledObject], isWhole: Bool = true) { list = TitledList(objects, isWhole: isWhole) }

  var count: Int { reads.withLock { $0 } }

  var titles: Titles {
    {
      self.reads.withLock { $0 += 1 }
      return self.list
    }
  }
}

@Suite("A title, or the beginning of one title, names its object")
struct TitleTests {
  private func found(
    _ word: String, shown: [String] = [], _ lists: CountedList...
  ) async throws -> String {
    var lookup = ObjectLookup("task", shown: shown, lists.map(\.titles))
    let id: TaskID = try await lookup.id(word)
    return id.description
  }

  @Test(
    "words",
    arguments: [
      ("Buy milk", 0), ("buy milk", 0), ("  buy   MILK ", 0), ("buy mi", 0), ("buy b", 1), ("Sweep", 2),
      ("sweep t", 3), ("Über", 4), ("u\u{308}ber", 4), ("🇦🇹", 5), ("stat 101", 6), ("statistics", 6),
      ("cafe", 7),
    ])
  func names(word: String, number: Int) async throws {
    let list = CountedList([
      try object(0, "Buy milk"), try object(1, "Buy bread"), try object(2, "Sweep"),
      try object(3, "Sweep the floor"), try object(4, "Über alles"), try object(5, "🇦🇹 trip"),
      try object(6, "Statistics", "STAT 101"), try object(7, "Cafeteria"),
    ])
    #expect(try await found(word, list) == ids[number])
  }

  @Test("a part of a character is not the beginning of a title", arguments: ["u", "Ub", "🇦", ""])
  func splitsNoCharacter(word: String) async throws {
    let list = CountedList([try object(4, "Über alles"), try object(5, "🇦🇹 trip")])
    await #expect(throws: UsageError.self) { try await found(word, list) }
  }

  @Test("an id, a part of one and a row number win over titles, which are then not read")
  func prefersIDs() async throws {
    let list = CountedList([
      try object(1, ids[0]), try object(2, "0003"), try object(3, "1"), try object(4, "beef"),
    ])
    #expect(try await found(ids[0], list) == ids[0])
    #expect(try await found("0003", shown: ids, list) == ids[3])
    #expect(try await found("1", shown: ids, list) == ids[0])
    #expect(list.count == 0)
    #expect(try await found("beef", shown: ids, list) == ids[4])
  }

  @Test("several objects are listed with their ids, five at most")
  func isAmbiguous() async throws {
    let list = CountedList(try (0..<7).map { try object($0, "Buy \($0)") })
    let error = await #expect(throws: Failure.self) { try await found("buy", list) }
    let rows = (0..<5).map { "\n  \(ids[$0])  Buy \($0)" }.joined()
    #expect(error?.problem == "\"buy\" could be any of\(rows)\n  and 2 more")
    #expect(error?.status == .usage)
    let twins = CountedList([try object(0, "Sweep"), try object(1, "sweep"), try object(2, "Sweeping")])
    let both = await #expect(throws: Failure.self) { try await found("sweep", twins) }
    #expect(both?.problem == "\"sweep\" could be any of\n  \(ids[0])  Sweep\n  \(ids[1])  sweep")
  }

  @Test(
    "a mistyped title is answered with the nearest",
    arguments: [
      ("Buy mlik", ["Buy milk"]), ("sweeep", ["Sweep the floor"]), ("swep the", ["Sweep the floor"]),
      ("zebra", []),
    ])
  func suggests(word: String, nearest: [String]) async throws {
    let list = CountedList([try object(0, "Buy milk"), try object(1, "Sweep the floor")])
    let error = await #expect(throws: UsageError.self) { try await found(word, list) }
    #expect(error?.problem == "no task is called \"\(word)\"")
    #expect(error?.suggestions == nearest)
    #expect(error?.choices == ["Buy milk", "Sweep the floor"], "a short list is shown whole")
  }

  @Test("the first list with a match decides, and each is read once, if it is needed")
  func triesInOrder() async throws {
    let open = CountedList([try object(0, "Buy milk")])
    let completed = CountedList([try object(1, "Buy milk"), try object(2, "Mop")])
    #expect(try await found("buy", open, completed) == ids[0])
    #expect(completed.count == 0)
    var lookup = ObjectLookup("task", shown: [], [open.titles, completed.titles])
    for _ in 0..<3 {
      let id: TaskID = try await lookup.id("mop")
      #expect(id.description == ids[2])
    }
    #expect(open.count == 2 && completed.count == 1)
  }

  @Test("a list that goes on says so where nothing is found")
  func saysWhenMoreExist() async throws {
    let list = CountedList([try object(0, "Buy milk")], isWhole: false)
    let error = await #expect(throws: UsageError.self) { try await found("zebra", list) }
    #expect(error?.problem == "no task is called \"zebra\" among the 1 that were searched")
    #expect(try await found("buy", list) == ids[0])
  }

  @Test("without a list of titles a word has to be a number or a part of an id")
  func needsNumber() async throws {
    let error = await #expect(throws: UsageError.self) { try await found("milk", shown: ids) }
    #expect(
      error?.problem
        == "milk: enter a row number, or at least 4 characters of an id from the list shown last")
  }
}
