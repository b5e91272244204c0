import Schema
import ServiceKit
import Store

/// The directory as a table. The own numbers of people are not in it.
enum ContactImport: ImportTable {
  static let kind = Campus.ImportKind.contacts
  static let key = ["name", "role"]
  static let columns = [
    ImportColumn("name"),
    ImportColumn("role", as: nil, "position", "funktion"),
    ImportColumn("department", as: nil, "abteilung"),
    ImportColumn("phone", as: nil, "telephone", "telefon"),
    ImportColumn("email", as: nil, "emailaddress", "mail"),
    ImportColumn("hours", as: nil, "officehours", "sprechzeiten"),
    ImportColumn("room", as: nil, "raum"),
    ImportColumn(ImportTables.personColumn, as: "person", "konto"),
    ImportColumn("emergency", .flag, as: "isEmergency", "notfall"),
  ]

  static func stored(_ db: borrowing Database) throws -> [ImportEntry] {
    try db.contacts().map { contact in
      var cells: ImportCells = ["name": .string(contact.name.text), "role": .string(contact.role.text)]
      cells["department"] = contact.department.map { .string($0.text) }
      cells["phone"] = contact.phone.map { .string($0.text) }
      cells["email"] = contact.email.map { .string($0.text) }
      cells["hours"] = contact.hours.map { .string($0.text) }
      cells["room"] = contact.room.map { .string($0.text) }
      cells[ImportTables.personColumn] = contact.person.map { .string($0.description) }
      if contact.isEmergency { cells["emergency"] = true }
      return ImportEntry(head: cells, parts: [])
    }
  }

  static func normal(_ entry: ImportEntry) -> ImportEntry {
    var entry = entry
    if entry.head["emergency"] == false { entry.head["emergency"] = nil }
    return entry
  }

  static func put(_ changes: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws {
    let call = run.call
    let known = Dictionary(
      try db.contacts().map {
        (key(of: ["name": .string($0.name.text), "role": .string($0.role.text)]), $0)
      },
      uniquingKeysWith: { first, _ in first })
    for change in changes {
      let old = known[key(of: change.entry.head)]
      try run.store(Campus.AddContact.self, members(of: change.entry.head), of: change) { request in
        try db.put(
          Campus.Contact(
            id: old?.id ?? .timed(call.now), name: request.name, role: request.role,
            department: request.department, phone: request.phone, ownPhone: nil, email: request.email,
            hours: request.hours, room: request.room, person: request.person,
            isEmergency: request.isEmergency ?? false, version: (old?.version ?? 0) + 1), call)
      }
    }
  }
}
