import Schema
import Testing

@testable import events

@Suite("Alerts follow from an event, its answers and the moment")
struct EventAlertTests {
  private let owner = [RemindedPerson(person: EventSample.owner, answer: nil)]

  private func fires(_ event: EventRow, at now: Instant = EventSample.now) throws -> [String] {
    try event.alerts(of: owner, at: now).map(\.at.description)
  }

  @Test("one at each lead that is still ahead")
  func leads() throws {
    let event = try EventSample.row(EventSample.time("2026-10-16T19:00"), leads: [0, 60, 1440, 10080])
    #expect(
      try fires(event) == [
        "2026-10-16T23:00:00.000Z", "2026-10-16T22:00:00.000Z", "2026-10-15T23:00:00.000Z",
      ])
    #expect(try fires(event, at: EventSample.instant("2026-10-16T22:00:00Z")).count == 1)
  }

  @Test("a day before is the same time of day, across a change of the clocks")
  func daylight() throws {
    let event = try EventSample.row(EventSample.time("2026-11-01T19:00"), leads: [1440])
    #expect(try fires(event) == ["2026-10-31T23:00:00.000Z"])
  }

  @Test("of an all-day event at 09:00 in its zone, and of use while the day lasts")
  func morning() throws {
    let event = try EventSample.row(EventSample.time("2026-10-20"), leads: [0, 1440])
    let alerts = try event.alerts(of: owner, at: EventSample.now)
    #expect(alerts.map(\.at.description) == ["2026-10-20T13:00:00.000Z", "2026-10-19T13:00:00.000Z"])
    #expect(alerts[0].until == EventSample.instant("2026-10-21T04:00:00Z"))
    #expect(alerts[1].until == EventSample.instant("2026-10-20T04:00:00Z"))
    #expect(alerts[0].text.key == "event.dayReminder")
  }

  @Test("a repeating one has one alert a lead: the next that fires, and the rule it comes by")
  func repeats() throws {
    let event = try EventSample.row(
      EventSample.time("2026-10-16T19:00"), rule: "FREQ=DAILY", leads: [0, 10080])
    let alerts = try event.alerts(of: owner, at: EventSample.now)
    // The week before tomorrow's is past: the first that can still come is a week and a day ahead.
    #expect(alerts.map(\.at.description) == ["2026-10-16T23:00:00.000Z", "2026-10-15T23:00:00.000Z"])
    #expect(alerts[1].until == EventSample.instant("2026-10-22T23:00:00Z"))
    #expect(alerts.allSatisfy { $0.recurrence?.text == "FREQ=DAILY" })
    #expect(event.moves == alerts[1].at)
  }

  @Test("it says whether the event has a picture, so that another one is planned when it gets or loses it")
  func pictured() throws {
    var event = try EventSample.row(EventSample.time("2026-10-16T19:00"))
    let bare = try event.alerts(of: owner, at: EventSample.now)
    event.picture = EventPicture(object: .sample, credit: nil, crop: nil)
    let pictured = try event.alerts(of: owner, at: EventSample.now)
    let named = [bare, pictured].map { $0.map { $0.text.values.contains { $0.name == "hasPicture" } } }
    #expect(named == [[false], [true]] && bare != pictured)
  }

  @Test("what a late move has not told is not planned yet")
  func late() throws {
    let event = try EventSample.row(EventSample.time("2026-10-16T19:00"), rule: "FREQ=DAILY")
    let days = EventSample.instant("2026-10-20T00:00:00Z")
    #expect(try fires(event, at: days) == ["2026-10-16T23:00:00.000Z"])
    var moved = event
    try moved.schedule(days)
    #expect(try fires(moved, at: days) == ["2026-10-20T23:00:00.000Z"])
  }

  @Test(
    "I9: of reminders that passed unplanned the latest is planned, whatever the rule and their number",
    arguments: [
      ("FREQ=DAILY", "2026-10-17T00:00:00Z", []),
      ("FREQ=DAILY", "2026-10-18T00:00:00Z", ["2026-10-17T23:00:00.000Z"]),
      ("FREQ=DAILY", "2026-10-17T23:00:00Z", ["2026-10-17T23:00:00.000Z"]),
      ("FREQ=DAILY", "2036-11-20T12:00:00Z", ["2036-11-20T00:00:00.000Z"]),
      ("FREQ=DAILY;COUNT=3", "2027-01-01T00:00:00Z", ["2026-10-18T23:00:00.000Z"]),
      ("FREQ=WEEKLY", "2026-11-01T12:00:00Z", ["2026-10-30T23:00:00.000Z"]),
      ("FREQ=YEARLY", "2029-01-01T00:00:00Z", ["2028-10-16T23:00:00.000Z"]),
    ] as [(String, String, [String])])
  func missed(rule: String, now: String, planned: [String]) throws {
    let event = try EventSample.row(EventSample.time("2026-10-16T19:00"), rule: rule, leads: [0])
    let missed = try event.missedAlerts(of: owner, at: EventSample.instant(now))
    #expect(missed.map(\.at.description) == planned)
    #expect(missed.allSatisfy { $0.text.values.contains { $0.text == planned.first } })
  }

  @Test("I9: a moved date is the latest, a skipped one is not, and each lead has its own")
  func missedExceptions() throws {
    var event = try EventSample.row(
      EventSample.time("2026-10-16T19:00"), rule: "FREQ=DAILY", leads: [0, 1440])
    let now = EventSample.instant("2026-10-20T12:00:00Z")
    let leads = ["2026-10-19T23:00:00.000Z", "2026-10-19T23:00:00.000Z"]
    #expect(try event.missedAlerts(of: owner, at: now).map(\.at.description) == leads)
    event.exceptions = try #require(EventExceptions(stored: "2026-10-19"))
    let skipped = ["2026-10-18T23:00:00.000Z", "2026-10-19T23:00:00.000Z"]
    #expect(try event.missedAlerts(of: owner, at: now).map(\.at.description) == skipped)
    event.exceptions = try #require(EventExceptions(stored: "2026-10-19>2026-10-20T06:00:00"))
    let moved = ["2026-10-20T10:00:00.000Z", "2026-10-19T23:00:00.000Z"]
    #expect(try event.missedAlerts(of: owner, at: now).map(\.at.description) == moved)
    event.leads = nil
    #expect(try event.missedAlerts(of: owner, at: now).isEmpty)
    let single = try EventSample.row(EventSample.time("2026-10-16T19:00"), leads: [0])
    #expect(try single.missedAlerts(of: owner, at: now).isEmpty)
  }

  @Test("none of a deleted event, none without leads; why says who answered")
  func why() throws {
    var event = try EventSample.row(EventSample.time("2026-10-16T19:00"))
    let guest = RemindedPerson(person: PersonID(RawUUID(high: 2, low: 2)), answer: .maybe)
    let reasons = try event.alerts(of: owner + [guest], at: EventSample.now).map(\.because.all[0].key)
    #expect(reasons == ["event.yours", "event.answered"])
    event.deleted = EventSample.now
    #expect(try fires(event) == [])
    event.deleted = nil
    event.leads = nil
    #expect(try fires(event) == [])
  }

  @Test("a new event that says nothing has one at its time, one that wants none has none")
  func unsaid() throws {
    let when = EventSample.time("2026-10-16T19:00")
    #expect(try fires(EventSample.row(when)) == ["2026-10-16T23:00:00.000Z"])
    #expect(try fires(EventSample.row(when, leads: [])) == [])
  }
}
