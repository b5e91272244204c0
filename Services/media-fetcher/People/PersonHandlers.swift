import Schema
import ServiceKit
import Store

/// The export and erasure of a person's data.
extension MediaService {
  static let exportStep = 500

  func registerPeople(in handlers: inout Handlers) {
    handlers.on(Media.ExportPerson.self, exportPerson)
    handlers.erase(Media.ErasePerson.self, from: MediaService.personalTables)
    // A store restored from a backup that is older than the erasure got no request, but it gets this event.
    handlers.subscribe(to: Auth.PersonErased.self, from: .auth) { told, db, call in
      try db.erase(told.person, from: MediaService.personalTables, call)
    }
  }

  func exportPerson(_ request: Media.ExportPerson, _ call: Call) async throws -> Media.PersonExport {
    let person = try call.person
    let last = try request.cursor?.parts(String.self) ?? ""
    let pictures = try await call.read { db in
      try db.pictures(of: person, after: last, limit: MediaService.exportStep + 1)
    }
    let page = Page(pictures, limit: MediaService.exportStep) { Cursor(of: $0.object.text) }
    return Media.PersonExport(pictures: page.items, next: page.next)
  }

  static let personalTables = [
    PersonalTable.deleted("picture_use", key: "place, id"),
    PersonalTable.deleted("holding", key: "person, picture", exported: ["pictures"]),
  ]
}

extension Database {
  fileprivate func pictures(
    of person: PersonID, after last: String, limit: Int
  ) throws -> [Media.PictureOfPerson] {
    try all(
      """
      SELECT name, width, height, bytes, since, is_found
      FROM holding JOIN picture ON picture.name = holding.picture
      WHERE holding.person = ? AND picture > ? ORDER BY picture LIMIT ?
      """,
      person.raw, last, limit
    ) { row in
      Media.PictureOfPerson(
        object: ObjectName(checked: try row.text("name")), width: Int(try row.int("width")),
        height: Int(try row.int("height")), bytes: try row.int("bytes"),
        uploaded: try row.instant("since"), isFound: try row.int("is_found") == 1 ? true : nil)
    }
  }
}
