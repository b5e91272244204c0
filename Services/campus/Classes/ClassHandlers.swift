import Schema
import ServiceKit
import Store

/// The catalogue of classes: everybody reads it, administrators change it.
extension CampusService {
  func registerClasses(in handlers: inout Handlers) {
    handlers.on(Campus.ListClasses.self, listClasses)
    handlers.on(Campus.GetClass.self, getClass)
    handlers.on(Campus.AddClass.self, addClass)
    handlers.on(Campus.EditClass.self, editClass)
    handlers.on(Campus.DeleteClass.self, deleteClass)
  }

  func listClasses(_ request: Campus.ListClasses, _ call: Call) async throws -> Page<Campus.SchoolClass> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try NameKey($0) } ?? .first
    return try await call.read { db in
      let found = try db.classes(request, after: key, limit: limit + 1)
      return try Page(found, limit: limit) {
        NameKey(name: $0.sortName, id: $0.id.raw).cursor
      } item: {
        try db.shown($0, call)
      }
    }
  }

  func getClass(_ request: Campus.GetClass, _ call: Call) async throws -> Campus.SchoolClass {
    try await call.read { db in
      guard let row = try db.schoolClass(request.id) else { throw Fault(.notFound) }
      return try db.shown(row, call)
    }
  }

  func addClass(_ request: Campus.AddClass, _ call: Call) async throws -> EncodedReply<Campus.SchoolClass> {
    try await call.write { db in try db.addClass(request, call).shown(students: 0) }
  }

  func editClass(_ request: Campus.EditClass, _ call: Call) async throws -> EncodedReply<Campus.SchoolClass> {
    try await call.write { db in
      let row = try db.editClass(request, call)
      return row.shown(students: try db.rosterCount(of: row.id))
    }
  }

  func deleteClass(_ request: Campus.DeleteClass, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      try db.deleteClass(request.id, call)
      return Empty()
    }
  }
}

extension Call {
  var isAdministrator: Bool { identity?.roles.contains(.admin) ?? false }
  /// Teachers and administrators see how many students a class has.
  fileprivate var mayCountStudents: Bool { isAdministrator || identity?.roles.contains(.staff) ?? false }
}

extension Database {
  /// The classes that a list has, by name.
  fileprivate func classes(
    _ request: Campus.ListClasses, after key: NameKey, limit: Int
  ) throws -> [ClassRow] {
    try all(
      """
      SELECT \(ClassRow.columns) FROM class
      WHERE (sort_name, id) > (?, ?) AND (grades & ?) <> 0 AND (blocks & ?) <> 0
        AND search LIKE ? ESCAPE '!'
      ORDER BY sort_name, id LIMIT ?
      """,
      key.name, key.id, request.grade.map { NumberSet([$0]).bits } ?? NumberSet.any,
      request.block.map { NumberSet([$0]).bits } ?? NumberSet.any,
      Database.pattern(request.query?.text.lowercased() ?? ""), limit, map: ClassRow.init(row:))
  }

  /// A class as its reader sees it.
  fileprivate func shown(_ row: ClassRow, _ call: Call) throws -> Campus.SchoolClass {
    row.shown(students: call.mayCountStudents ? try rosterCount(of: row.id) : nil)
  }

  /// The pattern of `LIKE … ESCAPE '!'` for texts that have this one.
  private static func pattern(_ text: String) -> String {
    "%" + text.reduce(into: "") { $0 += "!%_".contains($1) ? "!\($1)" : String($1) } + "%"
  }

  /// The number of students who take a class in the term that runs.
  func rosterCount(of id: ClassID) throws -> Int {
    try one("SELECT count(*) AS count FROM roster WHERE class = ?", id.raw) { Int(try $0.int("count")) } ?? 0
  }
}
