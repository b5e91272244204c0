import Calendar
import Schema
import ServiceKit
import Store

/// Reads calendar files, one at a time: 1 MB takes a tenth of a second, and other requests need a reply in
/// the meantime.
actor CalendarDesk {
  func read(_ file: CalendarFile, zone: Zone?) throws(Fault) -> ReadCalendar {
    do { return try CalendarReader.read(Array(file.text.utf8), zone: zone) } catch { throw Fault(error.code) }
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
    let (name, shared) = try await call.read { db in
      (try db.zone(of: person), try db.sharedUIDs(for: person))
    }
    let zone: Zone?
    do { zone = try name.map { try Zone.named($0) } } catch { throw Fault(.zoneUnusable) }
    let file = try await desk.read(request.calendar, zone: zone)
    var reading = ImportReading(file, ownZone: zone, legacyLine: request.legacyLine)
    let events = reading.events()
    let source = ImportSource(person: person, shared: shared, isOwn: file.isOwn)
    var tally = ImportTally(problems: reading.problems)
    tally.skipped = file.eventsLeftOut + reading.skipped
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

extension Events.ImportCalendar {
  /// The first line whose text depends on the encoding, unless that is UTF-8.
  var legacyLine: Int? {
    guard encoding != nil else { return nil }
    let newline = UInt8(ascii: "\n")
    return 1 + calendar.text.utf8.prefix { $0 < 0x80 }.count { $0 == newline }
  }
}
