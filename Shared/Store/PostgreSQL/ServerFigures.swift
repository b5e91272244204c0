internal import Schema

/// Figures of the server on PostgreSQL that a store is on. The free space of its disk is not among them:
/// no role learns it.
package struct ServerFigures: Sendable, Equatable {
  /// The size of the store's own tables and indexes.
  package let schemaBytes: Int64
  package let databaseBytes: Int64
  /// The age of the oldest open transaction of the store's role. It keeps deleted rows of the whole database.
  package let oldestTransaction: Duration
  /// Connections of everybody to the server.
  package let connections: Int
  /// The number of connections that the server takes.
  package let maxConnections: Int
}

extension ProgramStore {
  /// Returns the figures of the server; nil for a store in a file.
  package func serverFigures() throws -> ServerFigures? {
    guard let place = readers.place else { return nil }
    return try readers.read { database in
      try database.one(figuresOfServer, place.schema) { row in
        ServerFigures(
          schemaBytes: try row.int("schema_bytes"), databaseBytes: try row.int("database_bytes"),
          oldestTransaction: .milliseconds(try row.int("oldest_ms")),
          connections: Int(try row.int("connections")), maxConnections: Int(try row.int("max_connections")))
      }
    }
  }
}

private let figuresOfServer = """
  SELECT
    (SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bigint)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE CAST(n.nspname AS text) = ? AND c.relkind = 'r') AS schema_bytes,
    pg_database_size(current_database()) AS database_bytes,
    (SELECT CAST(1000 * extract(epoch FROM clock_timestamp() - min(xact_start)) AS bigint)
      FROM pg_stat_activity WHERE usename = current_user AND datname = current_database()) AS oldest_ms,
    (SELECT CAST(sum(numbackends) AS bigint) FROM pg_stat_database) AS connections,
    CAST(current_setting('max_connections') AS bigint)
      - CAST(current_setting('superuser_reserved_connections') AS bigint) AS max_connections
  """
