import Schema
import Store
import Testing

@testable import ServiceKit
@testable import notifier

@Suite("An alert fires once, at its time, late while it is of use, or is noted as missed")
struct FiringTests {
  private static let start = NotifierFile.start

  private func after(_ time: Duration) -> Instant { FiringTests.start.advanced(by: time) }

  @Test(
    "late by so many seconds, with an end so many seconds after its time",
    arguments: [
      (0, 0, Notifier.NoticeKind.fired), (60, 0, .fired), (61, 0, .late), (900, 0, .late), (901, 0, nil),
      (3599, 3600, .late), (3600, 3600, nil), (600, 60, .late),
    ] as [(Int, Int, Notifier.NoticeKind?)])
  func grace(late: Int, end: Int, kind: Notifier.NoticeKind?) {
    let at = FiringTests.start
    #expect(
      FiringRule.kind(
        at: at, until: at.advanced(by: .seconds(end)), now: at.advanced(by: .seconds(late))) == kind)
  }

  @Test("a slot that is free goes to the next in the same transaction, which may be due too")
  func promotion() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      for minute in 1...200 { try await file.plan(.sample(person, after: minute, title: "\(minute)")) }
      #expect(try await file.listed(.queued, of: person).count == 136)
      #expect(try await file.fire(at: FiringTests.start.advanced(by: .seconds(600))) == 10)
      let slots = try await file.store.read { try $0.slots(of: person) }
      #expect(slots.armed == 64 && slots.queued == 126)
      var fired = 10
      while true {
        let count = try await file.fire(at: FiringTests.start.advanced(by: .seconds(200 * 60)))
        if count == 0 { break }
        fired += count
      }
      #expect(fired == 200)
      let counts = try await file.counts(of: person)
      #expect(counts.fired + counts.missed == 200 && counts.armed == 0 && counts.queued == 0)
    }
  }

  @Test("the next time of an alert that repeats takes the place of one that is due only after that has fired")
  func overtaken() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let first = Alerts.AlertPlanned.sample(person, after: 5, recurrence: "FREQ=DAILY")
      try await file.plan(first)
      let due = FiringTests.start.advanced(by: .seconds(300))
      try await file.plan(
        .sample(person, object: first.key.object, after: 1445, recurrence: "FREQ=DAILY"), at: due)
      #expect(try await file.fire(at: due) == 0)
      #expect(try await file.inbox(of: person).map(\.kind) == [.fired])
      let counts = try await file.counts(of: person)
      #expect(counts.planned == 2 && counts.fired == 1 && counts.armed == 1)
    }
  }

  @Test(
    "I9: of a repeating alert only the latest that was missed is told, whichever program is first",
    arguments: [false, true])
  func latest(isNotifierFirst: Bool) async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let now = FiringTests.start.advanced(by: .seconds(3 * 86_400 + 3600))
      func day(_ day: Int, until: Instant? = nil) -> Alerts.AlertPlanned {
        .sample(
          person, object: AlertObjectID(RawUUID(high: 7, low: 7)), after: 5 + day * 1440, title: "Day \(day)",
          until: until, recurrence: "FREQ=DAILY")
      }
      // The first lasts until today, which makes it of use still, but not the latest.
      try await file.plan(day(0, until: now.advanced(by: .seconds(3600))))
      if isNotifierFirst {
        #expect(try await file.fire(at: now) == 1)
        #expect(try await file.fire(at: now) == 0)
        #expect(try await file.inbox(of: person).isEmpty)
        #expect(try await file.store.read { try $0.nextAlert() } == nil)
      }
      for number in 1...4 { try await file.plan(day(number), at: now) }
      while try await file.fire(at: now, system: after(FiringRule.hold)) > 0 {}
      let inbox = try await file.inbox(of: person)
      #expect(inbox.map(\.kind) == [.missed])
      #expect(inbox.first?.body.text.values.map(\.text) == ["1", "Day 3"])
      let counts = try await file.counts(of: person)
      #expect(counts.missed == 1 && counts.fired == 0 && counts.armed == 1)
    }
  }

  @Test("I9: the latest fires late while it is of use, and nothing else is told")
  func latestOfUse() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let now = FiringTests.start.advanced(by: .seconds(86_400 + 3600))
      let first = Alerts.AlertPlanned.sample(person, after: 5, title: "Day 0", recurrence: "FREQ=DAILY")
      try await file.plan(first)
      #expect(try await file.fire(at: now) == 1)
      try await file.plan(
        .sample(
          person, object: first.key.object, after: 1445, title: "Day 1",
          until: now.advanced(by: .seconds(60)), recurrence: "FREQ=DAILY"),
        at: now)
      try await file.plan(
        .sample(person, object: first.key.object, after: 2885, recurrence: "FREQ=DAILY"), at: now)
      let inbox = try await file.inbox(of: person)
      #expect(inbox.map(\.kind) == [.late] && inbox.first?.body.text.values == [.title("Day 1")])
    }
  }

  @Test("I9: a repeating alert whose program stays away is told after a while, with its time")
  func held() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let now = FiringTests.start.advanced(by: .seconds(86_400))
      try await file.plan(.sample(person, after: 5, title: "Rent"))
      try await file.plan(.sample(person, after: 6, title: "Run", recurrence: "FREQ=DAILY"))
      #expect(try await file.fire(at: now) == 2)
      #expect(try await file.inbox(of: person).map { $0.body.text.values.map(\.text) } == [["1", "Rent"]])
      #expect(try await file.fire(at: now, system: after(.seconds(9))) == 0)
      #expect(try await file.store.read { try !$0.isDue(at: now, system: FiringTests.start) })
      #expect(try await file.store.read { try $0.isDue(at: now, system: after(FiringRule.hold)) })
      #expect(try await file.fire(at: now, system: after(FiringRule.hold)) == 1)
      let inbox = try await file.inbox(of: person)
      #expect(inbox.map { $0.body.text.values.map(\.text) } == [["2", "Rent\nRun"]])
      #expect(try await file.counts(of: person).missed == 2)
    }
  }

  @Test(
    "a single missed alert has the time that it was about",
    arguments: [
      (.eventReminder, ["title", "start", "zone", "place"], ["count", "titles", "start", "zone"]),
      (.eventDayReminder, ["title", "start", "zone"], ["count", "titles", "day", "zone"]),
      (.taskDue, ["title", "due"], ["count", "titles", "due"]),
    ] as [(Alerts.TextKey, [String], [String])])
  func missedTime(key: Alerts.TextKey, names: [String], told: [String]) {
    let text = Alerts.AlertText(key, names.map { Alerts.AlertValue(name: $0, text: "x") })
    #expect(MissedText.text([text]).values.map(\.name) == told)
    #expect(MissedText.text([text, text]).values.map(\.name) == ["count", "titles"])
    #expect(Set(told).isSubset(of: Alerts.TextKey.missed.values))
  }

  @Test("what was missed is one line, however many they are and however many steps it takes")
  func missed() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      for minute in 1...100 { try await file.plan(.sample(person, after: minute, title: "\(minute)")) }
      let later = FiringTests.start.advanced(by: .seconds(24 * 3600))
      while try await file.fire(at: later) > 0 {}
      let inbox = try await file.inbox(of: person)
      #expect(inbox.count == 1 && inbox[0].kind == .missed)
      let values = Dictionary(uniqueKeysWithValues: inbox[0].body.text.values.map { ($0.name, $0.text) })
      #expect(values["count"] == "100" && values["titles"] == "1\n2\n3\n4\n5")
      #expect(try await file.counts(of: person).missed == 100)
    }
  }

  @Test("what is of crisis importance fires at once, takes no slot and fires once")
  func crisis() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      for minute in 1...64 { try await file.plan(.sample(person, after: minute)) }
      let alert = Alerts.AlertPlanned.sample(person, after: 90, importance: .crisis)
      try await file.plan(alert)
      try await file.plan(alert)
      let inbox = try await file.inbox(of: person)
      #expect(inbox.map(\.importance) == [.crisis])
      #expect(try await file.listed(.armed, of: person).count == 64)
    }
  }

  @Test("what is of crisis importance and arrives too late to help wakes nobody")
  func crisisTooLate() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let alert = Alerts.AlertPlanned.sample(person, after: 0, importance: .crisis)
      let late = max(alert.until, alert.at.advanced(by: FiringRule.grace)).advanced(by: .seconds(1))
      try await file.plan(alert, at: late)
      #expect(try await file.inbox(of: person).map(\.kind) == [.missed])
    }
  }

  @Test("a person who dropped an alert does not get it when its program tells of it again")
  func dropped() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let alert = Alerts.AlertPlanned.sample(person, after: 5)
      try await file.plan(alert)
      let call = file.call()
      try await file.store.write { db in
        var moves = Moves(of: person)
        let row = try #require(try db.alert(alert.key, of: person, isSnoozed: false))
        try db.cancel(row, isDropped: true, &moves, call)
      }
      try await file.plan(alert)
      #expect(try await file.listed(.armed, of: person).isEmpty)
      try await file.plan(.sample(person, object: alert.key.object, after: 50))
      #expect(try await file.listed(.armed, of: person).count == 1)
    }
  }

  @Test("what its program took back and plans again comes")
  func restored() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let alert = Alerts.AlertPlanned.sample(person, after: 5)
      try await file.plan(alert)
      let call = file.call()
      try await file.store.write { db in
        try db.cancel(Alerts.AlertCancelled(key: alert.key, person: person), call)
      }
      #expect(try await file.listed(.armed, of: person).isEmpty)
      try await file.plan(alert)
      #expect(try await file.fire(at: alert.at) == 1)
      let counts = try await file.counts(of: person)
      #expect(counts.planned == 2 && counts.cancelled == 1 && counts.fired == 1)
    }
  }

  @Test("what was seeded into the past is counted as missed, and nobody is told")
  func seeded() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      try await file.plan(.sample(person, after: -10), isSeeded: true)
      try await file.plan(.sample(person, after: 10), isSeeded: true)
      let counts = try await file.counts(of: person)
      #expect(counts.missed == 1 && counts.armed == 1)
      #expect(try await file.inbox(of: person).isEmpty)
    }
  }

  @Test("a snapshot cancels what it does not name, and of no other program")
  func snapshot() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let alerts = (1...70).map { Alerts.AlertPlanned.sample(person, after: $0) }
      for alert in alerts { try await file.plan(alert) }
      let call = file.call()
      try await file.store.write { db in
        try NotifierService.alerts(of: .roomhub).mark(db, call)
        try NotifierService.alerts(of: .roomhub).sweep(db, call)
        try NotifierService.alerts(of: .events).mark(db, call)
        for alert in alerts.dropFirst(5) { try db.plan(try ToldAlert(alert), call) }
        try NotifierService.alerts(of: .events).sweep(db, call)
      }
      let counts = try await file.counts(of: person)
      #expect(counts.armed == 64 && counts.queued == 1 && counts.cancelled == 5 && counts.planned == 70)
    }
  }

  @Test("what is due when a snapshot comes fires, although the snapshot tells of the future alone")
  func dueAtSnapshot() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let due = Alerts.AlertPlanned.sample(person, after: 5)
      try await file.plan(due)
      let call = file.call(at: due.at.advanced(by: .seconds(1)))
      try await file.store.write { db in
        try NotifierService.alerts(of: .events).mark(db, call)
        try NotifierService.alerts(of: .events).sweep(db, call)
      }
      #expect(try await file.fire(at: call.now) == 1)
      #expect(try await file.counts(of: person).cancelled == 0)
    }
  }

  @Test("what a program's stream tells of a person after the erasure is not taken; others get theirs")
  func erased() async throws {
    try await NotifierFile.with { file in
      let person = PersonID.random()
      let other = PersonID.random()
      try await file.plan(.sample(person, after: 5))
      let call = file.call()
      try await file.store.write { try $0.erase(person, from: NotifierService.personalTables, call) }
      #expect(try await file.counts(of: person).planned == 0)
      for planned in [person, other] {
        try await file.plan(.sample(planned, after: 5))
        try await file.plan(.sample(planned, after: 5, importance: .crisis))
      }
      let raised = Alerts.AlertRaised(
        program: .roomhub, object: .random(), people: [person, other],
        text: Alerts.AlertText(key: "task.important", values: [.title("Bins")]), importance: .normal)
      try await file.store.write { try $0.raise(raised, call) }
      let counts = try await file.counts(of: person)
      #expect(counts.planned == 0 && counts.fired == 0)
      #expect(try await file.inbox(of: person).isEmpty)
      #expect(try await file.counts(of: other).planned == 2)
      #expect(try await file.inbox(of: other).count == 2)
    }
  }
}
