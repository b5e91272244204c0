import Schema
import ServiceKit
import Store

/// The numbers of the administrators' start page that attendance keeps.
extension Database {
  func counts(at now: Instant) throws -> [Control.Count: Int] {
    [.courses: try one("SELECT count(*) AS count FROM course") { Int(try $0.int("count")) } ?? 0]
  }
}
