import Schema
import ServiceKit
import Store

/// The numbers of the administrators' start page that events keeps.
extension Database {
  func counts(at now: Instant) throws -> [Control.Count: Int] {
    let events = try one("SELECT count(*) AS count FROM event WHERE deleted_at IS NULL") {
      Int(try $0.int("count"))
    }
    return [.events: events ?? 0]
  }
}
