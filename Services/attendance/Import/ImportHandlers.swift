import Schema
import ServiceKit
import Store

/// Reads files one at a time: other requests need a reply in the meantime.
actor RosterDesk {
  func read(_ request: Attendance.ImportRoster) throws(Fault) -> RosterReading { try RosterReading(request) }
}

/// Import of rosters, and the people who are expected on them.
extension AttendanceService {
  func registerImports(in handlers: inout Handlers) {
    handlers.on(Attendance.ImportRoster.self, importRoster)
    handlers.on(Attendance.ListExpected.self, listExpected)
    handlers.on(Attendance.RemoveExpected.self, removeExpected)
  }

  /// The import is one transaction. Files that are refused as a whole change nothing.
  func importRoster(
    _ request: Attendance.ImportRoster, _ call: Call
  ) async throws -> EncodedReply<Attendance.ImportedRoster> {
    let person = try call.person
    // This check comes first, so that nobody else learns whose addresses they are.
    try await call.read { db in _ = try db.taughtCourse(request.id, call) }
    let reading = try await desk.read(request)
    let people = reading.people.prefix(Database.maxOnRoster)
    let emails = Array(Set(people.map(\.email)).union(people.compactMap(\.adviser)))
    try lookUps.count(emails.count, by: person)
    let accounts = try await accounts(of: emails, call)
    if request.dryRun == true {
      return try EncodedReply(
        try await call.read { db in
          let seen = try db.taughtCourse(request.id, call)
          return try RosterPlan(reading, accounts, on: seen.row.id, db, call).result
        })
    }
    return try await call.write { db in
      let seen = try db.taughtCourse(request.id, call)
      let plan = try RosterPlan(reading, accounts, on: seen.row.id, db, call)
      try db.apply(plan, on: seen.row.id, call)
      let result = plan.result
      if seen.isAdministered, !plan.steps.isEmpty {
        let counts = "\(result.added) added, \(result.changed) changed, \(result.expected) expected"
        try db.audit(.rosterImported, of: seen.row.id.description, "\(seen.row.named): \(counts)", call)
      }
      return result
    }
  }

  private func accounts(
    of emails: [EmailAddress], _ call: Call
  ) async throws -> [EmailAddress: Auth.FoundAccount] {
    var accounts: [EmailAddress: Auth.FoundAccount] = [:]
    var rest = emails[...]
    while !rest.isEmpty {
      let found = try await call.ask(
        Auth.FindPeople(emails: Array(rest.prefix(ExpectedUpkeep.peopleAStep))))
      for account in found.items { accounts[account.email] = account }
      rest = rest.dropFirst(ExpectedUpkeep.peopleAStep)
    }
    return accounts
  }

  func listExpected(
    _ request: Attendance.ListExpected, _ call: Call
  ) async throws -> Page<Attendance.ExpectedPerson> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try NameKey($0) } ?? .first
    let found = try await call.read { db in
      try db.expected(on: try db.taughtCourse(request.id, call).row.id, after: key, limit: limit + 1)
    }
    return Page(found, limit: limit) {
      NameKey(name: $0.sortName, id: $0.id.raw).cursor
    } item: {
      $0.shown
    }
  }

  func removeExpected(
    _ request: Attendance.RemoveExpected, _ call: Call
  ) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      let seen = try db.taughtCourse(request.id, call)
      try db.deleteExpected(request.expected, on: seen.row.id)
      return Empty()
    }
  }
}
