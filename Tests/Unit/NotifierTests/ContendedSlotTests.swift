import Schema
import Store
import Synchronization
import TestSupport
import Testing

@testable import notifier

@Suite("Planners and firing loops beside each other on one server")
struct ContendedSlotTests {
  private static let planners = 6
  private static let loops = 3
  private static let each = 30

  /// The time of the site in minutes, which the firing loops move on, and what the samples saw.
  private final class Course: Sendable {
    let minute = Atomic(0)
    let isOver = Atomic(false)
    let most = Atomic(0)

    func see(armed: Int) { _ = most.max(armed, ordering: .relaxed) }
  }

  private static func at(_ minute: Int) -> Instant {
    NotifierFile.start.advanced(by: .seconds(minute * 60))
  }

  /// Alerts between now and five hours later, of which every fifth is cancelled again.
  private static func plan(_ number: Int, of person: PersonID, in file: NotifierFile) async throws {
    var chance = Seeded(state: UInt64(number))
    for turn in 0..<each {
      let alert = Alerts.AlertPlanned.sample(person, after: Int(chance.next() % 300))
      try await file.plan(alert, about: .random())
      guard turn % 5 == 4 else { continue }
      let call = file.call()
      let cancelled = Alerts.AlertCancelled(key: alert.key, person: person)
      try await file.store.write(about: .random()) { try $0.cancel(cancelled, call) }
    }
  }

  private static func fire(in file: NotifierFile, along course: Course) async throws {
    while !course.isOver.load(ordering: .acquiring) {
      let minute = course.minute.add(1, ordering: .relaxed).newValue
      try await file.fire(at: at(min(minute, 120)), about: .random())
    }
  }

  private static func sample(_ person: PersonID, in file: NotifierFile, along course: Course) async throws {
    while !course.isOver.load(ordering: .acquiring) {
      let (armed, slots) = try await file.store.read { db in
        (try db.listedAlerts([.armed], of: person, after: nil, limit: 1000).count, try db.slots(of: person))
      }
      #expect(armed == slots.armed)
      course.see(armed: armed)
      await Task.yield()
    }
  }

  @Test("never more than 64 of a person are armed, the soonest at rest, and each alert has one end")
  func cap() async throws {
    let place = try PostgresServer.newPlace()
    try await NotifierFile.with(place: place, writers: 4) { file in
      let (person, course) = (PersonID.random(), Course())
      try await withThrowingTaskGroup(of: Void.self) { beside in
        for _ in 0..<Self.loops { beside.addTask { try await Self.fire(in: file, along: course) } }
        beside.addTask { try await Self.sample(person, in: file, along: course) }
        defer { course.isOver.store(true, ordering: .releasing) }
        try await withThrowingTaskGroup(of: Void.self) { planners in
          for number in 0..<Self.planners {
            planners.addTask { try await Self.plan(number, of: person, in: file) }
          }
          try await planners.waitForAll()
        }
        course.isOver.store(true, ordering: .releasing)
        try await beside.waitForAll()
      }
      #expect(course.most.load(ordering: .relaxed) <= Notifier.Slots.maxArmed)
      #expect(file.store.counters.retries > 0, "they met")
      while try await file.fire(at: Self.at(120)) > 0 {}
      let counts = try await file.counts(of: person)
      #expect(counts.planned == Int64(Self.planners * Self.each))
      let ended = counts.fired + counts.missed + counts.cancelled
      #expect(counts.planned == ended + counts.armed + counts.queued)
      let armed = try await file.listed(.armed, of: person).map(\.row.at)
      let queued = try await file.listed(.queued, of: person).map(\.row.at)
      #expect(armed.count == Int(counts.armed) && queued.count == Int(counts.queued))
      #expect(queued.isEmpty || armed.count == Notifier.Slots.maxArmed)
      #expect((armed.max() ?? Self.at(0)) <= (queued.min() ?? Self.at(1000)))
      let notices = try await file.inbox(of: person).filter { $0.kind == .fired || $0.kind == .late }
      let told = notices.map(\.alert)
      #expect(Set(told).count == told.count, "none is told twice")
      #expect(told.count == Int(counts.fired), "\(counts)")
    }
  }
}
