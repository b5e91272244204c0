import Schema
import Store

/// An event as one of its viewers sees it.
extension Database {
  func shown(_ event: EventRow, to person: PersonID, at now: Instant) throws -> Events.CalendarEvent {
    let next = try event.next(at: now)
    let isMine = event.owner == person
    return Events.CalendarEvent(
      id: event.id, title: event.title, notes: event.notes, place: event.place, when: event.when, next: next,
      ends: try event.end(of: next), isPast: next <= now, minutes: event.minutes,
      recurrence: event.recurrence, exceptions: event.shownExceptions, leads: event.leads,
      picture: event.picture, drawing: event.look.drawing, color: event.look.color,
      visibility: event.visibility, course: event.course, owner: event.owner, isMine: isMine,
      answer: try answer(of: person, to: event.id),
      answers: try answerCounts(of: event.id), toDos: try toDoCounts(of: event.id),
      budget: try budgetSums(of: event.id), hasLink: try isMine && hasLink(event.id), added: event.added,
      version: event.version)
  }

  func answer(of person: PersonID, to event: EventID) throws -> Events.Answer? {
    try one("SELECT answer FROM answer WHERE event = ? AND person = ?", event.raw, person.raw) {
      try Events.Answer(stored: $0.text("answer"))
    }
  }

  func answerCounts(of event: EventID) throws -> Events.AnswerCounts {
    var counts: [Events.Answer: Int] = [:]
    let rows = try all(
      "SELECT answer, count(*) AS count FROM answer WHERE event = ? GROUP BY answer LIMIT 3", event.raw
    ) { (try Events.Answer(stored: $0.text("answer")), Int(try $0.int("count"))) }
    for (answer, count) in rows { counts[answer] = count }
    return Events.AnswerCounts(yes: counts[.yes] ?? 0, maybe: counts[.maybe] ?? 0, no: counts[.no] ?? 0)
  }

  func hasLink(_ event: EventID) throws -> Bool {
    try one("SELECT 1 FROM event_link WHERE event = ?", event.raw, map: { _ in true }) ?? false
  }
}

extension EventRow {
  /// Nil without exceptions.
  var shownExceptions: [Events.DateException]? { exceptions.isEmpty ? nil : exceptions.all }
}

extension Events.Answer {
  init(stored text: String) throws {
    guard let answer = Events.Answer(rawValue: text) else { throw DamagedRow(what: "answer \(text)") }
    self = answer
  }
}
