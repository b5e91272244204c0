import Schema
import ServiceKit
import Store

/// Changes of rosters, by class.
struct RosterChanges: Sendable {
  private var added: [ClassID: [PersonID]] = [:]
  private var removed: [ClassID: [PersonID]] = [:]

  mutating func add(_ person: PersonID, to id: ClassID) { added[id, default: []].append(person) }
  mutating func remove(_ person: PersonID, from id: ClassID) { removed[id, default: []].append(person) }

  /// The events, each within its limits.
  var events: [Campus.RosterChanged] {
    let most = Campus.RosterChanged.maxPeople
    return Set(added.keys).union(removed.keys).sorted { $0.description < $1.description }.flatMap { id in
      let (joined, left) = (added[id] ?? [], removed[id] ?? [])
      return stride(from: 0, to: max(joined.count, left.count), by: most).map { first in
        Campus.RosterChanged(
          id: id, added: Array(joined.dropFirst(first).prefix(most)),
          removed: Array(left.dropFirst(first).prefix(most)))
      }
    }
  }
}

extension Database {
  /// Brings the published roster rows of a person in line with their schedule of the term that runs.
  func syncRoster(of person: PersonID, term: TermID?, _ changes: inout RosterChanges) throws {
    let wanted = Set(try term.map { try chosenClasses(of: person, term: $0).values.map(\.id) } ?? [])
    let published = Set(
      try all(
        "SELECT class FROM roster WHERE person = ? LIMIT ?", person.raw, BlockNumber.limits.count
      ) { ClassID(try $0.id("class")) })
    for id in wanted.subtracting(published) {
      try run("INSERT INTO roster(class, person) VALUES (?, ?)", id.raw, person.raw)
      changes.add(person, to: id)
    }
    for id in published.subtracting(wanted) {
      try run("DELETE FROM roster WHERE class = ? AND person = ?", id.raw, person.raw)
      changes.remove(person, from: id)
    }
  }

  /// Takes an erased person off all rosters.
  /// - Returns: True if more may be left.
  func leaveRosters(_ person: PersonID, limit: Int, _ call: Call) throws -> Bool {
    var changes = RosterChanges()
    try syncRoster(of: person, term: nil, &changes)
    for event in changes.events { try publish(event, to: .programs, call) }
    return false
  }
}

extension CampusService {
  /// Every student of every class of the term that runs, a row each.
  var rosters: SnapshotTable {
    SnapshotTable { db, key, limit in
      let after = try key.map { (try $0.raw(0), try $0.raw(1)) } ?? (.min, .min)
      let rows = try db.all(
        "SELECT class, person FROM roster WHERE (class, person) > (?, ?) ORDER BY class, person LIMIT ?",
        after.0, after.1, limit
      ) { (ClassID(try $0.id("class")), PersonID(try $0.id("person"))) }
      .map { id, person in
        SnapshotRow(
          key: [id.description, person.description],
          [
            try OutboxEvent.snapshot(
              of: Campus.RosterChanged(id: id, added: [person], removed: []), to: .programs)
          ])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }

  /// Every class of the catalogue, a row each.
  var listedClasses: SnapshotTable {
    SnapshotTable { db, key, limit in
      let rows = try db.all(
        "SELECT \(ClassRow.columns) FROM class WHERE id > ? ORDER BY id LIMIT ?", try key?.raw(0) ?? .min,
        limit, map: ClassRow.init(row:)
      ).map { row in
        SnapshotRow(
          key: [row.id.description], [try OutboxEvent.snapshot(of: row.listed, to: .programs)])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }
}
