import Schema
import Store

enum GreeterStore {
  static let greetings = Migration(
    1, "greetings",
    """
    CREATE TABLE greeting(
      person BLOB PRIMARY KEY CHECK (length(person) = 16), text TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """)
}

extension Database {
  func greeting(of person: PersonID) throws -> GreetingText? {
    try one("SELECT text FROM greeting WHERE person = ?", person.raw) {
      GreetingText(checked: try $0.text(0))
    }
  }

  func greet(_ person: PersonID, with greeting: GreetingText) throws {
    try run(
      """
      INSERT INTO greeting(person, text) VALUES (?, ?)
      ON CONFLICT(person) DO UPDATE SET text = excluded.text
      """,
      person.raw, greeting.text)
  }

  func forget(_ person: PersonID) throws {
    try run("DELETE FROM greeting WHERE person = ?", person.raw)
  }

  /// At most as many as a site has people.
  func greeted() throws -> [PersonID] {
    try all("SELECT person FROM greeting ORDER BY person LIMIT 100000") { PersonID(try $0.id(0)) }
  }
}
