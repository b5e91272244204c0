import Schema
import SiteCommands

/// Events of the seeds.
extension SeedLoader {
  /// The number of attempts. events applies a membership a moment after roomhub has published it.
  private static let maxAttempts = 200
  private static let pause = Duration.milliseconds(50)

  func addEvent(_ index: Int, at time: Instant) async throws {
    let event = seeds.events[index]
    let isShared = event.isShared ?? false
    let request = Events.AddEvent(
      title: event.title, when: event.time(now: now), notes: event.notes, place: event.place,
      minutes: event.minutes, recurrence: event.recurrence, leads: event.leads.map { .set($0) } ?? .keep,
      visibility: isShared ? .room : .private)
    for attempt in 1... {
      do {
        _ = try await send(request, as: event.by, at: time, event, SeedRow.event(index))
        return
      } catch let failure as SeedFailure
        where failure.fault.code == FaultCode.noRoom.code && attempt < SeedLoader.maxAttempts
      {
        try await Task.sleep(for: SeedLoader.pause)  // poll
      }
    }
  }
}

extension Seeds.Event {
  /// The time of a seed event in UTC. The site's own zone has a name only if `TZ` names one.
  fileprivate func time(now: Instant) -> EventTime {
    let moment = when.instant(now: now)
    let zone = ZoneName(checked: "Etc/UTC")
    if isAllDay ?? false {
      let parts = LocalTime.parts(of: moment)
      let date = CivilDate(year: Int64(parts.year), month: Int64(parts.month), day: Int64(parts.day))
      return EventTime(date: date ?? .sample, time: nil, zone: zone)
    }
    let wall = WallTime(secondsSince1970: moment.milliseconds / 1000)
    return EventTime(date: wall?.date ?? .sample, time: wall?.time ?? .midnight, zone: zone)
  }
}
