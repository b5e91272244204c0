import Glibc
import Schema
import Store

/// Writes to a store until it is killed: `store-writer <file> full|normal|append`, the last one with a log
/// that grows with each commit. Says "<seq> <key>" on its standard output for each acknowledged write, with
/// one write of its own, after the store has answered. Leaves with code 3 when the store is broken, as every
/// program should.
@main
enum StoreWriter {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { exit(2) }
    var options = StoreOptions()
    options.synchronous = arguments[2] == "normal" ? .normal : .full
    options.appendsLog = arguments[2] == "append"
    options.checkpointPages = 200
    let table = Migration(1, "keys", "CREATE TABLE item(key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT")
    let store: ProgramStore
    do {
      store = try ProgramStore.open(arguments[1], stream: "keys", migrations: [table], options: options)
    } catch {
      let problem = "the store cannot be opened: \(error)\n"
      _ = Glibc.write(STDERR_FILENO, problem, problem.utf8.count)
      exit(4)
    }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          while await writeOne(store) {}
        }
      }
    }
    exit(3)
  }

  /// False once the store is broken. Other failures are not acknowledged and not tried again.
  static func writeOne(_ store: ProgramStore) async -> Bool {
    let id = RawUUID.random()
    let key = id.description
    do {
      let seq = try await store.write { db in
        try db.run("INSERT INTO item(key, body) VALUES (?, ?)", key, [UInt8](repeating: 1, count: 300))
        let now = Instant(milliseconds: 0)
        let event = OutboxEvent(id: id, type: "key", schema: "1", at: now, body: Array(key.utf8))
        return try db.append(event) ?? 0
      }
      let line = "\(seq) \(key)\n"
      _ = Glibc.write(STDOUT_FILENO, line, line.utf8.count)
      return true
    } catch StoreError.broken {
      return false
    } catch {
      return true
    }
  }
}
