import Crypto
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import attendance

@Suite("A check-in opens, is pressed, closes, and can be mended")
struct CheckInTests {
  @Test("Students in the room are present, the others absent when it closes")
  func closes() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open()
      #expect(checkIn.state == .open)
      #expect(try await room.press(checkIn, room.campus.ada).status == .present)
      #expect(try await room.register(checkIn) == "Ada: present, Ben: unmarked")
      try await room.advance(599)
      #expect(try await room.register(checkIn) == "Ada: present, Ben: unmarked")
      try await room.advance(1)
      #expect(try await room.register(checkIn) == "Ada: present, Ben: absent")
      let closed = try await room.program.ask(Attendance.GetCheckIn(id: checkIn.id), as: room.campus.tess)
      #expect(closed.state == .closed)
      #expect(closed.tally?.absent == 1)
    }
  }

  @Test("A repeated press returns the record there is, and a second check-in at that time is refused")
  func repeats() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open()
      let first = try await room.press(checkIn, room.campus.ada)
      try await room.advance(10)
      #expect(try await room.press(checkIn, room.campus.ada, 5000) == first)
      await #expect(throws: Fault.self) { try await room.open(.code) }
    }
  }

  @Test("Too far, at the edge without a code, and with one")
  func places() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open()
      let far = try #require(try await room.fault { try await room.press(checkIn, room.campus.ada, 60) })
      #expect(far.code == "out_of_range")
      #expect(try await room.press(checkIn, room.campus.ada, 35).status == .pending)
      // The code turns what waits for the instructor into a record.
      let code = try await room.code(checkIn)
      #expect(try await room.press(checkIn, room.campus.ada, 35, code: code).status == .present)
      let verdict = try await room.program.ask(
        Attendance.TryCheckIn(id: checkIn.id, fix: CheckInClass.fix(60)), as: room.campus.ben)
      #expect(verdict.reason == .outOfRange)
      #expect(verdict.distanceFeet == 200)
    }
  }

  @Test("Six verdicts a minute, and five wrong codes")
  func limits() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open(.code)
      for _ in 0..<6 {
        _ = try await room.program.ask(Attendance.TryCheckIn(id: checkIn.id), as: room.campus.ben)
      }
      let seventh = try #require(
        try await room.fault {
          try await room.program.ask(Attendance.TryCheckIn(id: checkIn.id), as: room.campus.ben)
        })
      #expect(seventh.code == "slow_down")
      for _ in 0..<5 {
        let wrong = try #require(
          await room.fault { try await room.press(checkIn, room.campus.ada, nil, code: "AAAAAAAA") })
        #expect(wrong.code == "checkin_code_wrong")
      }
      let code = try await room.code(checkIn)
      let slow = try #require(
        try await room.fault { try await room.press(checkIn, room.campus.ada, nil, code: code) })
      #expect(slow.code == "slow_down")
      try await room.advance(60)
      let fresh = try await room.code(checkIn)
      #expect(try await room.press(checkIn, room.campus.ada, nil, code: fresh).status == .present)
    }
  }

  @Test("A ticket is good for one person and two minutes")
  func tickets() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open(.code)
      let shown = try await room.code(checkIn)
      let code = try #require(CheckInCode(shown))
      let scanned = try await room.program.ask(Attendance.GetTicket(id: checkIn.id, code: code), as: nil)
      try await room.advance(119)
      #expect(
        try await room.press(checkIn, room.campus.ada, nil, ticket: scanned.ticket).status == .present)
      let shared = try #require(
        try await room.fault { try await room.press(checkIn, room.campus.ben, nil, ticket: scanned.ticket) })
      #expect(shared.code == "ticket_used")
      try await room.advance(1)
      let expired = try #require(
        try await room.fault { try await room.press(checkIn, room.campus.ben, nil, ticket: scanned.ticket) })
      #expect(expired.code == "ticket_expired")
    }
  }

  @Test("One phone with two accounts is flagged at both")
  func devices() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open()
      _ = try await room.press(checkIn, room.campus.ada, 1, device: "phone-1")
      _ = try await room.press(checkIn, room.campus.ben, 2, device: "phone-1")
      let rows = try await room.program.ask(Attendance.ListRegister(id: checkIn.id), as: room.campus.tess)
        .items
      #expect(rows.map(\.flags) == [[.sharedDevice], [.sharedDevice]])
    }
  }

  @Test("After an early end, only a press that a device held counts, and it waits for the instructor")
  func heldPresses() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open()
      try await room.advance(60)
      _ = try await room.close(checkIn)
      try await room.advance(1)
      let late = try #require(try await room.fault { try await room.press(checkIn, room.campus.ada) })
      #expect(late.code == "closed")
      #expect(try await room.press(checkIn, room.campus.ada, heldMs: 2_000).status == .pending)
    }
  }

  @Test("Reopened, those whom the closing made absent are unmarked again; marks stay")
  func reopens() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open()
      _ = try await room.mark(checkIn, room.campus.ben, .late)
      _ = try await room.close(checkIn)
      #expect(try await room.register(checkIn) == "Ada: absent, Ben: late")
      let opened = try await room.program.ask(
        Attendance.ReopenCheckIn(id: checkIn.id, minutes: CheckInMinutes(checked: 5)), as: room.campus.tess)
      #expect(opened.state == .open)
      #expect(try await room.register(checkIn) == "Ada: unmarked, Ben: late")
      #expect(try await room.press(checkIn, room.campus.ada).status == .present)
    }
  }

  @Test("Deleted, it is gone; restored, its records are back, and it closes if its end has passed")
  func restores() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open()
      _ = try await room.press(checkIn, room.campus.ada)
      _ = try await room.program.ask(Attendance.DeleteCheckIn(id: checkIn.id), as: room.campus.tess)
      let gone = try #require(try await room.fault { try await room.press(checkIn, room.campus.ben) })
      #expect(gone.code == "not_found")
      try await room.advance(3600)
      let back = try await room.program.ask(
        Attendance.RestoreCheckIn(id: checkIn.id), as: room.campus.tess)
      #expect(back.state == .closed)
      #expect(try await room.register(checkIn) == "Ada: present, Ben: absent")
      _ = try await room.program.ask(Attendance.DeleteCheckIn(id: checkIn.id), as: room.campus.tess)
      try await room.advance(31 * 24 * 3600)
      let purged = try #require(
        try await room.fault {
          try await room.program.ask(Attendance.RestoreCheckIn(id: checkIn.id), as: room.campus.tess)
        })
      #expect(purged.code == "not_found")
    }
  }

  @Test("A later change needs a reason, keeps the first status, and is told")
  func overrides() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open()
      _ = try await room.press(checkIn, room.campus.ada)
      let bare = try #require(try await room.fault { try await room.mark(checkIn, room.campus.ada, .absent) })
      #expect(bare.code == "reason_missing")
      try await room.advance(1)
      let row = try await room.mark(checkIn, room.campus.ada, .absent, "Left at once.")
      #expect(row.original == .present)
      #expect(row.by?.firstName == "Tess")
      let raised = try room.program.published(Alerts.AlertRaised.self)
      #expect(raised.map(\.text.key) == ["mark.changed"])
      let history = try await room.program.ask(
        Attendance.ListMarks(id: checkIn.id, person: room.campus.ada.id), as: room.campus.tess
      ).items
      #expect(history.map(\.after) == [.absent, .present])
      // A tap in the room is corrected by another.
      _ = try await room.mark(checkIn, room.campus.ben, .late)
      #expect(try await room.mark(checkIn, room.campus.ben, .present).original == nil)
    }
  }

  @Test("An accepted excuse excuses: before the closing, and after it")
  func excuses() async throws {
    try await CheckInClass.with { room in
      let day = try await room.program.context.store.read { try $0.day(of: Program.start) }
      let note = ExcuseNote(checked: "Dentist")
      let filed = try await room.program.ask(
        Attendance.FileExcuse(id: room.course, day: day, note: note), as: room.campus.ada)
      let other = try await room.program.ask(
        Attendance.FileExcuse(id: room.course, day: day, note: note), as: room.campus.ben)
      _ = try await room.program.ask(
        Attendance.AnswerExcuse(id: filed.id, accept: true), as: room.campus.tess)
      let checkIn = try await room.open()
      _ = try await room.close(checkIn)
      #expect(try await room.register(checkIn) == "Ada: excused, Ben: absent")
      _ = try await room.program.ask(
        Attendance.AnswerExcuse(id: other.id, accept: true), as: room.campus.tess)
      #expect(try await room.register(checkIn) == "Ada: excused, Ben: excused")
      _ = try await room.program.ask(
        Attendance.AnswerExcuse(id: other.id, accept: false), as: room.campus.tess)
      #expect(try await room.register(checkIn) == "Ada: excused, Ben: absent")
      let ninth = try #require(day.adding(days: 8))
      let far = try #require(
        try await room.fault {
          try await room.program.ask(
            Attendance.FileExcuse(id: room.course, day: ninth, note: note), as: room.campus.ada)
        })
      #expect(far.code == "excuse_day_bad")
    }
  }

  @Test("Whoever enrolls later is not absent from what came before")
  func enrolledLate() async throws {
    try await CheckInClass.with { room in
      let before = try await room.open()
      _ = try await room.close(before)
      try await room.advance(60)
      let during = try await room.open()
      try await room.advance(60)
      let cy = TestPerson()
      try await room.program.receive(
        Auth.SignedUp(person: cy.id, firstName: "Cy", lastName: "Example", room: nil), from: .auth)
      try await room.enroll(cy)
      _ = try await room.close(during)
      #expect(try await room.register(before) == "Ada: absent, Ben: absent, Cy: not_enrolled")
      #expect(try await room.register(during) == "Ada: absent, Ben: absent, Cy: not_enrolled")
      let numbers = try await room.program.ask(
        Attendance.ListCourseAttendance(id: room.course), as: room.campus.tess
      ).items
      #expect(
        numbers.map { "\($0.firstName) \($0.percent.map { "\($0)" } ?? "-") \($0.absentInARow)" }.sorted()
          == [
            "Ada 0.0 2", "Ben 0.0 2", "Cy - 0",
          ])
    }
  }

  @Test("One that cannot be closed does not hold up the others, and closes once it can")
  func oneThrows() async throws {
    try await CheckInClass.with { room in
      let other = try await room.program.ask(
        Attendance.AddCourse(name: CourseName(checked: "Logic")), as: room.campus.tess)
      let stuck = try await room.open()
      let free = try await room.program.ask(
        Attendance.OpenCheckIn(id: other.id, mode: .code, minutes: CheckInMinutes(checked: 11)),
        as: room.campus.tess)
      let store = room.program.context.store
      try await store.write { db in
        // A second absence breaks it, on either engine.
        try db.run("CREATE UNIQUE INDEX stuck ON record(checkin) WHERE status = 'absent'")
      }
      let upkeep = CheckInUpkeep(context: room.program.context)
      try room.program.move(to: Program.start.advanced(by: .seconds(11 * 60)))
      try await upkeep.step()
      #expect(try await room.stored(stuck).closed == nil)
      #expect(try await room.stored(free).closed == Program.start.advanced(by: .seconds(11 * 60)))
      try await store.write { db in try db.run("DROP INDEX stuck") }
      try await upkeep.step()
      #expect(try await room.stored(stuck).closed == nil, "it is left alone for a minute")
      try room.program.move(to: Program.start.advanced(by: .seconds(12 * 60)))
      try await upkeep.step()
      #expect(try await room.stored(stuck).closed == Program.start.advanced(by: .seconds(10 * 60)))
    }
  }

  @Test("Students are told that it opens, and those without a record that it closes soon")
  func alerts() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open(
        starts: Program.start.advanced(by: .seconds(600)), minutes: 10, early: 5)
      #expect(checkIn.state == .planned)
      #expect(try room.program.published(Alerts.AlertPlanned.self).isEmpty)
      let early = try #require(try await room.fault { try await room.press(checkIn, room.campus.ada) })
      #expect(early.code == "not_open_yet")
      try await room.advance(300)
      #expect(try room.program.published(Alerts.AlertPlanned.self).count == 2)
      _ = try await room.press(checkIn, room.campus.ada)
      try await room.advance(780)
      let told = try room.program.published(Alerts.AlertPlanned.self)
      #expect(told.map(\.text.key) == ["checkin.open", "checkin.open", "checkin.soon"])
      #expect(told.last?.person == room.campus.ben.id)
      #expect(told.allSatisfy { $0.until == checkIn.closes })
    }
  }

  @Test("Places, codes and devices are deleted a day after the end")
  func forgets() async throws {
    try await CheckInClass.with { room in
      let checkIn = try await room.open()
      _ = try await room.press(checkIn, room.campus.ada, device: "phone-1")
      try await room.advance(600)
      try await room.advance(24 * 3600 - 1)
      #expect(try await room.stored(checkIn).place != nil)
      try await room.advance(1)
      #expect(try await room.stored(checkIn).place == nil)
      #expect(try await room.stored(checkIn).secret == nil)
      let record = try await room.program.context.store.read {
        try $0.record(of: room.campus.ada.id, in: checkIn.id)
      }
      #expect(record?.device == nil)
      #expect(record?.distanceFeet == 50)
    }
  }

  @Test("A locked term changes nothing any more")
  func locks() async throws {
    try await CheckInClass.with { room in
      let course = try await room.program.ask(Attendance.GetCourse(id: room.course), as: room.campus.tess)
      _ = try await room.program.ask(
        Attendance.EditCourse(
          id: course.id, version: course.version, term: .set(CourseTerm(checked: "Fall"))),
        as: room.campus.tess)
      let checkIn = try await room.open()
      _ = try await room.close(checkIn)
      let admin = TestPerson([.admin])
      _ = try await room.program.ask(Attendance.LockTerm(term: CourseTerm(checked: "Fall")), as: admin)
      let locked = try #require(
        try await room.fault { try await room.mark(checkIn, room.campus.ada, .present, "Was there.") })
      #expect(locked.code == "term_locked")
      _ = try await room.program.ask(Attendance.UnlockTerm(term: CourseTerm(checked: "Fall")), as: admin)
      #expect(try await room.mark(checkIn, room.campus.ada, .present, "Was there.").status == .present)
    }
  }

  @Test("A student is warned once when attendance becomes low")
  func warns() async throws {
    try await CheckInClass.with { room in
      _ = try await room.program.ask(
        Attendance.SetWarnings(id: room.course, inARow: WarnAbsences(checked: 2)), as: room.campus.tess)
      for _ in 0..<3 {
        let checkIn = try await room.open()
        _ = try await room.press(checkIn, room.campus.ada)
        _ = try await room.close(checkIn)
        try await room.advance(60)
      }
      let raised = try room.program.published(Alerts.AlertRaised.self)
      #expect(raised.map(\.text.key) == ["course.low"])
      #expect(raised.first?.people == [room.campus.ben.id])
    }
  }

  @Test("A roll on paper is entered later, without reasons")
  func paperRoll() async throws {
    try await CheckInClass.with { room in
      try await room.advance(3 * 3600)
      let began = room.program.context.clock.now.advanced(by: .seconds(-7200))
      let late = try #require(
        try await room.fault { try await room.open(starts: began) })
      #expect(late.code == "start_bad")
      let roll = try await room.open(
        .manual, starts: began, minutes: 30)
      let press = try #require(try await room.fault { try await room.press(roll, room.campus.ada) })
      #expect(press.code == "instructor_only")
      _ = try await room.mark(roll, room.campus.ada, .present)
      try await room.advance(1800)
      #expect(try await room.register(roll) == "Ada: present, Ben: absent")
      #expect(try room.program.published(Alerts.AlertPlanned.self).isEmpty)
    }
  }
}
