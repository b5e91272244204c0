import Schema
import ServiceKit
import Store

/// The calendar: everybody reads it, administrators change its entries.
extension CampusService {
  func registerCalendar(in handlers: inout Handlers) {
    handlers.on(Campus.GetCalendar.self, getCalendar)
    handlers.on(Campus.AddEntry.self, addEntry)
    handlers.on(Campus.ChangeEntry.self, changeEntry)
    handlers.on(Campus.DeleteEntry.self, deleteEntry)
    registerFeeds(in: &handlers)
  }

  func getCalendar(_ request: Campus.GetCalendar, _ call: Call) async throws -> Campus.SchoolCalendar {
    let person = try call.person
    try request.from.checkEntered("from")
    try request.to.checkEntered("to")
    let days = request.to.daysSince1970 - request.from.daysSince1970
    guard (0..<Int64(Campus.maxCalendarDays)).contains(days) else {
      throw Fault(.calendarRangeBad, field: "to")
    }
    return try await call.read { db in
      Campus.SchoolCalendar(
        entries: try db.entries(from: request.from, to: request.to),
        activities: try db.activityMeetings(of: person, from: request.from, to: request.to))
    }
  }

  func addEntry(_ request: Campus.AddEntry, _ call: Call) async throws -> EncodedReply<Campus.Entry> {
    try await call.write { db in
      let entry = Campus.Entry(
        id: .timed(call.now), title: request.title, starts: request.starts,
        ends: request.ends ?? request.starts, time: request.time, until: request.until,
        kind: request.kind ?? .event, grades: (request.grades?.all ?? []).sorted(),
        place: request.place, version: 1)
      try db.put(entry, call)
      try db.audit(.schoolChanged, of: entry.id.description, "added \(entry.named)", call)
      return entry
    }
  }

  func changeEntry(
    _ request: Campus.ChangeEntry, _ call: Call
  ) async throws -> EncodedReply<Campus.Entry> {
    try await call.write { db in
      let old = try db.entry(request.id)
      guard (request.version ?? old.version) == old.version else {
        throw try Fault.changedElsewhere(current: old)
      }
      let new = try old.applying(request)
      guard new != old else { return old }
      let changed = new.numbered(old.version + 1)
      try db.put(changed, call)
      try db.audit(.schoolChanged, of: old.id.description, "changed \(changed.named)", call)
      return changed
    }
  }

  func deleteEntry(_ request: Campus.DeleteEntry, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard let old = try db.storedEntry(request.id) else { return Empty() }
      try db.remove(old, call)
      try db.audit(.schoolChanged, of: old.id.description, "deleted \(old.named)", call)
      return Empty()
    }
  }
}

extension Campus.Entry {
  /// A few words for the audit log.
  fileprivate var named: String { "\(title) on \(starts)" }

  /// A first day alone moves the last one with it.
  fileprivate func applying(_ request: Campus.ChangeEntry) throws(Fault) -> Campus.Entry {
    let first = request.starts ?? starts
    let length = ends.daysSince1970 - starts.daysSince1970
    guard let last = request.ends ?? first.adding(days: length) else {
      throw Fault(.dateBad, field: "starts")
    }
    return Campus.Entry(
      id: id, title: request.title ?? title, starts: first, ends: last, time: request.time.applied(to: time),
      until: request.until.applied(to: until), kind: request.kind ?? kind,
      grades: request.grades.map { $0.all.sorted() }.applied(to: grades) ?? [],
      place: request.place.applied(to: place), version: version)
  }

  func numbered(_ version: Int64) -> Campus.Entry {
    Campus.Entry(
      id: id, title: title, starts: starts, ends: ends, time: time, until: until, kind: kind, grades: grades,
      place: place, version: version)
  }
}
