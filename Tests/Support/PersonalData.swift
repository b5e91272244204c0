package import Schema
package import Store

@testable package import ServiceKit

/// The tables, columns and export members of a program, compared with its list of personal tables.
package struct PersonalData {
  /// The entries that the list lacks or has in excess, a line each; empty if the list is complete.
  package private(set) var gaps: [String] = []

  /// Tables that ServiceKit or the store keeps for every program. They hold no person's id in plain.
  private static let everyProgram: Set<String> = [
    "stream", "outbox", "cursor", "dead_letter", "idem", "migration", "cache_version",
  ]

  /// - Parameter others: The program's tables that hold nothing about a person.
  package init<Export: Request>(
    of listed: [PersonalTable], others: Set<String>, export: Export.Type, in store: ProgramStore
  ) async throws {
    let columns = try await PersonalData.columns(of: store)
    let named = Set(listed.map(\.name)).union(listed.flatMap(\.parts))
    compare("table", Set(columns.keys).subtracting(PersonalData.everyProgram), named.union(others))
    for table in listed {
      for column in table.columns where columns[table.name]?.contains(column) != true {
        gaps.append("no column \(table.name).\(column)")
      }
    }
    let members = Set(try SchemaRecorder.describe(Export.Reply.self).0.members.map(\.name))
    compare("member", members.subtracting(["next"]), Set(listed.flatMap(\.exported)))
  }

  private mutating func compare(_ kind: String, _ present: Set<String>, _ declared: Set<String>) {
    gaps += present.subtracting(declared).sorted().map { "no entry for the \(kind) \($0)" }
    gaps += declared.subtracting(present).sorted().map { "no \(kind) \($0)" }
  }

  private static func columns(of store: ProgramStore) async throws -> [String: Set<String>] {
    let there =
      PostgresServer.isAsked
      ? """
      SELECT table_name::text, column_name::text FROM information_schema.columns
      WHERE table_schema = current_schema()
      """
      : """
      SELECT table_list.name AS table_name, info.name AS column_name FROM pragma_table_list AS table_list
      JOIN pragma_table_info(table_list.name) AS info
      WHERE table_list.type = 'table' AND table_list.schema = 'main'
        AND table_list.name NOT LIKE 'sqlite_%'
      """
    let rows = try await store.read { db in
      try db.all(there) { (try $0.text("table_name"), try $0.text("column_name")) }
    }
    return Dictionary(grouping: rows, by: \.0).mapValues { Set($0.map(\.1)) }
  }
}
