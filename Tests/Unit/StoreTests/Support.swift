import FoundationEssentials
import Glibc
import Schema
import Synchronization
import TestSupport

@testable import Store

/// A folder of its own for one test, removed after it.
@discardableResult
func withTemporaryFolder<T>(_ body: (String) async throws -> T) async throws -> T {
  let path = try makeTemporaryFolder("quad-store")
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(path)
}

struct Refused: Error, Equatable {}

let noteTable = [
  Migration(
    1, "notes",
    "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE CHECK (text <> 'forbidden')) STRICT")
]

/// What a store keeps its data in.
enum Engine: CaseIterable, Sendable {
  case sqlite
  case postgres
}

/// Lends a place for a store, where there is none yet.
@discardableResult
func withPlace<T>(_ engine: Engine, _ body: (String) async throws -> T) async throws -> T {
  switch engine {
  case .sqlite: try await withTemporaryFolder { try await body($0 + "/a.db") }
  case .postgres: try await body(try PostgresServer.newPlace())
  }
}

/// Opens a store with the table `note`, lends it and closes it.
@discardableResult
func withStore<T>(
  on engine: Engine = .sqlite, options: StoreOptions = StoreOptions(),
  onCommit: @escaping @Sendable ([StoredEvent]) -> Void = { _ in },
  _ body: (ProgramStore) async throws -> T
) async throws -> T {
  try await withPlace(engine) { path in
    let store = try ProgramStore.open(
      path, stream: "notes", migrations: noteTable, options: options, onCommit: onCommit)
    let result: T
    do {
      result = try await body(store)
    } catch {
      await store.close()
      throw error
    }
    await store.close()
    return result
  }
}

extension Database {
  func addNote(_ text: String) throws { try run("INSERT INTO note(text) VALUES (?)", text) }

  func notes() throws -> [String] { try all("SELECT text FROM note ORDER BY id") { try $0.text("text") } }
}

extension ProgramStore {
  func notes() async throws -> [String] { try await read { try $0.notes() } }

  func remembered(_ scope: [UInt8], at time: Int64) async throws -> RememberedReply? {
    try await read { try $0.remembered(scope, now: Instant(milliseconds: time)) }
  }

  func cursor(_ producer: String) async throws -> StreamCursor? { try await read { try $0.cursor(producer) } }

  func setAside(_ seq: Int64) async throws -> DeadLetter {
    let now = Instant(milliseconds: 1)
    var letter = DeadLetter(
      producer: "auth", stream: "auth", seq: seq, type: "t", body: [1], header: [2], error: "why",
      attempts: 5, firstAt: now, lastAt: now)
    letter.id = try await write { [letter] in try $0.deadLetter(letter) }
    return letter
  }

  func settle(_ id: Int64, _ state: DeadLetter.State, _ note: String?) async throws -> Bool {
    try await write { try $0.settleDeadLetter(id, state, note: note, at: Instant(milliseconds: 5)) }
  }

  func letters(_ state: DeadLetter.State) async throws -> [DeadLetter] {
    try await read { try $0.deadLetters(state, limit: 9) }
  }
}

func event(_ body: String, at milliseconds: Int64 = 1000, type: String = "note.added") -> OutboxEvent {
  OutboxEvent(
    id: .random(), type: type, schema: "1", at: Instant(milliseconds: milliseconds), flags: 1,
    trace: [1, 2], audience: [3], body: Array(body.utf8))
}

/// Makes the writes wait for each other, so that they are one group, in the order given.
func together(
  _ store: ProgramStore, _ bodies: [@Sendable (borrowing Database) throws -> Void]
) async -> [Result<Void, any Error>] {
  let gate = Gate()
  let holder = Task { try await store.write { _ in gate.hold() } }
  while !gate.isHeld { await Task.yield() }
  var waiting: [Task<Void, any Error>] = []
  for body in bodies {
    waiting.append(Task { try await store.write(body) })
    while store.waitingWrites < waiting.count { await Task.yield() }
  }
  gate.open()
  _ = await holder.result
  var results: [Result<Void, any Error>] = []
  for task in waiting { results.append(await task.result) }
  return results
}

/// Holds the writer's thread until it is opened.
final class Gate: Sendable {
  private let held = Atomic(false)
  private let opened = Atomic(false)

  var isHeld: Bool { held.load(ordering: .acquiring) }

  func hold() {
    held.store(true, ordering: .releasing)
    while !opened.load(ordering: .acquiring) { sched_yield() }
  }

  func open() { opened.store(true, ordering: .releasing) }
}

/// Collects what a callback gets.
final class Recorder<Element: Sendable>: Sendable {
  private let kept = Mutex<[Element]>([])

  var all: [Element] { kept.withLock { $0 } }

  func add(_ element: Element) { kept.withLock { $0.append(element) } }
}

extension Result where Failure == any Error {
  var storeError: StoreError? {
    if case .failure(let error) = self { return error as? StoreError }
    return nil
  }

  var isSuccess: Bool {
    if case .success = self { return true }
    return false
  }
}

/// A read transaction that stays open until `end`: the log cannot start anew meanwhile.
final class HeldRead: Sendable {
  private let connection: Mutex<Connection?>

  init(_ path: String) throws {
    let reader = try Connection.reader(path, StoreOptions())
    try reader.control("BEGIN")
    // BEGIN alone does not fix the moment.
    _ = try Database(reader).streamHead()
    connection = Mutex(reader)
  }

  func end() { connection.withLock { $0 = nil } }
}
