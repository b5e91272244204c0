import Schema

/// The column `account` has an address in files, and the id of a person in the store.
extension ImportReading {
  /// The addresses in the column `account`, each once. Cells with something else are reported.
  var emails: [EmailAddress] {
    var known: Set<EmailAddress> = []
    return rows.values.joined().compactMap { row in
      guard case .string(let text)? = row.cells[ImportTables.personColumn], let email = EmailAddress(text),
        known.insert(email).inserted
      else { return nil }
      return email
    }
  }

  /// Replaces addresses with ids. One that nobody has an account with is reported.
  mutating func resolve(_ people: [EmailAddress: PersonID]) {
    for kind in Campus.ImportKind.tables {
      for index in (rows[kind] ?? []).indices {
        guard let row = rows[kind]?[index], case .string(let text)? = row.cells[ImportTables.personColumn]
        else { continue }
        let person = EmailAddress(text).flatMap { people[$0] }
        if let person {
          name(person.description, text)
        } else {
          let code = EmailAddress(text) == nil ? EmailAddress.bad : .importPersonUnknown
          refuse(kind, row: row.row, column: ImportTables.personColumn, code)
        }
        setCell(kind, index, ImportTables.personColumn, person.map { .string($0.description) })
      }
    }
  }
}
