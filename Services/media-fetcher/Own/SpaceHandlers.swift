import Schema
import ServiceKit
import Store
import Synchronization

/// The size of the files that can be made again, as the trim measured it last.
final class CacheFigure: Sendable {
  private let measured = Mutex<Int64?>(nil)

  var bytes: Int64? {
    get { measured.withLock { $0 } }
    set { measured.withLock { $0 = newValue } }
  }
}

/// The space of all pictures, for administrators.
extension MediaService {
  func getSiteSpace(_ request: Media.GetSiteSpace, _ call: Call) async throws -> Media.SiteSpace {
    let cacheBytes = cacheFigure.bytes
    return try await call.read { db in
      let (pictures, bytes) = try db.space()
      return Media.SiteSpace(
        pictures: pictures, bytes: bytes, cacheBytes: cacheBytes, maxCacheBytes: maxCacheBytes,
        maxPersonBytes: maxBytes, largest: try db.largest())
    }
  }
}

extension Database {
  /// The number of all pictures, and their size in bytes.
  func space() throws -> (pictures: Int, bytes: Int64) {
    let sums = try one(
      "SELECT count(*) AS pictures, CAST(coalesce(sum(bytes), 0) AS bigint) AS bytes FROM picture"
    ) { (Int(try $0.int("pictures")), try $0.int("bytes")) }
    return sums ?? (0, 0)
  }

  fileprivate func largest() throws -> [Media.PersonSpace] {
    try all(
      """
      SELECT person, count(*) AS pictures, CAST(sum(bytes) AS bigint) AS bytes
      FROM holding JOIN picture ON picture.name = holding.picture WHERE is_found = 0
      GROUP BY person ORDER BY 3 DESC, person LIMIT ?
      """,
      Media.maxLargest
    ) { row in
      Media.PersonSpace(
        person: PersonID(try row.id("person")), pictures: Int(try row.int("pictures")),
        bytes: try row.int("bytes"))
    }
  }
}
