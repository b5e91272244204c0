import Calendar
import Schema
import ServiceKit
import Store

/// Reads files one at a time: other requests need a reply in the meantime.
actor ImportDesk {
  func read(_ request: Campus.ImportSchool) throws(Fault) -> ImportReading {
    try ImportReading(request, in: .site)
  }
}

/// The end of an import that changes nothing, with what it would have done.
private struct ImportRollback: Error {
  let result: Campus.ImportedSchool
}

/// Import and export of a school's data.
extension CampusService {
  private static let importDesk = ImportDesk()
  /// The number of accounts in one request to auth.
  private static let accountsAStep = 200

  func registerImport(in handlers: inout Handlers) {
    handlers.on(Campus.ImportSchool.self, importSchool)
    handlers.on(Campus.ExportSchool.self, exportSchool)
  }

  /// The import is one transaction. With errors, and for a dry run, it is rolled back.
  func importSchool(
    _ request: Campus.ImportSchool, _ call: Call
  ) async throws -> EncodedReply<Campus.ImportedSchool> {
    var reading = try await CampusService.importDesk.read(request)
    reading.resolve(try await people(with: reading.emails, call))
    let read = reading
    let isDryRun = request.isDryRun ?? false
    do {
      return try await call.write { db in
        var run = ImportRun(read, self, call)
        try run.run(db)
        let isApplied = !isDryRun && !run.hasErrors
        let result = run.result(isApplied: isApplied)
        guard isApplied else { throw ImportRollback(result: result) }
        if result.added + result.changed > 0 {
          let counts = "\(result.added) added, \(result.changed) changed"
          try db.audit(.schoolChanged, of: "import", "\(request.kind.rawValue): \(counts)", call)
        }
        return result
      }
    } catch let rollback as ImportRollback {
      return try EncodedReply(rollback.result)
    }
  }

  /// The accounts with these addresses.
  private func people(
    with emails: [EmailAddress], _ call: Call
  ) async throws -> [EmailAddress: PersonID] {
    var people: [EmailAddress: PersonID] = [:]
    var rest = emails[...]
    while !rest.isEmpty {
      let asked = Auth.FindPeople(emails: Array(rest.prefix(CampusService.accountsAStep)))
      for account in try await call.ask(asked).items { people[account.email] = account.person }
      rest = rest.dropFirst(CampusService.accountsAStep)
    }
    return people
  }

  func exportSchool(_ request: Campus.ExportSchool, _ call: Call) async throws -> Campus.ExportedSchool {
    let format = request.format ?? .csv
    guard format != .ics || request.kind == .calendar else {
      throw Fault(.importFormatUnfit, field: "format")
    }
    guard format != .csv || request.kind != .all else { throw Fault(.importKindNeeded, field: "kind") }
    let kinds = request.kind == .all ? Campus.ImportKind.tables : [request.kind]
    let stored = try await call.read { db in
      try kinds.map { kind in (kind: kind, entries: try ImportTables.of(kind).stored(db)) }
    }
    var writing = ExportWriting(stored)
    writing.resolve(try await emails(of: writing.people, call))
    return try writing.file(format, request.kind, at: call.now)
  }

  /// The addresses of these accounts. On a site that sends mail, only those that somebody has confirmed.
  private func emails(of people: [PersonID], _ call: Call) async throws -> [PersonID: EmailAddress] {
    var emails: [PersonID: EmailAddress] = [:]
    var rest = people[...]
    while !rest.isEmpty {
      let asked = Auth.FindPeople(people: Array(rest.prefix(CampusService.accountsAStep)))
      for account in try await call.ask(asked).items { emails[account.person] = account.email }
      rest = rest.dropFirst(CampusService.accountsAStep)
    }
    return emails
  }
}
