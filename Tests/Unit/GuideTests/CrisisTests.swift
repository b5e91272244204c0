import Bus
import JSON
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import guide

/// A program with people who are trained, or want to be called, or neither, and the sender's room.
struct CrisisCampus {
  let program: ProgramInProcess<GuideService>
  let ada = TestPerson()
  let roommate = TestPerson()
  let trained = TestPerson()
  let both = TestPerson()
  let admin = TestPerson([.admin])

  static let place = CrisisLocation(checked: "Library, ground floor")

  static func with(_ body: (CrisisCampus) async throws -> Void) async throws {
    try await Program.with(GuideService.self) { program in
      let campus = CrisisCampus(program: program)
      let room = RoomID.random()
      for person in [campus.ada, campus.roommate, campus.both] {
        try await program.receive(Roomhub.MemberJoined(room: room, person: person.id), from: .roomhub)
      }
      try await program.receive(
        Auth.SignedUp(person: campus.ada.id, firstName: "Ada", lastName: "Okafor", room: nil), from: .auth)
      let day = Duration.seconds(86_400)
      try await campus.train(campus.trained, ago: .zero - day, isCalled: true)
      try await campus.train(campus.both, ago: .zero - day * 364, isCalled: true)
      try await campus.train(campus.ada, ago: .zero - day, isCalled: true)
      try await campus.train(TestPerson(), ago: .zero - day, isCalled: false)
      try await campus.train(TestPerson(), ago: .zero - day * 366, isCalled: true)
      try await body(campus)
    }
  }

  func train(_ person: TestPerson, ago: Duration, isCalled: Bool, isCounted: Bool = false) async throws {
    let at = program.context.clock.now.advanced(by: ago)
    try await program.context.store.write { db in
      try db.run(
        "INSERT INTO training(person, is_called, is_counted, passed_at) VALUES (?, ?, ?, ?)",
        person.id.raw, isCalled ? 1 : 0, isCounted ? 1 : 0, at)
    }
  }

  func raise(
    _ person: TestPerson, drill: Bool? = nil, key: String? = nil
  ) async throws -> Guide.Crisis {
    try await program.ask(
      Guide.RaiseCrisis(place: CrisisCampus.place, drill: drill), as: person, key: key)
  }

  /// The alerts of crises, a set of people for each text.
  func told() throws -> [String: Set<PersonID>] {
    Dictionary(grouping: try program.published(Alerts.AlertPlanned.self), by: \.text.key)
      .mapValues { Set($0.map(\.person)) }
  }
}

@Suite("Crisis alerts")
struct CrisisTests {
  @Test("they reach trained people who want to be called, and roommates, at once and never the sender")
  func recipients() async throws {
    try await CrisisCampus.with { campus in
      let crisis = try await campus.raise(campus.ada)
      let called = Set([campus.trained, campus.both, campus.roommate].map(\.id))
      #expect(try campus.told() == ["crisis.alert": called])
      #expect(crisis.people == 3 && crisis.name == "Ada Okafor" && crisis.isMine)
      let plans = try campus.program.published(Alerts.AlertPlanned.self)
      #expect(plans.allSatisfy { $0.importance == .crisis && $0.at == crisis.raised })
      let reasons = Dictionary(uniqueKeysWithValues: plans.map { ($0.person, $0.because.all.map(\.key)) })
      #expect(reasons[campus.trained.id] == ["crisis.trained"])
      #expect(reasons[campus.roommate.id] == ["crisis.roommate"])
      #expect(reasons[campus.both.id] == ["crisis.trained", "crisis.roommate"])
      #expect(try campus.program.published(Guide.Audited.self).map(\.entry.action) == [.crisisAlerted])
    }
  }

  @Test("the same request twice is one alert")
  func repeated() async throws {
    try await CrisisCampus.with { campus in
      let key = RawUUID.random().description
      let first = try await campus.raise(campus.ada, key: key)
      #expect(try await campus.raise(campus.ada, key: key) == first)
      #expect(try campus.program.published(Alerts.AlertPlanned.self).count == 3)
    }
  }

  @Test("its sender or an administrator calls it off once, and everybody who got it hears of it")
  func callOff() async throws {
    try await CrisisCampus.with { campus in
      let crisis = try await campus.raise(campus.ada)
      await refuses("not_allowed") {
        try await campus.program.ask(Guide.CallOffCrisis(id: crisis.id), as: campus.trained)
      }
      await refuses("not_found") {
        try await campus.program.ask(Guide.CallOffCrisis(id: crisis.id), as: TestPerson())
      }
      for person in [campus.ada, campus.admin] {
        let over = try await campus.program.ask(Guide.CallOffCrisis(id: crisis.id), as: person)
        #expect(over.calledOff != nil)
      }
      let told = try campus.told()
      #expect(told["crisis.off"] == told["crisis.alert"])
      let plans = try campus.program.published(Alerts.AlertPlanned.self)
      #expect(plans.count == 6 && Set(plans.map(\.key)).count == 1 && Set(plans.map(\.at)).count == 2)
      await refuses("crisis_over") {
        try await campus.program.ask(Guide.ComeToCrisis(id: crisis.id), as: campus.trained)
      }
    }
  }

  @Test(
    "alerts, drills, their ends and the people who got them are counted, and an alert that reached nobody")
  func figures() async throws {
    try await CrisisCampus.with { campus in
      func figures() async throws -> [Control.Figure: Int] {
        let now = campus.program.context.clock.now
        return try await campus.program.context.store.read { try $0.figures(at: now) }
      }
      var expected: [Control.Figure: Int] = [
        .crisisAlerts: 0, .crisisDrills: 0, .crisisAlertsOff: 0, .crisisDrillsOff: 0, .crisisAlerted: 0,
        .crisisDrilled: 0, .crisisUnheard: 0, .trained: 4, .helpers: 3,
      ]
      #expect(try await figures() == expected)
      let key = RawUUID.random().description
      let crisis = try await campus.raise(campus.ada, key: key)
      _ = try await campus.raise(campus.ada, key: key)
      _ = try await campus.raise(campus.ada, drill: true)
      for _ in 1...2 {
        _ = try await campus.program.ask(Guide.CallOffCrisis(id: crisis.id), as: campus.ada)
      }
      expected.merge(
        [.crisisAlerts: 1, .crisisDrills: 1, .crisisAlertsOff: 1, .crisisAlerted: 3, .crisisDrilled: 3]
      ) { $1 }
      #expect(try await figures() == expected)
      // Nobody wants to be called any longer, and a stranger has no roommates.
      try await campus.program.context.store.write { db in try db.run("UPDATE training SET is_called = 0") }
      _ = try await campus.raise(TestPerson())
      // A year later the alerts are gone, the figures are not.
      try await campus.program.context.store.write { db in try db.run("DELETE FROM crisis") }
      expected.merge([.crisisAlerts: 2, .crisisUnheard: 1, .helpers: 0]) { $1 }
      #expect(try await figures() == expected)
    }
  }

  @Test("who was alerted says once that they're coming, and the sender sees how many")
  func coming() async throws {
    try await CrisisCampus.with { campus in
      let crisis = try await campus.raise(campus.ada)
      for _ in 1...2 {
        let seen = try await campus.program.ask(Guide.ComeToCrisis(id: crisis.id), as: campus.trained)
        #expect(seen.isComing && seen.coming == 1 && !seen.isMine)
      }
      let seen = try await campus.program.ask(Guide.GetCrisis(id: crisis.id), as: campus.ada)
      #expect(seen.coming == 1 && !seen.isComing)
      #expect(try campus.program.published(Guide.CrisisChanged.self).map(\.id) == [crisis.id])
      await refuses("not_found") {
        try await campus.program.ask(Guide.ComeToCrisis(id: crisis.id), as: campus.ada)
      }
    }
  }

  @Test("three alerts an hour, one drill a day for students, and no drill costs a real alert")
  func limits() async throws {
    try await CrisisCampus.with { campus in
      #expect(try await campus.raise(campus.ada, drill: true).isDrill)
      await refuses("too_many_drills") { try await campus.raise(campus.ada, drill: true) }
      for _ in 1...3 { _ = try await campus.raise(campus.ada) }
      await refuses("too_many_crises") { try await campus.raise(campus.ada) }
      for _ in 1...3 { _ = try await campus.raise(campus.admin, drill: true) }
      await refuses("too_many_drills") { try await campus.raise(campus.admin, drill: true) }
      try campus.program.move(to: campus.program.context.clock.now.advanced(by: .seconds(3601)))
      _ = try await campus.raise(campus.ada)
      await refuses("too_many_drills") { try await campus.raise(campus.ada, drill: true) }
    }
  }

  @Test("the nearest AED is named unless the sender names one")
  func nearest() async throws {
    try await CrisisCampus.with { campus in
      func add(_ name: String, _ latitude: Double) async throws -> Guide.AED {
        try await campus.program.ask(
          Guide.AddAED(
            building: AEDName(checked: name), floor: AEDFloor(checked: "2"),
            position: Guide.AEDPosition(
              latitude: Latitude(checked: latitude), longitude: Longitude(checked: 179.999))),
          as: campus.admin)
      }
      _ = try await add("Far", 48)
      let far = try await add("Farther", 49)
      _ = try await add("Near", 47.001)
      // Across the line where the date changes.
      let here = Guide.AEDPosition(
        latitude: Latitude(checked: 47), longitude: Longitude(checked: -179.999))
      func raised(_ aed: AEDID?) async throws -> Guide.Crisis {
        try await campus.program.ask(
          Guide.RaiseCrisis(place: CrisisCampus.place, aed: aed, position: here), as: campus.ada)
      }
      let near = try await raised(nil)
      #expect(near.aed == "Near" && near.floor?.text == "2")
      #expect(try await raised(far.id).aed == "Farther")
      await refuses("not_found") { try await raised(.random()) }
    }
  }

  @Test("everybody sees their own, administrators all, for a year")
  func lists() async throws {
    try await CrisisCampus.with { campus in
      let crisis = try await campus.raise(campus.ada)
      for person in [campus.ada, campus.trained, campus.roommate] {
        let page = try await campus.program.ask(Guide.ListCrises(), as: person)
        #expect(page.items.map(\.id) == [crisis.id])
      }
      #expect(try await campus.program.ask(Guide.ListCrises(), as: TestPerson()).items == [])
      #expect(try await campus.program.ask(Guide.ListAllCrises(), as: campus.admin).items.count == 1)
      let year = campus.program.context.clock.now.advanced(by: GuideService.crisisDays)
      try campus.program.move(to: year.advanced(by: .seconds(1)))
      #expect(try await campus.program.ask(Guide.ListAllCrises(), as: campus.admin).items == [])
      try await CrisisUpkeep(context: campus.program.context).purge(campus.program.context.clock.now)
      let left = try await campus.program.context.store.read { db in
        try db.one("SELECT count(*) AS count FROM crisis_person") { try $0.int("count") }
      }
      #expect(left == 0)
    }
  }

  @Test("a snapshot has the alerts that are still of use, with the latest words")
  func snapshot() async throws {
    try await CrisisCampus.with { campus in
      let crisis = try await campus.raise(campus.ada)
      _ = try await campus.program.ask(Guide.CallOffCrisis(id: crisis.id), as: campus.ada)
      func keys() async throws -> [String] {
        try await campus.program.snapshot(maxEvents: 2).rows
          .filter { $0.header.subject == Alerts.AlertPlanned.topic }
          .map { try JSONCoding.decode(Alerts.AlertPlanned.self, from: $0.body).text.key }
      }
      #expect(try await keys() == ["crisis.off", "crisis.off", "crisis.off"])
      try campus.program.move(
        to: campus.program.context.clock.now.advanced(by: CrisisRow.use + .seconds(1)))
      #expect(try await keys() == [])
    }
  }

  @Test("an erased person is no longer named, alerted or counted")
  func erased() async throws {
    try await CrisisCampus.with { campus in
      let crisis = try await campus.raise(campus.ada)
      try await campus.program.receive(Auth.PersonErased(person: campus.ada.id), from: .auth)
      try await campus.program.receive(Auth.PersonErased(person: campus.trained.id), from: .auth)
      let seen = try await campus.program.ask(Guide.GetCrisis(id: crisis.id), as: campus.admin)
      #expect(seen.by == nil && seen.name == nil && seen.people == 3)
      #expect(try await campus.raise(campus.roommate).people == 1)
    }
  }
}
