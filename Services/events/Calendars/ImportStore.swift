import Calendar
import Schema
import ServiceKit
import Store

/// The person who imports a file, and the uids already shared with them.
struct ImportSource: Sendable {
  let person: PersonID
  /// The uids of events that others share with the person.
  let shared: Set<String>
  /// True if Quad wrote the file: its reminders are those of files, not of the events.
  let isOwn: Bool
}

/// The results of an import so far.
struct ImportTally: Sendable {
  var problems: ImportProblems
  var added = 0
  var updated = 0
  var unchanged = 0
  var skipped = 0
  private var saidTooMany = false

  init(problems: ImportProblems) { self.problems = problems }

  mutating func skip(_ event: ImportedEvent, _ kind: ImportProblemKind) {
    skipped += 1
    // All later events exceed the limit too, so it is reported once.
    if kind == .tooManyEvents, saidTooMany { return }
    saidTooMany = saidTooMany || kind == .tooManyEvents
    problems.add(event.line, kind)
  }

  mutating func skip(_ event: ImportedEvent, _ fault: Fault) {
    skipped += 1
    problems.add(event.line, fault.code, fault.message)
  }

  var result: Events.ImportedCalendar {
    Events.ImportedCalendar(
      added: added, updated: updated, unchanged: unchanged, skipped: skipped, problems: problems.byLine,
      moreProblems: problems.more)
  }
}

/// The state of an event in the last imported file.
private struct ImportMark {
  let sequence: Int64
  let digest: [UInt8]
}

extension Database {
  func sharedUIDs(for person: PersonID) throws -> Set<String> {
    var found: Set<String> = []
    for circle in try circles(of: person) {
      let uids = try all(
        "SELECT uid FROM event WHERE \(circle.column) = ? AND owner <> ? AND deleted_at IS NULL LIMIT ?",
        circle.raw, person.raw, Database.maxEvents
      ) { try $0.text("uid") }
      found.formUnion(uids)
    }
    return found
  }

  /// Imports some events of a file, and publishes the change to their owner once.
  func take(
    _ events: ArraySlice<ImportedEvent>, of source: ImportSource, _ before: ImportTally, _ call: Call
  ) throws -> ImportTally {
    var tally = before
    var free = try freePlaces(of: source.person)
    for event in events {
      do {
        let known = try storedEvent(uid: event.uid, of: source.person)
        guard let known, known.deleted == nil else {
          try bring(event, instead: known, of: source, free: &free, &tally, call)
          continue
        }
        try update(known, from: event, of: source, &tally, call)
      } catch let fault as Fault { tally.skip(event, fault) }
    }
    if tally.added > before.added || tally.updated > before.updated {
      try publish(Events.ListsChanged(person: source.person), to: .people([source.person]), call)
    }
    return tally
  }

  /// Adds an event, or restores a deleted one with its uid.
  private func bring(
    _ event: ImportedEvent, instead known: EventRow?, of source: ImportSource, free: inout Int,
    _ tally: inout ImportTally, _ call: Call
  ) throws {
    guard !source.shared.contains(event.uid) else { return tally.skip(event, .eventShared) }
    guard free > 0 else { return tally.skip(event, .tooManyEvents) }
    var row = known ?? EventRow(event, of: source.person, call.now)
    row.take(event, reminders: true)
    row.deleted = nil
    if known != nil {
      row.version += 1
      row.revise(call.now, atLeast: event.sequence)
    }
    try row.schedule(call.now)
    try known == nil ? place(row) : update(row)
    try mark(row.id, event)
    try replan(row, instead: [], call)
    if known != nil { try publish(Events.EventRestored(id: row.id), to: try audience(of: row), call) }
    free -= 1
    tally.added += 1
  }

  private func update(
    _ known: EventRow, from event: ImportedEvent, of source: ImportSource, _ tally: inout ImportTally,
    _ call: Call
  ) throws {
    let last = try importMark(of: known.id)
    guard last?.digest != event.digest else {
      tally.unchanged += 1
      return
    }
    var row = known
    row.take(event, reminders: !source.isOwn)
    try row.schedule(call.now)
    if try row.leads == known.leads && row.isWritten(like: known) {
      if !source.isOwn { try mark(known.id, event) }
      tally.unchanged += 1
      return
    }
    guard event.sequence >= last?.sequence ?? known.sequence else { return tally.skip(event, .eventOlder) }
    let planned = try alerts(of: known, at: call.now)
    row.version += 1
    row.revise(call.now, atLeast: event.sequence)
    try update(row)
    try mark(row.id, event)
    if row.circle != nil { try publish(Events.EventChanged(id: row.id), to: try audience(of: row), call) }
    try replan(row, instead: planned, call)
    tally.updated += 1
  }

  /// The owner's event with this uid, preferably one that is not deleted.
  private func storedEvent(uid: String, of owner: PersonID) throws -> EventRow? {
    try one(
      """
      SELECT \(EventRow.columns) FROM event WHERE owner = ? AND uid = ?
      ORDER BY deleted_at IS NOT NULL, deleted_at DESC LIMIT 1
      """,
      owner.raw, uid
    ) { try EventRow($0) }
  }

  private func importMark(of event: EventID) throws -> ImportMark? {
    try one("SELECT sequence, digest FROM imported_event WHERE event = ?", event.raw) {
      ImportMark(sequence: try $0.int("sequence"), digest: try $0.blob("digest"))
    }
  }

  private func mark(_ id: EventID, _ event: ImportedEvent) throws {
    try run(
      """
      INSERT INTO imported_event(event, sequence, digest) VALUES (?, ?, ?)
      ON CONFLICT(event) DO UPDATE SET sequence = excluded.sequence, digest = excluded.digest
      """,
      id.raw, event.sequence, event.digest)
  }
}

extension EventRow {
  init(_ event: ImportedEvent, of owner: PersonID, _ now: Instant) {
    let id = EventID.timed(now)
    self.init(
      id: id, owner: owner, title: event.title, notes: nil, place: nil, when: event.when,
      minutes: event.minutes, recurrence: nil, leads: nil, picture: nil,
      look: .standard(of: id, title: event.title), next: now, last: now, moves: nil, uid: event.uid,
      sequence: event.sequence, added: now, deleted: nil, version: 1, revised: now)
  }

  /// Copies the values from the file. Its times may be past.
  mutating func take(_ event: ImportedEvent, reminders: Bool) {
    let zone = when.zone
    title = event.title
    notes = event.notes
    place = event.place
    when = event.moment.map { EventTime($0, on: zone, instead: event.when) } ?? event.when
    minutes = event.minutes
    recurrence = event.recurrence
    exceptions = event.exceptions
    if reminders { leads = event.leads }
  }

  fileprivate mutating func revise(_ now: Instant, atLeast least: Int64) {
    revise(now)
    sequence = max(sequence, least)
  }

  /// True if the two look the same in a calendar file.
  fileprivate func isWritten(like other: EventRow) throws(Fault) -> Bool {
    var composer = EventComposer()
    var (mine, others) = (try composer.compose(self), try composer.compose(other))
    for index in mine.indices { (mine[index].sequence, mine[index].stamp) = (0, revised) }
    for index in others.indices { (others[index].sequence, others[index].stamp) = (0, revised) }
    return mine == others
  }
}

extension EventTime {
  /// A moment in the zone that the event had, if that zone is known; otherwise `instead`.
  fileprivate init(_ moment: Instant, on name: ZoneName, instead: EventTime) {
    do { self.init(moment, in: try Zone.named(name)) } catch { self = instead }
  }
}
