import Schema
import ServiceKit
import Store

extension Database {
  func crisis(_ id: CrisisID) throws -> CrisisRow? {
    try one("SELECT \(CrisisRow.columns) FROM crisis WHERE id = ?", id.raw, map: CrisisRow.init(row:))
  }

  func put(_ crisis: CrisisRow, _ people: [Alerted]) throws {
    try run(
      "INSERT INTO crisis(\(CrisisRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", crisis.id.raw,
      crisis.by?.raw, crisis.place.text, crisis.aed, crisis.floor?.text, crisis.note?.text,
      crisis.isDrill ? 1 : 0, crisis.raised, crisis.calledOff, crisis.people)
    for one in people {
      try run(
        "INSERT INTO crisis_person(crisis, person, is_trained, is_roommate) VALUES (?, ?, ?, ?)",
        crisis.id.raw, one.person.raw, one.isTrained ? 1 : 0, one.isRoommate ? 1 : 0)
    }
  }

  /// The alerts, or the drills, that a person has sent since then.
  func crises(by person: PersonID, areDrills: Bool, since: Instant) throws -> Int {
    try one(
      "SELECT count(*) AS count FROM crisis WHERE raised_by = ? AND raised_at > ? AND is_drill = ?",
      person.raw, since, areDrills ? 1 : 0
    ) { Int(try $0.int("count")) } ?? 0
  }

  /// Those to alert: people who want to be called and have passed the quiz since then, and the roommates of
  /// the sender, who is not among them.
  func helpers(of sender: PersonID, passedSince: Instant) throws -> [Alerted] {
    let trained = try all(
      "SELECT person FROM training WHERE is_called = 1 AND passed_at > ? AND person <> ? LIMIT ?",
      passedSince, sender.raw, Guide.maxAlerted
    ) { PersonID(try $0.id("person")) }
    let roommates = Set(try roommates(of: sender))
    let known = Set(trained)
    return trained.map { Alerted(person: $0, isTrained: true, isRoommate: roommates.contains($0)) }
      + roommates.subtracting(known).map { Alerted(person: $0, isTrained: false, isRoommate: true) }
  }

  /// Those who were alerted.
  func alerted(of crisis: CrisisID) throws -> [Alerted] {
    try all(
      "SELECT person, is_trained, is_roommate FROM crisis_person WHERE crisis = ? ORDER BY person LIMIT ?",
      crisis.raw, 2 * Guide.maxAlerted, map: Alerted.init(row:))
  }

  /// Those who were alerted since then, with what they were alerted to.
  func recentAlerted(
    after last: (RawUUID, RawUUID), since: Instant, limit: Int
  ) throws -> [(CrisisRow, Alerted)] {
    try all(
      """
      SELECT \(CrisisRow.columns), person, is_trained, is_roommate FROM crisis_person
      JOIN crisis ON crisis.id = crisis_person.crisis
      WHERE (crisis, person) > (?, ?) AND raised_at > ? ORDER BY crisis, person LIMIT ?
      """,
      last.0, last.1, since, limit
    ) { (try CrisisRow(row: $0), try Alerted(row: $0)) }
  }

  /// The alerts that a person sent or received, the newest first.
  func crises(of person: PersonID, since: Instant, before key: TimeKey, limit: Int) throws -> [CrisisRow] {
    try all(
      """
      SELECT \(CrisisRow.columns) FROM crisis
      WHERE (raised_by = ? OR id IN (SELECT crisis FROM crisis_person WHERE person = ?))
        AND raised_at > ? AND (raised_at, id) < (?, ?)
      ORDER BY raised_at DESC, id DESC LIMIT ?
      """,
      person.raw, person.raw, since, key.time, key.id, limit, map: CrisisRow.init(row:))
  }

  /// All alerts, the newest first.
  func crises(since: Instant, before key: TimeKey, limit: Int) throws -> [CrisisRow] {
    try all(
      """
      SELECT \(CrisisRow.columns) FROM crisis WHERE raised_at > ? AND (raised_at, id) < (?, ?)
      ORDER BY raised_at DESC, id DESC LIMIT ?
      """,
      since, key.time, key.id, limit, map: CrisisRow.init(row:))
  }

  func wasAlerted(_ person: PersonID, to crisis: CrisisID) throws -> Bool {
    try one(
      "SELECT 1 FROM crisis_person WHERE crisis = ? AND person = ?", crisis.raw, person.raw,
      map: { _ in true }) ?? false
  }

  /// The alert as a person sees it.
  func shown(_ crisis: CrisisRow, to person: PersonID?, isAdministrator: Bool) throws -> Guide.Crisis {
    let coming = try one(
      """
      SELECT count(*) AS count, max(CASE WHEN person = ? THEN 1 ELSE 0 END) AS own FROM crisis_person
      WHERE crisis = ? AND coming_at IS NOT NULL
      """,
      person?.raw, crisis.id.raw
    ) { (Int(try $0.int("count")), try $0.intOrNil("own") == 1) }
    return Guide.Crisis(
      id: crisis.id, by: crisis.by, name: try crisis.by.flatMap { try fullName(of: $0) },
      place: crisis.place, aed: crisis.aed, floor: crisis.floor, note: crisis.note,
      isDrill: crisis.isDrill, raised: crisis.raised, calledOff: crisis.calledOff, people: crisis.people,
      coming: coming?.0 ?? 0, isMine: isAdministrator || (person != nil && crisis.by == person),
      isComing: coming?.1 ?? false)
  }

  /// - Returns: The number of rows deleted, at most `limit`.
  func deleteCrises(raisedBefore cutoff: Instant, limit: Int) throws -> Int {
    try change(
      "DELETE FROM crisis WHERE id IN (SELECT id FROM crisis WHERE raised_at < ? ORDER BY raised_at LIMIT ?)",
      cutoff, limit)
  }

  func hasCrises(raisedBefore cutoff: Instant) throws -> Bool {
    try one("SELECT 1 FROM crisis WHERE raised_at < ? LIMIT 1", cutoff, map: { _ in true }) ?? false
  }
}

extension Alerted {
  fileprivate init(row: borrowing Row) throws {
    self.init(
      person: PersonID(try row.id("person")), isTrained: try row.int("is_trained") == 1,
      isRoommate: try row.int("is_roommate") == 1)
  }
}
