import Images
import Schema
import ServiceKit
import Store

/// Pictures and the people who hold them.
extension Database {
  /// The numbers of the administrators' start page that media-fetcher keeps.
  func counts(at now: Instant) throws -> [Control.Count: Int] {
    let (pictures, bytes) = try space()
    return [.pictures: pictures, .pictureMegabytes: Int((bytes + 999_999) / 1_000_000)]
  }

  /// - Throws: `pictures_full` once a person's pictures take their whole space.
  func requireSpace(of person: PersonID, _ maxBytes: Int64) throws {
    guard try space(of: person).bytes < maxBytes else { throw Fault(.picturesFull) }
  }

  /// The pictures of a person, and their size in bytes: what they uploaded, as long as it is kept, and what
  /// they use of searches.
  func space(of person: PersonID) throws -> (pictures: Int, bytes: Int64) {
    let sums = try one(
      """
      SELECT count(*) AS pictures, CAST(coalesce(sum(bytes), 0) AS bigint) AS bytes
      FROM holding JOIN picture ON picture.name = holding.picture
      WHERE holding.person = ? AND is_found = 0
      """,
      person.raw
    ) { (Int(try $0.int("pictures")), try $0.int("bytes")) }
    return sums ?? (0, 0)
  }

  /// - Parameter credit: the author and the license of a found picture.
  func store(_ new: NewPicture, credit: String? = nil, at now: Instant) throws {
    try run(
      """
      INSERT INTO picture(name, width, height, bytes, stored_at, credit) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT(name) DO UPDATE SET credit = coalesce(excluded.credit, picture.credit)
      """,
      new.name.text, new.facts.width, new.facts.height, new.bytes, now, credit)
  }

  /// Lets a person use a picture until then, and longer while they use it.
  /// - Parameter found: True for a result of a search that the person only looks at so far.
  func hold(
    _ name: ObjectName, by person: PersonID, _ now: Instant, until: Instant, found: Bool = false
  ) throws {
    try run(
      """
      INSERT INTO holding(person, picture, since, until, is_found) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(person, picture) DO UPDATE SET
        until = CASE WHEN holding.until > excluded.until THEN holding.until ELSE excluded.until END,
        is_found = CASE WHEN excluded.is_found = 0 THEN 0 ELSE holding.is_found END
      """,
      person.raw, name.text, now, until, found ? 1 : 0)
  }

  /// Ends the oldest holdings of results that a person looked at, beyond the limit.
  func endOldFound(of person: PersonID) throws {
    try run(
      """
      DELETE FROM holding WHERE person = ? AND is_found = 1 AND picture IN (SELECT picture FROM holding
        WHERE person = ? AND is_found = 1 ORDER BY since DESC, picture LIMIT 100 OFFSET ?)
      """,
      person.raw, person.raw, MediaService.maxFound)
  }

  func mayUse(_ name: ObjectName, _ person: PersonID) throws -> Bool {
    try one(
      "SELECT 1 FROM holding WHERE person = ? AND picture = ?", person.raw, name.text, map: { _ in true })
      ?? false
  }

  /// - Throws: `picture_bad` if there is no such picture.
  func picture(_ name: ObjectName) throws -> Media.StoredPicture {
    let found = try one("SELECT width, height, credit FROM picture WHERE name = ?", name.text) { row in
      Media.StoredPicture(
        object: name, width: Int(try row.int("width")), height: Int(try row.int("height")),
        credit: try row.textOrNil("credit").map { PictureCredit(checked: $0) })
    }
    guard let found else { throw Fault(.pictureBad) }
    return found
  }
}
