package import Schema

extension Database {
  /// Events set aside that nobody has looked at.
  package func waitingDeadLetters() throws -> Int {
    try one("SELECT count(*) FROM dead_letter WHERE state = 'waiting'") { Int(try $0.int(0)) } ?? 0
  }

  /// When the oldest event that can be replayed happened.
  package func oldestEvent() throws -> Instant? {
    try one("SELECT at FROM outbox ORDER BY seq LIMIT 1") { try $0.instant(0) }
  }
}
