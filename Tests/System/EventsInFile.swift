import Glibc
import JSON
import Schema
import TestSupport

/// Events written into a stopped program's stream past the program, in a moment and in any number.
struct EventsInFile: ~Copyable {
  private let file: SQLiteFile

  /// The file's mark goes, since a program refuses a file that was changed while it was stopped.
  init(_ site: Site, _ program: ProgramName) throws {
    let path = site.database(program)
    guard unlink(path + ".mark") == 0 else { throw TestFailure("\(path) has no mark") }
    file = try SQLiteFile(path)
  }

  /// - Returns: the people, each with the room of that number.
  func publishSignUps(rooms: ClosedRange<Int>) throws -> [PersonID] {
    try file.run("BEGIN")
    let people = try rooms.map { room in
      let person = PersonID.random()
      let event = Auth.SignedUp(person: person, firstName: "A", lastName: "B", room: try .forbes(room))
      try publish(Auth.SignedUp.topic, try JSONCoding.encode(event))
      return person
    }
    try file.run("COMMIT")
    return people
  }

  func publish(_ topic: String, _ body: [UInt8]) throws {
    try file.run(
      """
      INSERT INTO outbox(id, type, schema, at, flags, trace, audience, body)
      VALUES (randomblob(16), '\(topic)', '\(topic)@1.0', 0, 0, x'', x'00', x'\(hex(body))')
      """)
  }

  /// As a restored backup has it.
  func startNewEpoch() throws { try file.run("UPDATE stream SET epoch = randomblob(16), replaces = 1") }

  /// As if all were past their age.
  func forgetAll() throws {
    try file.run(
      "UPDATE stream SET retained_from = 1 + (SELECT seq FROM sqlite_sequence WHERE name = 'outbox')")
    try file.run("DELETE FROM outbox")
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0" + text : text
    }.joined()
  }
}

/// What roomhub made of the sign-ups it heard of.
struct Memberships: Equatable {
  /// Person to how many rooms, ids in hexadecimal.
  let members: [String: Int]
  /// The same by the events it told.
  let told: [String: Int]
  let deadLetters: [String]

  /// Looks into roomhub's file while it runs.
  init(_ site: Site) throws {
    let file = try SQLiteFile(of: .roomhub, on: site)
    members = try file.counts("SELECT lower(hex(person)) FROM member")
    told = try file.counts(
      """
      SELECT replace(json_extract(CAST(body AS TEXT), '$.person'), '-', '') FROM outbox
      WHERE type = '\(Roomhub.MemberJoined.topic)'
      """)
    deadLetters = try file.texts(
      "SELECT seq || ' ' || type || ' ' || attempts || ' ' || state FROM dead_letter ORDER BY id LIMIT 100")
  }

  /// Whether each of these people, and nobody else, has one room and one event that says so.
  func isExactly(_ people: [PersonID]) -> Bool {
    let once = Dictionary(uniqueKeysWithValues: people.map { ($0.hex, 1) })
    return members == once && told == once
  }
}

extension PersonID {
  fileprivate var hex: String { description.filter { $0 != "-" } }
}
