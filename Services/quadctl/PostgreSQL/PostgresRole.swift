import Crypto
import Schema

/// The role of a program on PostgreSQL, which owns the schema of its name.
struct PostgresRole {
  private let name: String
  /// The part of the password that the server stores.
  private let verifier: String

  init(_ program: ProgramName, password: String) {
    name = program.text
    verifier = ScramVerifier.text(of: password)
  }

  /// One statement, so that all of it happens or nothing. Roles belong to the whole server: those of another
  /// site are left alone, and a role that may do more than a program needs is not taken.
  static func sql(of roles: [PostgresRole]) -> String {
    let rows = roles.map { "('\($0.name)', '\($0.verifier)')" }.joined(separator: ",\n    ")
    return """
      -- The roles of a Quad site, and a schema for each, from `quadctl postgres`. It may run at any time.
      DO $quad$
      DECLARE
        program text;
        verifier text;
        place text;
        object text;
        is_guest boolean;
      BEGIN
        SELECT NOT rolsuper INTO is_guest FROM pg_roles WHERE rolname = current_user;
        EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
        IF EXISTS (SELECT FROM pg_namespace WHERE nspname = 'public') THEN
          REVOKE ALL ON SCHEMA public FROM PUBLIC;
        END IF;
        FOR program, verifier IN VALUES
          \(rows)
        LOOP
      \(eachRole)
      \(eachSchema)
          IF is_guest THEN
            EXECUTE format('REVOKE %I FROM CURRENT_USER', program);
          END IF;
        END LOOP;
      END
      $quad$;
      """
  }

  private static let eachRole = """
        SELECT datname INTO place FROM pg_shdepend
          JOIN pg_roles ON pg_roles.oid = refobjid JOIN pg_database ON pg_database.oid = dbid
          WHERE refclassid = 'pg_authid'::regclass AND rolname = program AND datname <> current_database();
        IF place IS NOT NULL THEN
          RAISE EXCEPTION 'role % has data in database %', program, place
            USING HINT = 'Roles belong to the whole server: give this site a server of its own.';
        END IF;
        IF EXISTS (
          SELECT FROM pg_roles WHERE rolname = program
            AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)
        ) THEN
          RAISE EXCEPTION 'role % may do more than a program needs', program
            USING HINT = 'If it belongs to somebody else, give the site a server of its own.';
        END IF;
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = program) THEN
          EXECUTE format('CREATE ROLE %I', program);
        END IF;
        EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', program, verifier);
        IF is_guest THEN
          EXECUTE format('GRANT %I TO CURRENT_USER', program);
        END IF;
        -- A restore moves the schema aside and makes another one.
        EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO %I', current_database(), program);
    """

  /// Also takes over what a site had before its programs had roles.
  private static let eachSchema = """
        EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', program);
        FOR place IN
          SELECT nspname FROM pg_namespace
          WHERE nspname = program OR starts_with(nspname, program || ' replaced-')
        LOOP
          EXECUTE format('ALTER SCHEMA %I OWNER TO %I', place, program);
          EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', place);
          FOR object IN
            SELECT format('%I.%I', place, relname) FROM pg_class
            WHERE relnamespace = quote_ident(place)::regnamespace AND relkind IN ('r', 'p')
          LOOP
            EXECUTE format('ALTER TABLE %s OWNER TO %I', object, program);
          END LOOP;
          FOR object IN
            SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = quote_ident(place)::regnamespace
          LOOP
            EXECUTE format('ALTER ROUTINE %s OWNER TO %I', object, program);
          END LOOP;
        END LOOP;
    """
}
