import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import campus

@Suite("A person's day") struct MyDayTests {
  /// The slots in short words: `09:00 Biology`, `11:00 lunch`, `12:30 free`.
  private func words(_ slots: [Campus.MySlot], on date: CivilDate) throws -> [String] {
    try slots.map { slot in
      let minutes = slot.starts.since(try SampleSchool.instant(date, 0)).milliseconds / 60_000
      let time = TimeOfDay(secondsOfDay: Int(minutes) * 60).description.prefix(5)
      return "\(time) \(slot.class?.name ?? (slot.kind == .class ? "free" : slot.kind.rawValue))"
    }
  }

  @Test("has the bells of the day, its classes, free blocks, and the lunch of the class that decides")
  func day() async throws {
    try await SampleSchool.with { school in
      let chemistry = try await school.add("Chemistry", blocks: [5], teacher: school.teacher.id)
      let english = try await school.add("English", blocks: [7, 3], lunch: .b)
      try await school.save([(5, chemistry.id), (7, english.id)], of: school.ada)
      let day = try await school.program.ask(Campus.GetMyDay(), as: school.ada)
      #expect(day.date == SampleSchool.friday && day.now == SampleSchool.start && day.offsetMs == 0)
      #expect(day.day.dayType?.name.text == "B")
      #expect(
        try words(day.slots, on: day.date)
          == ["09:00 Chemistry", "10:00 free", "11:00 English", "11:40 lunch", "12:30 free"])
      #expect(day.slots[0].class?.room == "B-214" && day.slots[0].class?.teacher == "Rosa Alvarez")
      #expect(day.slots.map(\.block?.count) == [5, 6, 7, nil, 8])
      let next = try #require(day.next)
      #expect(next.date == SampleSchool.monday && next.day.dayType?.name.text == "A")
      #expect(
        try words(next.slots, on: next.date)
          == ["09:00 free", "10:00 free", "11:00 lunch", "11:30 free", "12:30 free"])
      let weekend = try await school.program.ask(
        Campus.GetMyDay(date: SampleSchool.friday.adding(days: 1)), as: school.ada)
      #expect(weekend.slots.isEmpty && weekend.day.state == .noSchool)
      #expect(weekend.next?.date == SampleSchool.monday)
    }
  }

  @Test("of a teacher has the classes that they teach")
  func teacher() async throws {
    try await SampleSchool.with { school in
      _ = try await school.add("Chemistry", blocks: [5, 7], lunch: .b, teacher: school.teacher.id)
      let day = try await school.program.ask(Campus.GetMyDay(), as: school.teacher)
      #expect(
        try words(day.slots, on: day.date)
          == ["09:00 Chemistry", "10:00 free", "11:00 Chemistry", "11:40 lunch", "12:30 free"])
      let own = try await school.program.ask(Campus.GetMySchool(), as: school.teacher)
      #expect(own.teaches == 1 && own.reminder == nil && own.reminderFor == .first && !own.sharesFree)
    }
  }

  @Test("shows what a notice changes, to the students of the class alone")
  func notice() async throws {
    try await SampleSchool.with { school in
      let chemistry = try await school.add("Chemistry", blocks: [5], teacher: school.teacher.id)
      try await school.save([(5, chemistry.id)], of: school.ada)
      func set(_ date: CivilDate, as person: TestPerson, room: String? = "Gym") async throws {
        _ = try await school.program.ask(
          Campus.SetNotice(
            id: chemistry.id, date: date, room: room.map { RoomName(checked: $0) },
            substitute: TeacherName(checked: "Mr. Diaz")), as: person)
      }
      for _ in 1...2 { try await set(SampleSchool.friday, as: school.teacher) }
      let day = try await school.program.ask(Campus.GetMyDay(), as: school.ada)
      #expect(day.slots[0].class?.room == "Gym" && day.slots[0].class?.teacher == "Mr. Diaz")
      #expect(day.slots[0].notice?.isCancelled == false && day.slots[1].notice == nil)
      let alerts = try school.program.published(Alerts.AlertPlanned.self)
      #expect(alerts.map(\.person) == [school.ada.id] && alerts.map(\.text.key) == ["class.changed"])
      #expect(alerts[0].until == (try SampleSchool.instant(SampleSchool.friday, 9, 50)))
      #expect(alerts[0].text.values.map(\.text).contains("Gym"))
      await refuses("not_allowed") { try await set(SampleSchool.friday, as: school.ada) }
      await refuses("class_not_meeting") { try await set(SampleSchool.monday, as: school.teacher) }
      await refuses("past_day") {
        try await set(try #require(SampleSchool.friday.adding(days: -1)), as: school.teacher)
      }
      await refuses("notice_empty") {
        try await school.program.ask(
          Campus.SetNotice(id: chemistry.id, date: SampleSchool.friday), as: school.admin)
      }
      _ = try await school.program.ask(
        Campus.RemoveNotice(id: chemistry.id, date: SampleSchool.friday), as: school.admin)
      let usual = try await school.program.ask(Campus.GetMyDay(), as: school.ada)
      #expect(usual.slots[0].class?.room == "B-214" && usual.slots[0].notice == nil)
      let all = try school.program.published(Alerts.AlertPlanned.self)
      #expect(all.count == 2 && all[1].key == all[0].key)
      #expect(all[1].text.values.contains(Alerts.AlertValue(name: "change", text: "usual")))
    }
  }
}

@Suite("Time together") struct TogetherTests {
  @Test("is what those who share have in common, and hides everybody else")
  func together() async throws {
    try await SampleSchool.with { school in
      let chemistry = try await school.add("Chemistry", blocks: [5])
      let english = try await school.add("English", blocks: [7], lunch: .b)
      try await school.save([(5, chemistry.id), (7, english.id)], of: school.ada)
      try await school.save([(7, english.id)], of: school.bo)
      func find(_ people: [PersonID]) async throws -> Campus.TogetherTimes {
        try await school.program.ask(
          Campus.FindTogether(
            people: Campus.TogetherPeople(checked: people), days: Campus.TogetherDays(checked: 1)),
          as: school.ada)
      }
      let stranger = TestPerson()
      let secret = try await find([school.bo.id, stranger.id])
      #expect(secret.items.isEmpty && secret.hidden == [school.bo.id, stranger.id])
      for person in [school.bo, stranger] {
        _ = try await school.program.ask(Campus.ChangeMySchool(sharesFree: true), as: person)
      }
      let found = try await find([school.bo.id, stranger.id, school.ada.id])
      #expect(found.hidden == [stranger.id])
      #expect(found.items.map(\.kind) == [.free, .lunch, .free])
      let starts = try [(10, 0), (11, 40), (12, 30)].map {
        try SampleSchool.instant(SampleSchool.friday, $0.0, $0.1)
      }
      #expect(found.items.map(\.starts) == starts)
    }
  }
}
