import Schema
import ServiceKit
import Store

/// A feed that a calendar reads.
struct FeedRow: Sendable, Hashable {
  let person: PersonID
  let kind: Campus.FeedKind
  /// The hash of its address, which no other feed of any school has.
  let tokenHash: [UInt8]
  let lastRead: Instant?
}

extension Database {
  func feeds(of person: PersonID) throws -> [Campus.FeedState] {
    try all(
      "SELECT kind, made_at, read_at FROM school_feed WHERE person = ? ORDER BY kind LIMIT ?", person.raw,
      Campus.FeedKind.allCases.count
    ) { row in
      Campus.FeedState(
        kind: try Campus.FeedKind(stored: row.text("kind")), made: try row.instant("made_at"),
        lastRead: try row.instantOrNil("read_at"))
    }
  }

  func feed(tokenHash: [UInt8]) throws -> FeedRow? {
    try one("SELECT person, kind, read_at FROM school_feed WHERE token_hash = ?", tokenHash) { row in
      FeedRow(
        person: PersonID(try row.id("person")), kind: try Campus.FeedKind(stored: row.text("kind")),
        tokenHash: tokenHash, lastRead: try row.instantOrNil("read_at"))
    }
  }

  func makeFeed(
    _ kind: Campus.FeedKind, of person: PersonID, tokenHash: [UInt8], at now: Instant
  ) throws {
    try run(
      """
      INSERT INTO school_feed(person, kind, token_hash, made_at) VALUES (?, ?, ?, ?)
      ON CONFLICT(person, kind) DO UPDATE SET token_hash = excluded.token_hash,
        made_at = excluded.made_at, read_at = NULL
      """,
      person.raw, kind.rawValue, tokenHash, now)
  }

  func endFeed(_ kind: Campus.FeedKind, of person: PersonID) throws {
    try run("DELETE FROM school_feed WHERE person = ? AND kind = ?", person.raw, kind.rawValue)
  }

  func noteFeedRead(tokenHash: [UInt8], at now: Instant) throws {
    let minute = now.milliseconds - now.milliseconds % 60_000
    try run(
      "UPDATE school_feed SET read_at = ? WHERE token_hash = ?", Instant(milliseconds: minute), tokenHash)
  }
}
