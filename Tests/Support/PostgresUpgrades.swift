package import Store

/// A schema that an older version of a program made, and this version's steps from there, beside a schema
/// that this version made.
package enum PostgresUpgrades {
  /// Returns what differs, and after which step it was made; nothing if every upgrade leads to the same.
  /// - Parameter first: The lowest number of steps that a schema may have been made with. Earlier ones, from
  ///   before there were such schemas, may hold what only SQLite takes.
  package static func differences(
    _ stream: String, _ migrations: [Migration], from first: Int
  ) async throws -> [String] {
    let whole = try await made(stream, [migrations])
    var found: [String] = []
    for count in first..<migrations.count {
      let upgraded = try await made(stream, [Array(migrations.prefix(count)), migrations])
      found += whole.symmetricDifference(upgraded).sorted().map { line in
        "after \(count) steps, \(whole.contains(line) ? "missing" : "left over"): \(line)"
      }
    }
    return found
  }

  /// Returns what differs after an opening of a schema from which `script` took what an opening makes.
  package static func differences(
    _ stream: String, _ migrations: [Migration], without script: String
  ) async throws -> [String] {
    let place = try PostgresServer.newPlace()
    let whole = try await opened(place, stream, [migrations])
    try PostgresServer.run("SET search_path = \(schema(of: place)); \(script)")
    return whole.symmetricDifference(try await opened(place, stream, [migrations])).sorted()
  }

  private static func made(_ stream: String, _ versions: [[Migration]]) async throws -> Set<String> {
    try await opened(try PostgresServer.newPlace(), stream, versions)
  }

  /// Opens and closes a schema by each version, and returns what it then holds.
  private static func opened(
    _ place: String, _ stream: String, _ versions: [[Migration]]
  ) async throws -> Set<String> {
    for version in versions {
      await (try ProgramStore.open(place, stream: stream, migrations: version)).close()
    }
    let schema = schema(of: place)
    let lines = try PostgresServer.run("SET search_path = \(schema); \(everything)")
    return Set(lines.replacing("\(schema).", with: "").split(separator: "\n").map(String.init))
  }

  private static func schema(of place: String) -> String {
    String(place.split(separator: "=").last ?? "")
  }

  /// Columns, keys and checks, indexes, triggers, functions and the number of rows. Keys have the names of
  /// the tables they were made in, and the order of columns counts for nobody.
  private static let everything = """
    SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name,
      is_identity)
    FROM information_schema.columns WHERE table_schema = current_schema();
    SELECT concat_ws(' ', conrelid::regclass, contype, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace;
    SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid);
    SELECT pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal;
    SELECT replace(pg_get_functiondef(oid), E'\\n', ' ') FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace;
    SELECT concat_ws(' ', tablename, replace(
      CAST(query_to_xml(format('SELECT count(*) FROM %I', tablename), true, true, '') AS text), E'\\n', ''))
    FROM pg_tables WHERE schemaname = current_schema();
    """
}
