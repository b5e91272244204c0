import Schema
import ServiceKit
import Store

/// A person's events.
extension EventsService {
  /// A deleted event can be restored for 30 days; then it is purged.
  static let restoreLimit = Duration.seconds(30 * 24 * 3600)

  func registerEvents(in handlers: inout Handlers) {
    handlers.on(Events.ListEvents.self, listEvents)
    handlers.on(Events.AddEvent.self, addEvent)
    handlers.on(Events.GetEvent.self, getEvent)
    handlers.on(Events.GetCountdown.self, getCountdown)
    handlers.on(Events.EditEvent.self, editEvent)
    handlers.on(Events.DeleteEvent.self, deleteEvent)
    handlers.on(Events.RestoreEvent.self, restoreEvent)
    handlers.on(Events.SearchEvents.self, searchEvents)
    registerPictures(in: &handlers)
    registerDates(in: &handlers)
    registerSharing(in: &handlers)
    registerCalendars(in: &handlers)
    registerPeople(in: &handlers)
  }

  func addEvent(_ request: Events.AddEvent, _ call: Call) async throws -> EncodedReply<Events.AddedEvent> {
    let person = try call.person
    let picture = try await claimed(request.picture, call)
    return try await call.write { db in
      let circle = try db.circle(request.visibility ?? .private, request.course, of: person)
      let event = try EventRow(
        request, by: person, ownZone: try db.zone(of: person), circle: circle, picture: picture,
        now: call.now)
      try db.insert(event)
      try db.publishPicture(of: event, instead: nil, call)
      try db.publish(Events.EventAdded(id: event.id), to: try db.audience(of: event), call)
      return try db.added(event, try db.replan(event, instead: [], call), call)
    }
  }

  func getEvent(_ request: Events.GetEvent, _ call: Call) async throws -> Events.CalendarEvent {
    let person = try call.person
    return try await call.read { db in
      try db.shown(try db.visibleEvent(request.id, for: person), to: person, at: call.now)
    }
  }

  func getCountdown(_ request: Events.GetCountdown, _ call: Call) async throws -> Events.CountdownReading {
    let person = try call.person
    let target = try await call.read { db in
      try db.visibleEvent(request.id, for: person).next(at: call.now)
    }
    let isMagic = request.magic ?? false
    let countdown = Countdown(to: target, at: call.now, wand: isMagic)
    guard !isMagic || countdown.isWandOn else { throw Fault(.magicTooClose) }
    return Events.CountdownReading(countdown, to: target, at: call.now)
  }

  func editEvent(_ request: Events.EditEvent, _ call: Call) async throws -> EncodedReply<Events.AddedEvent> {
    let person = try call.person
    let picture = try await claimed(request, call)
    return try await call.write { db in
      let event = try db.ownEvent(request.id, of: person)
      guard event.version == request.version else {
        throw try Fault.changedElsewhere(current: try db.shown(event, to: person, at: call.now))
      }
      let circle = try db.circle(after: request, of: event)
      let edited = try event.applying(
        request, ownZone: try db.zone(of: person), circle: circle, picture: picture, now: call.now)
      let alerts =
        try edited == event ? db.alerts(of: event, at: call.now) : db.change(event, to: edited, call)
      return try db.added(edited, alerts, call)
    }
  }

  func deleteEvent(_ request: Events.DeleteEvent, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      guard var event = try db.storedEvent(request.id), event.owner == person else { throw Fault(.notFound) }
      guard event.deleted == nil else { return Empty() }
      let audience = try db.audience(of: event)
      let planned = try db.alerts(of: event, at: call.now)
      event.deleted = call.now
      event.revise(call.now)
      try db.update(event)
      try db.publish(Events.EventDeleted(id: event.id), to: audience, call)
      try db.replan(event, instead: planned, call)
      return Empty()
    }
  }

  func restoreEvent(_ request: Events.RestoreEvent, _ call: Call) async throws -> EncodedReply<
    Events.CalendarEvent
  > {
    let person = try call.person
    return try await call.write { db in
      guard var event = try db.storedEvent(request.id), event.owner == person else { throw Fault(.notFound) }
      if let deleted = event.deleted {
        guard call.now.since(deleted) <= EventsService.restoreLimit else { throw Fault(.notFound) }
        try db.requirePlace(of: person)
        event.deleted = nil
        event.revise(call.now)
        try event.schedule(call.now)
        try db.update(event)
        try db.publish(Events.EventRestored(id: event.id), to: try db.audience(of: event), call)
        try db.replan(event, instead: [], call)
      }
      return try db.shown(event, to: person, at: call.now)
    }
  }
}

extension Database {
  /// Stores an edit, publishes it to those who see the event or no longer do, and replans its alerts.
  func change(
    _ event: EventRow, to edited: EventRow, _ call: Call
  ) throws -> [Alerts.AlertPlanned] {
    let planned = try alerts(of: event, at: call.now)
    try update(edited)
    try publishPicture(of: edited, instead: event.picture, call)
    try publish(Events.EventChanged(id: edited.id), to: try audience(of: edited), call)
    if event.circle != edited.circle { try drop(event, from: edited, call) }
    return try replan(edited, instead: planned, call)
  }

  /// Deletes the answers of people who no longer see the event, and publishes its deletion to them.
  private func drop(_ event: EventRow, from edited: EventRow, _ call: Call) throws {
    let still = Set(try others(seeing: edited))
    let gone = try others(seeing: event).filter { !still.contains($0) }
    guard !gone.isEmpty else { return }
    for person in gone {
      try run("DELETE FROM answer WHERE event = ? AND person = ?", event.id.raw, person.raw)
    }
    try publish(Events.EventDeleted(id: event.id), to: .people(gone), call)
  }

  fileprivate func added(
    _ event: EventRow, _ alerts: [Alerts.AlertPlanned], _ call: Call
  ) throws -> Events.AddedEvent {
    Events.AddedEvent(
      event: try shown(event, to: event.owner, at: call.now),
      isAdjusted: try EventTimes(event.when, nil).first.isAdjusted,
      reminder: alerts.contains { $0.person == event.owner } ? .planned : .none)
  }
}

extension Events.CountdownReading {
  init(_ countdown: Countdown, to target: Instant, at now: Instant) {
    let digits = countdown.digits
    self.init(
      now: now, target: target, isOver: countdown.isPast, isMagic: countdown.isWandOn,
      mayBeMagic: countdown.isWandEnabled, days: digits.days, hours: digits.hours, minutes: digits.minutes,
      seconds: digits.seconds,
      until: Events.UntilValues(
        weeks: countdown.value(in: .weeks), days: countdown.value(in: .days),
        hours: countdown.value(in: .hours), minutes: countdown.value(in: .minutes),
        seconds: countdown.value(in: .seconds)))
  }
}
