import Schema
import ServiceKit
import Store

/// An account with its profile.
struct PersonRow: Sendable {
  let id: PersonID
  var email: String
  var isVerified = false
  var firstName: String
  var lastName: String
  var pronouns: String?
  var concentration: String?
  var hometown: String?
  var phone: String?
  var languages: Languages?
  var allergies: String?
  var zone: ZoneName?
  var color: Auth.ProfileColor?
  var picture: Auth.ProfilePicture?
  var today: Auth.TodayArrangement?
  var visibleTo = Auth.FieldVisibility.standard
  var roles: [SiteRole] = [.student]
  var version: Int64 = 1
  var passwordHash: String
  /// Counts the changes that invalidate an earlier check of the password.
  var credentials: Int64 = 1
  let signedUp: Instant
  var lastSeen: Instant?
  var isBlocked = false
  var erases: Instant?
  /// True once the other programs have begun to delete the person, which cannot be undone.
  var isErasing = false

  /// True for an administrator who is neither blocked nor about to be erased. A site needs at least one.
  var isActingAdmin: Bool { roles.contains(.admin) && !isBlocked && erases == nil }

  var profile: Auth.OwnProfile {
    Auth.OwnProfile(
      id: id, email: email, isEmailVerified: isVerified, firstName: firstName, lastName: lastName,
      pronouns: pronouns, concentration: concentration, hometown: hometown, phone: phone,
      languages: languages, allergies: allergies, zone: zone, color: color, picture: picture, today: today,
      visibleTo: visibleTo, roles: roles, erases: erases, version: version)
  }
}

/// The room that a person asked for at sign-up.
struct AskedRoom: Sendable {
  let address: RoomAddress?
  let code: JoinCode?
}

extension Database {
  private static var personColumns: String {
    """
    id, email, first_name, last_name, pronouns, concentration, hometown, phone, roles, version, password,
    verified_at, languages, allergies, visible_to, credentials, signed_up_at, last_seen_at, blocked_at,
    erases_at, is_erasing, zone, color, today_order, today_hidden, picture, crop_x, crop_y, crop_width,
    crop_height, picture_credit
    """
  }

  func person(_ id: PersonID) throws -> PersonRow? {
    try one("SELECT \(Self.personColumns) FROM person WHERE id = ?", id.raw) { try PersonRow($0) }
  }

  func person(email: String) throws -> PersonRow? {
    try one("SELECT \(Self.personColumns) FROM person WHERE email = ?", email) { try PersonRow($0) }
  }

  /// The account; nil if it is being erased or does not exist.
  func livingPerson(_ id: PersonID) throws -> PersonRow? {
    guard let row = try person(id), !row.isErasing else { return nil }
    return row
  }

  func insert(_ row: PersonRow, room: AskedRoom) throws {
    try run(
      """
      INSERT INTO person(id, email, password, first_name, last_name, roles, version, signed_up_at, asked_dorm,
        asked_number, asked_code, verified_at, sort_name, search)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      row.id.raw, row.email, row.passwordHash, row.firstName, row.lastName, SiteRole.text(row.roles),
      row.version, row.signedUp, room.address?.dorm.text, room.address?.number.text, room.code?.text,
      row.isVerified ? row.signedUp : nil, row.sortName, row.search)
  }

  /// False if the profile was changed since `version`.
  func updateProfile(_ row: PersonRow, from version: Int64) throws -> Bool {
    try change(
      """
      UPDATE person SET first_name = ?, last_name = ?, pronouns = ?, concentration = ?, hometown = ?,
        phone = ?, languages = ?, allergies = ?, zone = ?, color = ?, visible_to = ?, sort_name = ?,
        search = ?, version = ?
      WHERE id = ? AND version = ?
      """,
      row.firstName, row.lastName, row.pronouns, row.concentration, row.hometown, row.phone,
      row.languages.map { $0.all.map(\.text).joined(separator: "\n") }, row.allergies,
      row.zone?.text, row.color?.rawValue, row.visibleTo.text, row.sortName, row.search,
      row.version, row.id.raw, version) == 1
  }

  func setToday(_ today: Auth.TodayArrangement, of id: PersonID) throws {
    try run(
      "UPDATE person SET today_order = ?, today_hidden = ? WHERE id = ?", today.order.text,
      today.hidden.text, id.raw)
  }

  /// Stores a hash of the same password at another cost.
  func setRehashed(_ hash: String, of id: PersonID, credentials: Int64) throws {
    try run(
      "UPDATE person SET password = ? WHERE id = ? AND credentials = ?", hash, id.raw, credentials)
  }

  func setPassword(_ hash: String, of id: PersonID) throws {
    try run(
      "UPDATE person SET password = ?, credentials = credentials + 1 WHERE id = ?", hash, id.raw)
  }

  func setEmail(_ email: String, verified: Instant?, of row: PersonRow) throws {
    var changed = row
    changed.email = email
    try run(
      "UPDATE person SET email = ?, verified_at = ?, search = ? WHERE id = ?", email, verified,
      changed.search, row.id.raw)
  }

  func setVerified(_ id: PersonID, at now: Instant) throws {
    try run("UPDATE person SET verified_at = ? WHERE id = ? AND verified_at IS NULL", now, id.raw)
  }

  func setRoles(_ roles: [SiteRole], of id: PersonID) throws {
    try run("UPDATE person SET roles = ? WHERE id = ?", SiteRole.text(roles), id.raw)
  }

  /// Publishes the profile too, because the picture of an account that is away is not shown.
  func setBlocked(_ at: Instant?, _ id: PersonID, _ call: Call) throws {
    try run(
      "UPDATE person SET blocked_at = ?, credentials = credentials + 1 WHERE id = ?", at, id.raw)
    try publishProfile(of: id, call)
  }

  /// Publishes the profile too, like `setBlocked`.
  func setErases(_ at: Instant?, _ id: PersonID, _ call: Call) throws {
    try run("UPDATE person SET erases_at = ? WHERE id = ?", at, id.raw)
    try publishProfile(of: id, call)
  }

  /// Throws `last_admin` if this person is the only one who administers the site.
  func requireAnotherAdmin(than row: PersonRow) throws {
    guard row.isActingAdmin else { return }
    let other = try one(
      """
      SELECT 1 FROM person WHERE roles LIKE '%admin%' AND blocked_at IS NULL AND erases_at IS NULL
        AND id <> ? LIMIT 1
      """,
      row.id.raw
    ) { _ in true }
    guard other != nil else { throw Fault(.lastAdmin) }
  }

  /// Every account, with the room it asked for at sign-up, in the order of sign-up.
  func signUps(after last: PersonID?, limit: Int) throws -> [Auth.SignedUp] {
    try all(
      """
      SELECT id, first_name, last_name, asked_dorm, asked_number, asked_code FROM person
      WHERE id > ? ORDER BY id LIMIT ?
      """,
      last?.raw ?? .min, limit
    ) { row in
      let room = try AskedRoom(row)
      return Auth.SignedUp(
        person: PersonID(try row.id("id")), firstName: try row.text("first_name"),
        lastName: try row.text("last_name"),
        room: room.address, roomCode: room.code)
    }
  }
}

extension Database {
  /// The profiles that have a time zone.
  func zonedProfiles(after last: PersonID?, limit: Int) throws -> [Auth.ProfileChanged] {
    try all(
      """
      SELECT id, first_name, last_name, zone FROM person
      WHERE zone IS NOT NULL AND id > ? ORDER BY id LIMIT ?
      """,
      last?.raw ?? .min, limit
    ) {
      Auth.ProfileChanged(
        person: PersonID(try $0.id("id")), firstName: try $0.text("first_name"),
        lastName: try $0.text("last_name"),
        zone: ZoneName(checked: try $0.text("zone")))
    }
  }
}

extension AskedRoom {
  init(_ row: borrowing Row) throws {
    let dorm = try row.textOrNil("asked_dorm").flatMap { DormID($0) }
    let number = try row.textOrNil("asked_number").flatMap { RoomNumber($0) }
    address = dorm.flatMap { dorm in number.map { RoomAddress(dorm: dorm, number: $0) } }
    code = try row.textOrNil("asked_code").flatMap { JoinCode($0) }
  }
}

extension PersonRow {
  init(_ row: borrowing Row) throws {
    id = PersonID(try row.id("id"))
    email = try row.text("email")
    firstName = try row.text("first_name")
    lastName = try row.text("last_name")
    pronouns = try row.textOrNil("pronouns")
    concentration = try row.textOrNil("concentration")
    hometown = try row.textOrNil("hometown")
    phone = try row.textOrNil("phone")
    roles = try row.text("roles").split(separator: " ").compactMap { SiteRole(rawValue: String($0)) }
    version = try row.int("version")
    passwordHash = try row.text("password")
    isVerified = try !row.isNull("verified_at")
    languages = try row.textOrNil("languages").map { text in
      Languages(checked: text.split(separator: "\n").map { ProfileText(checked: String($0)) })
    }
    allergies = try row.textOrNil("allergies")
    visibleTo = Auth.FieldVisibility(text: try row.text("visible_to"))
    credentials = try row.int("credentials")
    signedUp = try row.instant("signed_up_at")
    lastSeen = try row.instantOrNil("last_seen_at")
    isBlocked = try !row.isNull("blocked_at")
    erases = try row.instantOrNil("erases_at")
    isErasing = try row.bool("is_erasing")
    zone = try row.textOrNil("zone").map { ZoneName(checked: $0) }
    // A color of a newer release counts as none.
    color = try row.textOrNil("color").flatMap { Auth.ProfileColor(rawValue: $0) }
    picture = try Auth.ProfilePicture(row)
    if let order = try row.textOrNil("today_order"), let hidden = try row.textOrNil("today_hidden") {
      today = Auth.TodayArrangement(order: Auth.TodayCards(order), hidden: Auth.TodayCards(hidden))
    }
  }

  /// The limit of a sort key in bytes: two keys and an id fit into a cursor.
  private static let sortBytes = 90

  /// The sort key of lists of people, cut at a whole character.
  var sortName: String {
    let whole = "\(lastName) \(firstName)".lowercased()
    guard whole.utf8.count > Self.sortBytes else { return whole }
    var cut = ""
    for character in whole.unicodeScalars {
      guard cut.utf8.count + character.utf8.count <= Self.sortBytes else { break }
      cut.unicodeScalars.append(character)
    }
    return cut
  }

  /// The text that a search matches: "ada okafor" and "okafor ada" are both in it.
  var search: String { "\(firstName) \(lastName) \(firstName) \(email)".lowercased() }
}

extension SiteRole {
  static func text(_ roles: [SiteRole]) -> String { roles.map(\.rawValue).joined(separator: " ") }
}

extension Auth.FieldVisibility {
  fileprivate init(text: String) {
    let words = text.split(separator: " ").map { Auth.Visibility(rawValue: String($0)) ?? .nobody }
    func word(_ index: Int) -> Auth.Visibility { index < words.count ? words[index] : .nobody }
    self.init(
      pronouns: word(0), concentration: word(1), hometown: word(2), phone: word(3), languages: word(4),
      allergies: word(5))
  }

  fileprivate var text: String {
    [pronouns, concentration, hometown, phone, languages, allergies].map(\.rawValue)
      .joined(separator: " ")
  }
}

extension Auth.TodayCards {
  /// The stored form: the names in their order.
  fileprivate var text: String { all.map(\.rawValue).joined(separator: " ") }

  /// A card of a newer release is left out.
  fileprivate init(_ text: String) {
    self.init(checked: text.split(separator: " ").compactMap { Auth.TodayCard(rawValue: String($0)) })
  }
}
