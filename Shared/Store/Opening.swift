internal import Schema

/// The state of a stream when its file is opened.
struct StreamHead {
  let epoch: RawUUID
  let head: Int64
  let retainedFrom: Int64
  /// True if an operator began the epoch: it replaces an earlier one.
  let isReplacement: Bool
  let heads: StreamHeads
}

extension Connection {
  /// Checks for damage after an unclean stop. Reads the whole file.
  func quickCheck() throws {
    let answer = try first("PRAGMA quick_check(1)") { try $0.text("quick_check") }
    guard answer == "ok" else { throw StoreError.broken(detail: answer ?? "quick_check gave no answer") }
  }

  /// Returns the stream's row, or creates it in a new file.
  func openStream(_ name: String, _ options: StoreOptions) throws -> StreamHead {
    try control("BEGIN IMMEDIATE")
    do {
      let place = try Database(self).openStream(name, options)
      try control("COMMIT")
      return place
    } catch {
      rollBack()
      throw error
    }
  }
}

extension Database {
  /// Returns the stream's row, or creates it.
  func openStream(_ name: String, _ options: StoreOptions) throws -> StreamHead {
    let other = try one("SELECT name FROM stream WHERE name <> ?", name) { try $0.text("name") }
    if let other { throw StoreError.otherStream(found: other) }
    try run(
      "INSERT OR IGNORE INTO stream(name, epoch, retained_from, replaces) VALUES (?, ?, 1, 0)", name,
      RawUUID.random())
    if options.startsNewEpoch || options.beginsAnew {
      try run("UPDATE stream SET epoch = ?, replaces = 1", RawUUID.random())
    }
    let head = try streamHead()
    let heads = try streamHeads(head)
    let place = try one("SELECT epoch, retained_from, replaces FROM stream") { row in
      StreamHead(
        epoch: try row.id("epoch"), head: head, retainedFrom: try row.int("retained_from"),
        isReplacement: try row.int("replaces") == 1, heads: heads)
    }
    guard let place else { throw StoreError.broken(detail: "the stream's row is missing") }
    return place
  }

  /// Counts a start or a stop.
  func raiseGeneration() throws -> Int64? {
    try run("UPDATE stream SET generation = generation + 1")
    return try one("SELECT generation FROM stream") { try $0.int("generation") }
  }
}
