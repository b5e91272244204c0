import Calendar
import Schema
import SiteCommands

/// Events of the seeds.
extension SeedLoader {
  /// The number of attempts. events applies a membership a moment after its program has
  /// published it.
  private static let maxAttempts = 200
  private static let pause = Duration.milliseconds(50)

  func addEvent(_ index: Int, at time: Instant) async throws {
    let event = seeds.events[index]
    let isShared = (event.isShared ?? false) && seeds.apps.contains(.room)
    try await add(event, at: time, isShared ? .room : .private, SeedRow.event(index))
  }

  /// Adds an event with its to-dos and its budget.
  func add(
    _ event: Seeds.Event, at time: Instant, _ visibility: Events.Visibility, course: CourseID? = nil,
    _ row: String
  ) async throws {
    let object: ObjectName? =
      if let name = event.picture { try await picture(name, for: event.by, row) } else { nil }
    let request = Events.AddEvent(
      title: event.title, when: event.time(now: now), notes: event.notes, place: event.place,
      minutes: event.minutes, recurrence: event.recurrence, leads: event.leads.map { .set($0) } ?? .keep,
      picture: object.map { EventPicture(object: $0, credit: nil, crop: nil) }, visibility: visibility,
      course: course)
    for attempt in 1... {
      do {
        let added = try await send(request, as: event.by, at: time, event, row).event
        return try await addLists(
          of: event, added.id, isPrivate: visibility == .private && course == nil, at: time, row)
      } catch let failure as SeedFailure where failure.isTooEarly && attempt < SeedLoader.maxAttempts {
        try await Task.sleep(for: SeedLoader.pause)  // poll
      }
    }
  }
}

extension Seeds.Event {
  /// The time of a seed event on the clocks of this machine; in UTC if their zone has no name.
  fileprivate func time(now: Instant) -> EventTime {
    let moment = when.instant(now: now)
    let name = MachineZone.current.name
    let zone = name ?? ZoneName(checked: "Etc/UTC")
    if isAllDay ?? false { return EventTime(date: moment.siteDate, time: nil, zone: zone) }
    let wall = (name == nil ? Zone.utc : LocalTime.zone).wallTime(at: moment)
    return EventTime(date: wall.date, time: wall.time, zone: zone)
  }
}

extension Instant {
  /// The date in the site's zone.
  var siteDate: CivilDate {
    let parts = LocalTime.parts(of: self)
    return CivilDate(year: Int64(parts.year), month: Int64(parts.month), day: Int64(parts.day)) ?? .sample
  }
}

extension SeedFailure {
  /// True if events has not heard yet of a room or a course that the person is in.
  fileprivate var isTooEarly: Bool {
    fault.code == FaultCode.noRoom.code || fault.code == FaultCode.noCourse.code
  }
}
