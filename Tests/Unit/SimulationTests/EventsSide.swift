import Schema
import ServiceKit
import Store
import TestSupport

@testable import events

/// What a person does with events, at random.
struct EventsSide {
  var program: ProgramInProcess<EventsService>
  private var known: [EventID] = []
  private var deleted: [EventID] = []

  init(_ program: ProgramInProcess<EventsService>) { self.program = program }

  mutating func act(_ person: PersonID, _ random: inout Seeded) async throws {
    let call = program.call(person)
    switch Int.random(in: 0..<6, using: &random) {
    case 0...2:
      let leads = [[0], [0, 30], [10], [60, 1440]].randomElement(using: &random) ?? [0]
      let rule = Int.random(in: 0..<4, using: &random) == 0 ? RecurrenceText(checked: "FREQ=DAILY") : nil
      let added = try await program.service.addEvent(
        Events.AddEvent(
          title: EventTitle(checked: "An event"), when: when(&random), recurrence: rule,
          leads: .set(LeadTimes(checked: leads.compactMap { LeadTime(minutes: $0) }))), call)
      known.append(try added.decoded().event.id)
    case 3:
      guard let id = known.randomElement(using: &random) else { return }
      try await ignoring {
        let event = try await program.service.getEvent(Events.GetEvent(id: id), call)
        _ = try await program.service.editEvent(
          Events.EditEvent(id: id, version: event.version, when: .set(when(&random))), call)
      }
    case 4:
      guard let id = known.randomElement(using: &random) else { return }
      try await ignoring {
        _ = try await program.service.deleteEvent(Events.DeleteEvent(id: id), call)
        deleted.append(id)
      }
    default:
      guard let id = deleted.randomElement(using: &random) else { return }
      try await ignoring { _ = try await program.service.restoreEvent(Events.RestoreEvent(id: id), call) }
    }
  }

  /// Repeating events go on to their next time.
  func work() async throws {
    let call = program.context.ownCall()
    try await program.context.store.write { db in
      for id in try db.movingEvents(at: call.now, limit: 1000) { try db.moveRepeat(EventID(id), call) }
    }
  }

  /// Another person's object, or one that is gone: a refusal is an answer.
  private func ignoring(_ body: () async throws -> Void) async throws {
    do { try await body() } catch let fault as Fault {
      guard fault.kind != .internal else { throw fault }
    }
  }

  /// Between a minute and two days from now, in UTC.
  private func when(_ random: inout Seeded) -> EventTime {
    let minutes = Int.random(in: 1...2880, using: &random)
    let at = program.context.clock.now.advanced(by: .seconds(minutes * 60))
    let text = at.description
    return EventTime(
      date: CivilDate(String(text.prefix(10))) ?? .sample,
      time: TimeOfDay(String(text.dropFirst(11).prefix(5))), zone: ZoneName(checked: "UTC"))
  }
}
