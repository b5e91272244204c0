import Schema
import Store
import TestSupport
import Testing

@testable import events

/// A store with one event of `EventSample.owner`.
enum ListSample {
  static func withStore(_ body: (ProgramStore, EventRow) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let store = try ProgramStore.open(
        PostgresServer.place(insteadOf: "\(folder)/events.sqlite"), stream: "events",
        migrations: EventsStore.migrations)
      let event = try EventSample.row(EventSample.time("2026-10-16T19:00"))
      try await store.write { try $0.insert(event) }
      try await body(store, event)
      await store.close()
    }
  }

  static func toDo(_ number: Int) -> Events.ToDo {
    Events.ToDo(
      id: .random(), text: "\(number)", isDone: false, doneBy: nil, done: nil, due: nil, assignee: nil,
      version: 1)
  }

  static func euros(cap: Int64? = nil, items: Int = 0) -> SheetRow {
    var sheet = SheetRow(currency: CurrencyCode(checked: "EUR"), digits: 2)
    sheet.cap = cap
    sheet.items = items
    return sheet
  }
}

extension Database {
  fileprivate func toDos(of event: EventID) throws -> [Events.ToDo] { try lines(of: event) }

  fileprivate func storedToDo(_ id: ToDoID, of event: EventID) throws -> (Events.ToDo, Instant?) {
    try storedLine(id, of: event)
  }
}

@Suite("A list keeps the order it was put in")
struct ListOrderTests {
  @Test("against a plain array, with moves that use up every gap")
  func order() async throws {
    try await ListSample.withStore { store, event in
      var model: [RawUUID] = []
      for number in 0..<8 {
        let toDo = ListSample.toDo(number)
        try await store.write { db in
          let place = try db.place(for: toDo.id.raw, at: .last, in: .toDos, of: event.id)
          try db.insert(toDo, at: place, of: event.id)
        }
        model.append(toDo.id.raw)
      }
      for step in 0..<400 {
        // Every other move goes into the same gap, behind the first.
        let row = model.remove(at: step % 2 == 0 ? model.count - 1 : Int.random(in: 0..<model.count))
        let index = step % 2 == 0 ? 1 : Int.random(in: 0...model.count)
        let spot = index == 0 ? ListSpot.first : .after(model[index - 1])
        model.insert(row, at: index)
        let isThere = try await store.write { db in
          let place = try db.place(for: row, at: spot, in: .toDos, of: event.id)
          try db.setPlace(place, of: row, in: .toDos)
          return try db.isAt(spot, row, in: .toDos, of: event.id)
        }
        #expect(isThere)
        #expect(try await store.read { try $0.toDos(of: event.id).map(\.id.raw) } == model)
      }
    }
  }

  @Test("a row that is not there is followed by nothing")
  func unknown() async throws {
    try await ListSample.withStore { store, event in
      let (toDo, gone) = (ListSample.toDo(1), ListSample.toDo(2))
      try await store.write { db in
        try db.insert(toDo, at: 0, of: event.id)
        try db.insert(gone, at: 5, of: event.id)
        try db.setDeleted(gone.id.raw, at: EventSample.now, in: .toDos, of: event.id)
      }
      for other in [gone.id.raw, .random()] {
        await #expect(throws: Fault(.afterUnknown, field: "after")) {
          try await store.write {
            try $0.place(for: toDo.id.raw, at: .after(other), in: .toDos, of: event.id)
          }
        }
      }
    }
  }

  @Test("of what was deleted it keeps the newest 200")
  func deleted() async throws {
    try await ListSample.withStore { store, event in
      let toDos = (0..<205).map { ListSample.toDo($0) }
      try await store.write { db in
        for (number, toDo) in toDos.enumerated() {
          try db.insert(toDo, at: Int64(number), of: event.id)
          let time = EventSample.now.advanced(by: .seconds(number))
          try db.setDeleted(toDo.id.raw, at: time, in: .toDos, of: event.id)
        }
      }
      try await store.read { db in
        for (number, toDo) in toDos.enumerated() {
          #expect((EventSample.code { _ = try db.storedToDo(toDo.id, of: event.id) } == nil) == (number >= 5))
        }
      }
      let cutoff = EventSample.now.advanced(by: .seconds(100))
      #expect(
        try await store.write { try $0.purgeListed(deletedBefore: cutoff, in: .toDos, limit: 500) } == 95)
      #expect(try await store.read { try !$0.hasListed(deletedBefore: cutoff, in: .toDos) })
    }
  }

  @Test(
    "no step reads a whole table",
    .enabled(if: !PostgresServer.isAsked, "plans of SQLite"))
  func plans() async throws {
    try await ListSample.withStore { store, _ in
      for table in ListTable.all.map(\.name) {
        let queries = [
          "SELECT id FROM \(table) WHERE event = ?1 AND deleted_at IS NULL ORDER BY place LIMIT 200",
          "SELECT place FROM \(table) WHERE event = ?1 AND id <> ?1 ORDER BY place DESC LIMIT 1",
          "SELECT place FROM \(table) WHERE event = ?1 AND place > 7 AND id <> ?1 ORDER BY place LIMIT 1",
          "SELECT id FROM \(table) WHERE deleted_at IS NOT NULL AND deleted_at < ?1 "
            + "ORDER BY deleted_at LIMIT 9",
        ]
        for query in queries {
          let plan = try await store.read { db in
            try db.all("EXPLAIN QUERY PLAN \(query)", RawUUID.random()) { try $0.text("detail") }
          }
          #expect(plan.allSatisfy { $0.contains("INDEX \(table)_") && !$0.contains("SCAN") }, "\(plan)")
        }
      }
    }
  }
}

@Suite("An edit of a to-do changes what it names")
struct ToDoRuleTests {
  private let ada = PersonID.random()
  private let ben = PersonID.random()

  private func edit(
    text: Patch<ToDoText> = .keep, isDone: Bool? = nil, due: Patch<CivilDate> = .keep
  ) -> Events.EditToDo {
    Events.EditToDo(id: .sample, toDo: .sample, version: 1, text: text, isDone: isDone, due: due)
  }

  @Test("who ticked it first stays the one who did it, until it is open again")
  func ticks() throws {
    let open = ListSample.toDo(1)
    let done = try open.applying(edit(isDone: true), by: ada, at: EventSample.now)
    #expect(done.isDone && done.doneBy == ada && done.done == EventSample.now && done.version == 2)
    #expect(try done.applying(edit(isDone: true), by: ben, at: EventSample.now) == done)
    let again = try done.applying(edit(isDone: false), by: ben, at: EventSample.now)
    #expect(!again.isDone && again.doneBy == nil && again.done == nil && again.version == 3)
  }

  @Test("one that changes nothing keeps the version, one that clears the text is refused")
  func nothing() throws {
    let toDo = ListSample.toDo(1)
    #expect(try toDo.applying(edit(isDone: false, due: .clear), by: ada, at: EventSample.now) == toDo)
    #expect(throws: Fault(.titleBlank, field: "text")) {
      try toDo.applying(edit(text: .clear), by: ada, at: EventSample.now)
    }
  }
}

@Suite("A budget sheet is exact")
struct BudgetRuleTests {
  private func edit(
    _ currency: String? = nil, cap: Patch<PriceInput> = .keep, locale: String? = nil
  ) -> Events.EditBudget {
    Events.EditBudget(
      id: .sample, version: 1, currency: currency.map { CurrencyCode(checked: $0) }, cap: cap,
      locale: locale.map { LocaleName(checked: $0) })
  }

  @Test("its sums are those of its lines, whatever was deleted")
  func sums() async throws {
    try await ListSample.withStore { store, event in
      let most = Price.maxUnits(digits: 2)
      var lines: [Events.BudgetLine] = []
      for number in 0..<Events.maxListed {
        let price: () -> Int64? = { Bool.random() ? .random(in: -most...most) : nil }
        lines.append(
          Events.BudgetLine(id: .random(), text: "\(number)", planned: price(), actual: price(), version: 1))
      }
      let all = lines
      try await store.write { db in
        try db.write(ListSample.euros(cap: 5), of: event.id)
        for (number, line) in all.enumerated() {
          try db.insert(line, at: Int64(number), of: event.id)
          guard number % 3 == 0 else { continue }
          try db.setDeleted(line.id.raw, at: EventSample.now, in: .budgetLines, of: event.id)
        }
        try db.sumUp(event.id)
      }
      let kept = all.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
      let sums = try #require(try await store.read { try $0.budgetSums(of: event.id) })
      #expect(sums.planned == kept.compactMap(\.planned).reduce(0, +))
      #expect(sums.actual == kept.compactMap(\.actual).reduce(0, +))
      let expected: [Int64] = kept.compactMap { $0.actual ?? $0.planned }
      #expect(sums.expected == expected.reduce(0, +))
      #expect(try await store.read { try $0.lines(of: event.id) } == kept)
    }
  }

  @Test("over its cap by what is over, and not at the cap")
  func over() {
    var sheet = ListSample.euros(cap: 100)
    for (expected, over) in [(99, nil), (100, nil), (101, 1), (-5, nil)] as [(Int64, Int64?)] {
      sheet.expected = expected
      #expect(sheet.overBy == over)
    }
    sheet.cap = nil
    #expect(sheet.overBy == nil)
  }

  @Test("another currency keeps the cap at as many whole units, or is refused")
  func currency() throws {
    let dinars = try ListSample.euros(cap: 123_450).applying(edit("TND"))
    #expect(dinars.digits == 3 && dinars.cap == 1_234_500 && dinars.version == 2)
    #expect(try ListSample.euros(cap: 120_000).applying(edit("JPY")).cap == 1200)
    #expect(throws: Fault(.priceBad, field: "cap")) { try ListSample.euros(cap: 50).applying(edit("JPY")) }
    let given = try ListSample.euros(cap: 50).applying(edit("JPY", cap: .set(.text("1.200")), locale: "de"))
    #expect(given.cap == 1200)
    #expect(try ListSample.euros(cap: 50).applying(edit("JPY", cap: .clear)).cap == nil)
    #expect(throws: Fault(.currencyFixed, field: "currency")) {
      try ListSample.euros(items: 1).applying(edit("JPY"))
    }
    #expect(throws: Fault(.currencyUnknown, field: "currency")) {
      try ListSample.euros().applying(edit("ZZZ"))
    }
    #expect(try ListSample.euros(items: 1).applying(edit("EUR")) == ListSample.euros(items: 1))
  }

  @Test("a cap is not below zero")
  func cap() throws {
    #expect(try ListSample.euros().applying(edit(cap: .set(.minorUnits(0)))).cap == 0)
    #expect(throws: Fault(.priceBad, field: "cap")) {
      try ListSample.euros().applying(edit(cap: .set(.minorUnits(-1))))
    }
  }
}
