import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import attendance
@testable import auth
@testable import campus
@testable import events
@testable import guide
@testable import media_fetcher
@testable import notifier
@testable import roomhub

@Suite("What a program stores about people is in one list, from which it is exported and erased")
struct PersonalDataTests {
  /// Compares the list with the program's tables and its export, and runs its erasure over an empty store.
  private func gaps<S: Service, Export: Request>(
    _ service: S.Type, _ listed: [PersonalTable], others: Set<String> = [], _ export: Export.Type
  ) async throws -> [String] {
    try await withTemporaryFolder { folder in
      let bus = try await ProcessBus.start(in: folder)
      let program = try ProgramInProcess.start(
        service, in: folder, on: bus, at: Instant(milliseconds: 1_788_264_000_000))
      let found = try await PersonalData(
        of: listed, others: others, export: export, in: program.context.store)
      try await program.call(nil).erase(.random(), from: listed)
      await program.stop()
      await bus.stop()
      return found.gaps
    }
  }

  @Test("a table, a column and a member without an entry are found, and so is an entry without them")
  func missing() async throws {
    let listed =
      EventsService.personalTables.filter { $0.name != "answer" } + [
        PersonalTable("feed", "reader", exported: ["pages"]) { _, _, _ in false }
      ]
    let gaps = try await gaps(EventsService.self, listed, others: ["page", "site"], Events.ExportPerson.self)
    #expect(
      gaps == [
        "no entry for the table answer", "no table page", "no column feed.reader",
        "no entry for the member answers", "no member pages",
      ])
  }

  @Test("accounts")
  func accounts() async throws {
    let row = PersonRow(
      id: .random(), email: "ada@hilltop.example", firstName: "Ada", lastName: "Okafor", passwordHash: "",
      signedUp: Instant(milliseconds: 0))
    let gaps = try await gaps(
      AuthService.self, row.personalTables,
      others: ["backup_watch", "erasure_owed", "invite", "setup_code", "site_alert", "site_setting"],
      Auth.ExportPerson.self)
    #expect(gaps == [])
  }

  @Test("pictures")
  func pictures() async throws {
    let gaps = try await gaps(
      MediaService.self, MediaService.personalTables,
      others: ["feed_picture", "own_picture", "picture", "picture_source"],
      Media.ExportPerson.self)
    #expect(gaps == [])
  }

  @Test("rooms and tasks")
  func rooms() async throws {
    let gaps = try await gaps(
      RoomhubService.self, RoomhubService.personalTables(RoomChange(RoomLists())),
      others: ["board_hour", "dorm", "message", "reported", "room", "task_word", "task_word_due"],
      Roomhub.ExportPerson.self)
    #expect(gaps == [])
  }

  @Test("events")
  func events() async throws {
    let gaps = try await gaps(
      EventsService.self, EventsService.personalTables, others: ["site"], Events.ExportPerson.self)
    #expect(gaps == [])
  }

  @Test("courses")
  func courses() async throws {
    let gaps = try await gaps(
      AttendanceService.self, AttendanceService.personalTables,
      others: ["course", "draft", "locked_term", "site"],
      Attendance.ExportPerson.self)
    #expect(gaps == [])
  }

  @Test("the school day")
  func schoolDay() async throws {
    let gaps = try await gaps(
      CampusService.self, CampusService.personalTables,
      others: [
        "activity", "bell", "bell_slot", "calendar_entry", "class_notice", "closing", "closing_day",
        "closing_notice", "day_exception", "day_type", "day_type_period", "lunch", "meeting",
        "news_digest", "news_item", "news_source", "news_work", "notice_work", "planning", "remeet",
        "school", "school_day", "school_weekday", "site", "term",
      ], Campus.ExportPerson.self)
    #expect(gaps == [])
  }

  @Test("first aid")
  func firstAid() async throws {
    let gaps = try await gaps(
      GuideService.self, GuideService.personalTables, others: ["aed", "crisis_tally", "review", "site"],
      Guide.ExportPerson.self)
    #expect(gaps == [])
  }

  @Test("alerts and notices")
  func alerts() async throws {
    let gaps = try await gaps(
      NotifierService.self, NotifierService.personalTables, others: ["ended_session", "site", "site_key"],
      Notifier.ExportPerson.self)
    #expect(gaps == [])
  }
}
