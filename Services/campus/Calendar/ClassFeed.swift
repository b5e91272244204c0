import Calendar
import Schema
import Store

extension Database {
  /// The meetings of the classes that a person takes or teaches. A canceled one stays, marked as such.
  func classEvents(of person: PersonID, _ frame: FeedFrame) throws -> [Calendar.CalendarEvent] {
    let taught = try taughtClasses(of: person)
    var terms: [TermID: [BlockNumber: ClassRow]] = [:]
    var events: [Calendar.CalendarEvent] = []
    for day in try schoolDays(from: frame.from, to: frame.to) where day.isSchool {
      guard let term = day.term else { continue }
      let classes = try terms[term] ?? weekClasses(of: person, taught, term: term)
      terms[term] = classes
      guard !classes.isEmpty else { continue }
      let notices = try notices(of: Set(classes.values.map(\.id)), on: day.date)
      var seen: [ClassID: Int] = [:]
      for slot in day.slots(lunch: classes.compactMapValues(\.lunch)) {
        guard let row = slot.block.flatMap({ classes[$0] }) else { continue }
        let number = seen[row.id, default: 0]
        seen[row.id] = number + 1
        events.append(frame.event(row, notices[row.id], slot, day, number))
      }
    }
    return events
  }
}

extension FeedFrame {
  /// - Parameter number: The class's earlier meetings of the day, such as before lunch.
  fileprivate func event(
    _ row: ClassRow, _ notice: Campus.SlotNotice?, _ slot: DaySlot, _ day: SchoolDay, _ number: Int
  ) -> Calendar.CalendarEvent {
    let (starts, ends) = slot.moments(on: day.date, in: zone)
    let isCancelled = notice?.isCancelled == true
    let lines = [notice?.substitute ?? row.teacherName, notice?.note].compactMap { $0 }
    var event = Calendar.CalendarEvent(
      uid: FeedFrame.uid([row.id.raw.bytes, Array("\(day.date) \(number)".utf8)]), sequence: 0, stamp: stamp,
      start: .utc(starts), end: .utc(ends),
      summary: isCancelled ? words.title(words.cancelled, row.name) : row.name,
      description: lines.isEmpty ? nil : lines.joined(separator: "\n"), location: notice?.room ?? row.room)
    if isCancelled { event.status = .cancelled }
    return event
  }
}
