package import Schema

extension Database {
  /// Returns the number of dead letters that no operator has settled yet.
  package func waitingDeadLetters() throws -> Int {
    try one("SELECT count(*) AS count FROM dead_letter WHERE state = 'waiting'") { Int(try $0.int("count")) }
      ?? 0
  }

  /// Returns the time of the oldest event that can be replayed.
  package func oldestEvent() throws -> Instant? {
    try one("SELECT at FROM outbox ORDER BY seq LIMIT 1") { try $0.instant("at") }
  }
}
