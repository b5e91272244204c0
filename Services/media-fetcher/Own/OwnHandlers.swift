import Schema
import ServiceKit
import Store

/// The school's own pictures, which administrators manage.
extension MediaService {
  func registerOwn(in handlers: inout Handlers) {
    handlers.on(Media.AddOwn.self, addOwn)
    handlers.on(Media.ListOwn.self, listOwn)
    handlers.on(Media.RemoveOwn.self, removeOwn)
    handlers.on(Media.GetSiteSpace.self, getSiteSpace)
  }

  /// The picture no longer takes space of the administrator's, unless they use it themselves.
  func addOwn(_ request: Media.AddOwn, _ call: Call) async throws -> EncodedReply<Media.OwnPicture> {
    let person = try call.person
    defer { own.forget() }
    return try await call.write { db in
      let old = try db.ownPicture(request.object)
      guard try old != nil || db.mayUse(request.object, person), folder.original(of: request.object) != nil
      else { throw Fault(.pictureBad, field: "object") }
      guard try old != nil || db.ownCount() < PictureIndex.maxCount else { throw Fault(.ownPicturesFull) }
      try db.addOwn(request, at: call.now)
      try db.raiseVersion(of: OwnPictures.subject)
      try db.endUnused(request.object, of: person)
      guard let new = try db.ownPicture(request.object) else { throw Fault(.pictureBad, field: "object") }
      if new != old { try db.audit(.pictureAdded, of: new.object.text, new.title, call) }
      return new
    }
  }

  func listOwn(_ request: Media.ListOwn, _ call: Call) async throws -> Page<Media.OwnPicture> {
    let limit = (request.limit ?? .standard).count
    let last = try request.cursor?.parts(String.self) ?? ""
    let pictures = try await call.read { db in try db.ownPictures(after: last, limit: limit + 1) }
    return Page(pictures, limit: limit) { Cursor(of: $0.object.text) }
  }

  func removeOwn(_ request: Media.RemoveOwn, _ call: Call) async throws -> EncodedReply<Empty> {
    defer { own.forget() }
    return try await call.write { db in
      guard let old = try db.ownPicture(request.object) else { throw Fault(.notFound) }
      try db.run("DELETE FROM own_picture WHERE object = ?", request.object.text)
      try db.raiseVersion(of: OwnPictures.subject)
      try db.audit(.pictureRemoved, of: old.object.text, old.title, call)
      return Empty()
    }
  }
}

extension Database {
  func ownCount() throws -> Int {
    try one("SELECT count(*) AS count FROM own_picture") { Int(try $0.int("count")) } ?? 0
  }

  func ownPicture(_ name: ObjectName) throws -> Media.OwnPicture? {
    try one(
      """
      SELECT object, title, tags, credit, width, height, added_at
      FROM own_picture JOIN picture ON picture.name = own_picture.object WHERE object = ?
      """,
      name.text, map: Media.OwnPicture.init(row:))
  }

  func ownPictures(after last: String, limit: Int) throws -> [Media.OwnPicture] {
    try all(
      """
      SELECT object, title, tags, credit, width, height, added_at
      FROM own_picture JOIN picture ON picture.name = own_picture.object
      WHERE object > ? ORDER BY object LIMIT ?
      """,
      last, limit, map: Media.OwnPicture.init(row:))
  }

  fileprivate func addOwn(_ new: Media.AddOwn, at now: Instant) throws {
    try run("UPDATE picture SET credit = ? WHERE name = ?", new.credit.text, new.object.text)
    try run(
      """
      INSERT INTO own_picture(object, title, tags, added_at) VALUES (?, ?, ?, ?)
      ON CONFLICT(object) DO UPDATE SET title = excluded.title, tags = excluded.tags
      """,
      new.object.text, new.title.text, new.tags?.text, now)
  }

  /// Ends a person's holding of a picture that no object of theirs shows.
  fileprivate func endUnused(_ name: ObjectName, of person: PersonID) throws {
    try run(
      """
      DELETE FROM holding WHERE person = ? AND picture = ? AND NOT EXISTS (SELECT 1 FROM picture_use
        WHERE picture_use.picture = holding.picture AND picture_use.person = holding.person)
      """,
      person.raw, name.text)
  }
}

extension Media.OwnPicture {
  fileprivate init(row: borrowing Row) throws {
    self.init(
      object: ObjectName(checked: try row.text("object")), title: try row.text("title"),
      tags: try row.textOrNil("tags"), credit: try row.textOrNil("credit") ?? "",
      width: Int(try row.int("width")), height: Int(try row.int("height")),
      added: try row.instant("added_at"))
  }
}
