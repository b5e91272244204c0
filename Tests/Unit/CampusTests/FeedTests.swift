import Calendar
import Schema
import Testing
import TestSupport

@testable import campus

@Suite("Feeds hold what a calendar shows, behind addresses that are stored as hashes")
struct SchoolFeedTests {
  private func frame(_ language: Alerts.Language = .english) throws -> FeedFrame {
    try FeedFrame(zone: try Zone.named("America/New_York"), language: language, at: Program.start)
  }

  private func day(_ date: String, _ state: Campus.DayState, note: String? = nil) throws -> SchoolDay {
    let type = Campus.DayType(
      id: .random(), name: DayTypeName(checked: "Day 1"), inRotation: true, weekday: nil, periods: [],
      bell: nil)
    return SchoolDay(
      date: try #require(CivilDate(date)), state: state, term: TermID(RawUUID(high: 1, low: 2)),
      dayType: state == .school ? type : nil, bell: nil, note: note.map { DayNote(checked: $0) },
      exception: nil, closing: nil)
  }

  @Test("the cycle has each school day by its day type, and each closed day by its reason")
  func cycle() throws {
    let days = [
      try day("2026-10-16", .school), try day("2026-10-17", .noSchool),
      try day("2026-10-19", .closed, note: "Snow"), try day("2026-10-20", .closed),
    ]
    let events = try frame().cycle(days)
    #expect(events.map(\.summary) == ["Day 1", "No school: Snow", "No school"])
    #expect(Set(events.map(\.uid)).count == 3)
    #expect(try frame(.german).cycle(days).map(\.summary) == ["Day 1", "Schulfrei: Snow", "Schulfrei"])
    #expect(
      try frame(.french).cycle(days).map(\.summary) == ["Day 1", "Pas de cours\u{a0}: Snow", "Pas de cours"])
    #expect(try frame().cycle(days) == events)
  }

  @Test("lunch names some dishes in the title and all below, and nothing is served on a closed day")
  func lunch() throws {
    let names = ["Burger", "Fries", "Soup", "Salad"]
    let dishes = names.map {
      Campus.Dish(
        id: .random(), name: Campus.DishName(checked: $0), allergens: [], diets: [], price: nil,
        currency: nil, digits: nil, energy: nil, fat: nil, saturates: nil, carbohydrates: nil, sugar: nil,
        fiber: nil, protein: nil, salt: nil)
    }
    let station = Campus.LunchStation(name: Campus.StationName(checked: "Grill"), dishes: dishes)
    let menus = try ["2026-10-16", "2026-10-19"].map {
      LunchRow(date: try #require(CivilDate($0)), stations: [station], version: 1)
    }
    let events = try frame().lunch(
      menus, [try day("2026-10-19", .closed)], tokenHash: Array(repeating: 7, count: 32))
    #expect(events.map(\.summary) == ["Burger, Fries, Soup"])
    #expect(events.first?.description == "Grill: Burger, Fries, Soup, Salad")
  }

  @Test("two meetings on a day are two events, whose ids stay when the bells move")
  func ids() throws {
    func uids(_ hours: [Int64]) throws -> [String] {
      let id = ActivityID(RawUUID(high: 3, low: 4))
      return try frame().activities(
        hours.map { hour in
          let start = Program.start.advanced(by: .seconds(hour * 3600))
          return Campus.ActivityMeeting(
            activity: id, name: .sample, date: .sample, starts: start,
            ends: start.advanced(by: .seconds(1800)), place: nil)
        }
      ).map(\.uid)
    }
    #expect(try Set(uids([1, 5])).count == 2)
    #expect(try uids([1, 5]) == uids([2, 6]))
  }

  @Test("a feed ends where a reply would be too long, and is a whole file all the same")
  func length() throws {
    let events = (0..<7000).map { number in
      Calendar.CalendarEvent(
        uid: "\(number)", sequence: 0, stamp: Program.start, start: .date(.sample),
        summary: String(repeating: "x", count: 300))
    }
    let text = try frame().text(.lunch, events)
    #expect(text.utf8.count < FeedFrame.maxBytes && text.hasSuffix("END:VCALENDAR\r\n"))
  }

  @Test("a new address ends the earlier one of its kind alone, and an unknown one is not found")
  func addresses() async throws {
    try await CampusProgram.with { campus in
      let ada = TestPerson()
      func read(_ path: String?) async throws -> Campus.FeedCalendar {
        let last = try #require(path?.split(separator: "/").last)
        let token = try #require(FeedToken(String(last)))
        return try await campus.program.ask(Campus.ReadFeed(token: token))
      }
      let first = try await campus.program.ask(Campus.ReplaceFeeds(), as: ada)
      let second = try await campus.program.ask(Campus.ReplaceFeeds(kind: .lunch), as: ada)
      #expect(second.cycle == nil && second.lunch != nil)
      let calendar = try await read(first.cycle)
      #expect(calendar.text?.hasPrefix("BEGIN:VCALENDAR\r\n") == true)
      let token = try #require(FeedToken(String(first.cycle?.split(separator: "/").last ?? "")))
      let again = try await campus.program.ask(
        Campus.ReadFeed(token: token, state: StateTag(calendar.etag)))
      #expect(again.text == nil && again.etag == calendar.etag)
      await #expect(throws: Fault.self) { _ = try await read(first.lunch) }
      _ = try await read(second.lunch)
      _ = try await campus.program.ask(Campus.EndFeed(kind: .cycle), as: ada)
      await #expect(throws: Fault.self) { _ = try await read(first.cycle) }
      let states = try await campus.program.ask(Campus.ListFeeds(), as: ada).items
      #expect(Set(states.map(\.kind)) == [.classes, .activities, .lunch])
      #expect(states.first { $0.kind == .lunch }?.lastRead == Program.start)
      _ = try await campus.program.ask(Campus.ErasePerson(person: ada.id), from: .auth)
      await #expect(throws: Fault.self) { _ = try await read(second.lunch) }
    }
  }
}
