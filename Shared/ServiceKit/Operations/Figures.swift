internal import Bus
internal import FoundationEssentials
internal import Glibc
package import Schema
internal import Store

extension Control.ProcessFigures {
  /// Returns the figures of this process from `/proc/self`.
  package static func now(_ log: Log) -> Control.ProcessFigures {
    var figures = Control.ProcessFigures()
    figures.logLines = log.lines
    let statm = words("/proc/self/statm")
    figures.residentBytes = number(statm, 1).map { $0 * Int64(sysconf(Int32(_SC_PAGESIZE))) }
    // The name in brackets may contain spaces. The fields after it start at the state, field 3 of proc(5).
    let stat = read("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
    if let user = number(stat, 11), let system = number(stat, 12) {
      figures.cpuSeconds = Double(user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
    figures.threads = number(stat, 17).map { Int($0) }
    do {
      // The listing itself holds one descriptor open.
      figures.openFiles = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count - 1
    } catch { log(.debug, "/proc/self/fd: \(error)") }
    let limit = read("/proc/self/limits").split(separator: "\n").first { $0.hasPrefix("Max open files") }
    figures.maxFiles = limit.flatMap { number($0.split(separator: " "), 3) }.map { Int($0) }
    return figures
  }

  private static func number(_ words: [Substring], _ index: Int) -> Int64? {
    words.indices.contains(index) ? Int64(words[index]) : nil
  }

  private static func words(_ path: String) -> [Substring] { read(path).split(separator: " ") }

  /// Returns an empty text if there is no such file. The figure is then omitted.
  private static func read(_ path: String) -> String {
    do { return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) } catch {
      return ""
    }
  }
}

extension ServiceContext {
  /// Returns the reply to `$srv.stats`. Costs two short reads of the store and a few system calls.
  func figures(
    since started: Instant, _ handlers: Handlers
  ) async throws -> Control.Stats {
    let now = clock.now
    let (producers, measuring) = (handlers.subscriptions.keys, handlers.measuring)
    let (cursors, deadLetters, oldest, own) = try await store.read { db in
      var cursors: [String: Int64] = [:]
      for producer in producers { cursors[producer.text] = try db.cursor(producer.text)?.seq ?? 0 }
      return (
        cursors, try db.waitingDeadLetters(), try db.oldestEvent(), try measuring?(db, now) ?? [:]
      )
    }
    var figures = Control.StoreFigures(store.counters)
    figures.deadLetters = deadLetters
    // Both times are from the wall clock. A stopped test clock makes the age 0.
    figures.oldestEventMs = oldest.map { max(clock.now.since($0).milliseconds, 0) }
    figures.retainedFrom = store.retainedFrom
    figures.isFull = store.health == .full
    figures.waitingWrites = store.waitingWrites
    figures.openReaders = store.openReaders
    if let server = try store.serverFigures() {
      figures.add(server)
    } else {
      figures.fileBytes = size(settings.store.path(of: program))
    }
    figures.logBytes = store.logBytes
    if let disk = DiskFigures(of: "\(settings.data)/\(program)") {
      (figures.diskFreeBytes, figures.diskBytes) = (disk.free, disk.size)
    }
    return Control.Stats(
      started: started, bus: await bus.stats(), process: .now(log), store: figures, head: store.head,
      heads: store.heads.numbers, cursors: reached(cursors), classes: handlers.classes, figures: own)
  }

  /// Returns the reply to `$srv.overview`. Costs one read of the store.
  func overview(
    since started: Instant, isReady: Bool, _ handlers: Handlers
  ) async throws -> Control.Overview {
    let now = clock.now
    let (producers, counting) = (handlers.subscriptions.keys, handlers.counting)
    let (cursors, deadLetters, counts) = try await store.read { db in
      var cursors: [String: Int64] = [:]
      for producer in producers { cursors[producer.text] = try db.cursor(producer.text)?.seq ?? 0 }
      return (cursors, try db.waitingDeadLetters(), try counting?(db, now) ?? [:])
    }
    let disk = DiskFigures(of: "\(settings.data)/\(program)")
    return Control.Overview(
      program: program, started: started, isReady: isReady, isDegraded: store.health.isDegraded,
      diskFreeBytes: disk?.free, diskBytes: disk?.size, deadLetters: deadLetters, head: store.head,
      heads: store.heads.numbers, cursors: reached(cursors), classes: handlers.classes, counts: counts)
  }

  /// The cursors, past events that the program has no handler for. Stored ones may lag behind these.
  func reached(_ stored: [String: Int64]) -> [String: Int64] {
    stored.merging(passed.cursors) { max($0, $1) }
  }

  private func size(_ path: String) -> Int64 {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }
}

/// The space of a disk in bytes: what an unprivileged program may still use, and all of it.
private struct DiskFigures {
  let free: Int64
  let size: Int64

  /// Nil if the path cannot be looked at.
  init?(of path: String) {
    var disk = statvfs()
    guard unsafe statvfs(path, &disk) == 0 else { return nil }
    free = Int64(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
    size = Int64(clamping: UInt64(disk.f_blocks) * UInt64(disk.f_frsize))
  }
}

extension Control.StoreFigures {
  init(_ counters: StoreCounters) {
    self.init()
    commits = counters.groups
    commitMs = Double(counters.groupTime / .microseconds(1)) / 1000
    writes = counters.writes
    rolledBack = counters.rolledBack
    lost = counters.lost
    checkpoints = counters.checkpoints
    batchBounds = StoreCounters.batchBounds
    batches = counters.batches
  }

  mutating func add(_ server: ServerFigures) {
    fileBytes = server.schemaBytes
    databaseBytes = server.databaseBytes
    (connections, maxConnections) = (server.connections, server.maxConnections)
    oldestTransactionMs = server.oldestTransaction.milliseconds
  }
}
