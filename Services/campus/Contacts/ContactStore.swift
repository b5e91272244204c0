import Schema
import ServiceKit
import Store

/// The rows of the directory.
extension Database {
  /// Own numbers are those that their people show.
  private static let contacts = """
    SELECT contact.id AS id, name, role, department, contact.phone AS phone, own_contact.phone AS own_phone,
      email, hours, room, contact.person AS person, is_emergency, version
    FROM contact LEFT JOIN own_contact ON own_contact.person = contact.person AND own_contact.is_shown = 1
    """

  /// Emergency numbers first, then by department; those without one come first.
  func contacts() throws -> [Campus.Contact] {
    try all(
      """
      \(Database.contacts) ORDER BY is_emergency DESC, coalesce(department, ''), name, role LIMIT ?
      """,
      Campus.maxContacts, map: Campus.Contact.init(row:))
  }

  func storedContact(_ id: ContactID) throws -> Campus.Contact? {
    try one("\(Database.contacts) WHERE contact.id = ?", id.raw, map: Campus.Contact.init(row:))
  }

  /// - Throws: `not_found`.
  func contact(_ id: ContactID) throws -> Campus.Contact {
    guard let contact = try storedContact(id) else { throw Fault(.notFound) }
    return contact
  }

  /// The contact with this natural key.
  func contact(named name: Campus.ContactText, role: Campus.ContactText) throws -> Campus.Contact? {
    try one(
      "\(Database.contacts) WHERE name = ? AND role = ?", name.text, role.text,
      map: Campus.Contact.init(row:))
  }

  /// Adds or replaces a contact and publishes that.
  func put(_ contact: Campus.Contact, _ call: Call) throws {
    guard !contact.isEmergency || contact.phone != nil else {
      throw Fault(.emergencyPhoneMissing, field: "phone")
    }
    if let person = contact.person, try fullName(of: person) == nil {
      throw Fault(.personUnknown, field: "person")
    }
    if let other = try self.contact(named: contact.name, role: contact.role), other.id != contact.id {
      throw Fault(.contactTwice, field: "name")
    }
    let count = try one("SELECT count(*) AS count FROM contact WHERE id <> ?", contact.id.raw) {
      try $0.int("count")
    }
    guard (count ?? 0) < Campus.maxContacts else { throw Fault(.tooManyContacts) }
    try run(
      """
      INSERT INTO contact(
        id, name, role, department, phone, email, hours, room, person, is_emergency, version)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, role = excluded.role,
        department = excluded.department, phone = excluded.phone, email = excluded.email,
        hours = excluded.hours, room = excluded.room, person = excluded.person,
        is_emergency = excluded.is_emergency, version = excluded.version
      """,
      contact.id.raw, contact.name.text, contact.role.text, contact.department?.text, contact.phone?.text,
      contact.email?.text, contact.hours?.text, contact.room?.text, contact.person?.raw, contact.isEmergency,
      contact.version)
    try publish(Campus.ContactChanged(), to: .everyone, call)
  }

  func remove(_ contact: Campus.Contact, _ call: Call) throws {
    try run("DELETE FROM contact WHERE id = ?", contact.id.raw)
    try publish(Campus.ContactChanged(), to: .everyone, call)
  }

  func ownContact(of person: PersonID) throws -> Campus.OwnContact {
    let isListed = try one("SELECT 1 AS one FROM contact WHERE person = ? LIMIT 1", person.raw) { _ in true }
    let own = try one("SELECT phone, is_shown FROM own_contact WHERE person = ?", person.raw) { row in
      (phone: try row.textOrNil("phone").map { PhoneNumber(checked: $0) }, isShown: try row.bool("is_shown"))
    }
    return Campus.OwnContact(
      isListed: isListed ?? false, phone: own?.phone, isShown: own?.isShown ?? false)
  }

  func setOwnContact(_ own: Campus.OwnContact, of person: PersonID) throws {
    try run(
      """
      INSERT INTO own_contact(person, phone, is_shown) VALUES (?, ?, ?)
      ON CONFLICT(person) DO UPDATE SET phone = excluded.phone, is_shown = excluded.is_shown
      """,
      person.raw, own.phone?.text, own.isShown)
  }
}

extension Campus.Contact {
  fileprivate init(row: borrowing Row) throws {
    func line(_ text: String?) -> Campus.ContactText? { text.map { Campus.ContactText(checked: $0) } }
    self.init(
      id: ContactID(try row.id("id")), name: Campus.ContactText(checked: try row.text("name")),
      role: Campus.ContactText(checked: try row.text("role")),
      department: line(try row.textOrNil("department")),
      phone: try row.textOrNil("phone").map { Campus.ContactPhone(checked: $0) },
      ownPhone: try row.textOrNil("own_phone").map { PhoneNumber(checked: $0) },
      email: try row.textOrNil("email").map { EmailAddress(checked: $0) },
      hours: line(try row.textOrNil("hours")), room: line(try row.textOrNil("room")),
      person: try row.idOrNil("person").map { PersonID($0) }, isEmergency: try row.bool("is_emergency"),
      version: try row.int("version"))
  }
}
