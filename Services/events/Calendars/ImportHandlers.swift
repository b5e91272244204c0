import Calendar
import Schema
import ServiceKit
import Store

/// Reads calendar files, one at a time: 1 MB takes a tenth of a second, and other requests need a reply in
/// the meantime.
actor CalendarDesk {
  func read(_ file: CalendarFile) throws(Fault) -> ReadCalendar {
    do { return try CalendarReader.read(Array(file.text.utf8)) } catch { throw Fault(error.code) }
  }
}

/// Import of calendar files.
extension EventsService {
  /// The limit of events per transaction.
  static let importsAStep = 100

  /// Imports a file. Events stored before a failure stay; the same file again adds the rest.
  func importCalendar(
    _ request: Events.ImportCalendar, _ call: Call
  ) async throws -> Events.ImportedCalendar {
    let person = try call.person
    let file = try await desk.read(request.calendar)
    let (zone, shared) = try await call.read { db in
      (try db.zone(of: person), try db.sharedUIDs(for: person))
    }
    var reading = try ImportReading(file, ownZone: zone)
    let events = reading.events()
    let source = ImportSource(person: person, shared: shared, isOwn: file.isOwn)
    var tally = ImportTally(problems: reading.problems)
    tally.skipped = file.eventsLeftOut + file.events.count - events.count
    var rest = events[...]
    while !rest.isEmpty {
      let step = rest.prefix(EventsService.importsAStep)
      rest = rest.dropFirst(EventsService.importsAStep)
      let before = tally
      tally = try await call.store.write { try $0.take(step, of: source, before, call) }
    }
    return tally.result
  }
}
