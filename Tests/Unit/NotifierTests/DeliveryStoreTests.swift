import Crypto
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import notifier

@Suite("A delivery is there if its notice is, and ends once")
struct DeliveryStoreTests {
  private let person = PersonID.random()
  private let start = NotifierFile.start
  private let owner = RawUUID.random()

  private func raised(
    _ importance: Alerts.AlertImportance = .normal, at now: Instant = NotifierFile.start
  ) -> NoticeRow {
    let told = Alerts.AlertRaised(
      program: .roomhub, object: .random(), people: [person],
      text: Alerts.AlertText(
        key: "task.important", values: [Alerts.AlertValue(name: "title", text: "Trash")]),
      importance: importance)
    return NoticeRow(told, to: person, now: now)
  }

  private func channel(
    _ kind: Notifier.ChannelKind = .ntfy, _ target: String = "https://ntfy.example/x",
    least: Alerts.AlertImportance = .low, isOn: Bool = true
  ) -> ChannelRow {
    var channel = ChannelRow(kind, of: person, name: "x", target: target, now: start)
    channel.least = least
    channel.isOn = isOn
    return channel
  }

  private func states(_ file: NotifierFile) async throws -> [String] {
    try await file.store.read { db in
      try db.all("SELECT state || coalesce(':' || reason, '') AS line FROM delivery ORDER BY line") {
        try $0.text("line")
      }
    }
  }

  /// Leases what is due at this moment.
  private func lease(
    _ file: NotifierFile, at now: Instant, system: Instant? = nil, to owner: RawUUID? = nil
  ) async throws -> [LeasedDelivery] {
    let (call, owner, system) = (file.call(at: now), owner ?? self.owner, system ?? now)
    return try await file.store.write { db in
      try db.dueDeliveries(.ntfy, now: now, system: system, withoutHosts: [], limit: 10)
        .compactMap { try db.lease($0, to: owner, system: system, call) }
    }
  }

  @Test("one for each channel that is on and takes notices so unimportant; none of a seeded one")
  func planned() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let seeded = file.call(isSeeded: true)
      let (takes, high, off) = (channel(), channel(least: .high), channel(.ntfy, isOn: false))
      let notice = raised()
      try await file.store.write { db in
        for channel in [takes, high, off] { try db.insert(channel) }
        try db.insert(notice)
        try db.planDeliveries(of: notice, at: .now, seeded)
        try db.planDeliveries(of: notice, at: .now, call)
      }
      let leased = try await lease(file, at: start)
      #expect(leased.map(\.channel.id) == [takes.id])
      #expect(leased.first?.delivery.attempts == 1)
      // Nobody else takes it meanwhile.
      #expect(try await lease(file, at: start).isEmpty)
    }
  }

  @Test("what is put off waits for the site's clock, and is not sent when it was read meanwhile")
  func putOff() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let (kept, read) = (raised(), raised())
      let morning = start.advanced(by: .seconds(9 * 3600))
      try await file.store.write { db in
        try db.insert(channel())
        for notice in [kept, read] {
          try db.insert(notice)
          try db.planDeliveries(of: notice, at: .later(morning), call)
        }
        try db.run("UPDATE notice SET read_at = 1 WHERE id = ?", read.id.raw)
      }
      let early = morning.advanced(by: .milliseconds(-1))
      #expect(try await file.store.read { try $0.nextDelivery() } == morning)
      #expect(try await lease(file, at: early, system: morning).isEmpty)
      let leased = try await lease(file, at: morning, system: start)
      #expect(leased.count == 1)
      #expect(try await states(file) == ["expired:read", "leased"])
    }
  }

  @Test(
    "however many deliveries there are, an index answers what is asked about them",
    .enabled(if: !PostgresServer.isAsked, "plans of SQLite"))
  func plans() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let (channel, notice) = (channel(), raised())
      let plans = try await file.store.write { db in
        try db.insert(channel)
        try db.insert(notice)
        try db.planDeliveries(of: notice, at: .now, call)
        try db.planTest(of: channel, call)
        let ofOthers = try db.due(without: ["ntfy.example"])
        let both = try db.due()
        #expect(ofOthers.isEmpty && both.count == 2)
        for delivery in both {
          guard let leased = try db.lease(delivery, to: owner, system: start, call) else { continue }
          let besides = try db.due()
          #expect(besides.isEmpty, "a channel has one attempt at a time")
          try db.settle(leased, .again(reason: "busy", wait: .seconds(1)), system: start, call)
        }
        _ = try db.waiting(for: channel.id)
        try db.dropWaiting(for: channel.id)
        _ = try db.deadDeliveries(after: .last, limit: 10)
        _ = try db.hasOldDeliveries(now: start)
        try db.pruneDeliveries(now: start, limit: 10)
        return try StatementPlan.kept(db)
      }
      #expect(plans.count > 12)
      for plan in plans where plan.isSlow { Issue.record("\(plan.text)\n\(plan.steps)") }
    }
  }

  @Test("a digest is one delivery a channel and moment, and says what is still unread")
  func digest() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let notices = (0..<3).map { _ in raised(.low) }
      let evening = start.advanced(by: .seconds(6 * 3600))
      try await file.store.write { db in
        try db.insert(channel())
        for notice in notices + [notices[0]] {
          try db.run("DELETE FROM notice WHERE id = ?", notice.id.raw)
          try db.insert(notice)
          try db.planDeliveries(of: notice, at: .digest(evening), call)
        }
        try db.run("UPDATE notice SET read_at = 1 WHERE id = ?", notices[1].id.raw)
      }
      #expect(try await states(file) == ["pending"])
      let leased = try await lease(file, at: evening)
      #expect(leased.count == 1)
      guard case .digest(let said) = leased.first?.content else {
        Issue.record("no digest")
        return
      }
      #expect(Set(said.map(\.id)) == [notices[0].id, notices[2].id])
    }
  }

  @Test("an attempt whose owner is gone is made again when its lease ends, and the late one decides nothing")
  func takenBack() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let notice = raised()
      try await file.store.write { db in
        try db.insert(channel())
        try db.insert(notice)
        try db.planDeliveries(of: notice, at: .now, call)
      }
      let late = try #require(try await lease(file, at: start).first)
      let end = start.advanced(by: DeliveryRule.lease)
      let other = RawUUID.random()
      for (system, isEnded) in [(end.advanced(by: .milliseconds(-1)), false), (end, true)] {
        #expect(try await file.store.read { try $0.hasEndedLeases(at: system) } == isEnded)
        try await file.store.write { try $0.takeBackLeased(endedBy: system) }
        #expect(try await states(file) == [isEnded ? "pending" : "leased"])
      }
      let second = try #require(try await lease(file, at: start, to: other).first)
      #expect(second.delivery.id == late.delivery.id && second.delivery.attempts == 2)
      try await file.store.write { try $0.settle(late, .dead(reason: "refused 500"), system: start, call) }
      #expect(try await states(file) == ["leased"])
      try await file.store.write { db in
        try db.settle(second, .delivered, system: start, call)
        try db.settle(second, .dead(reason: "refused 500"), system: start, call)
      }
      #expect(try await states(file) == ["delivered"])
    }
  }

  @Test("two programs that saw the same deliveries make one attempt, and one to a channel")
  func sharedStore() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let notices = (0..<2).map { _ in raised() }
      let (one, other) = (channel(), channel(.ntfy, "https://ntfy.example/y"))
      try await file.store.write { db in
        for channel in [one, other] { try db.insert(channel) }
        for notice in notices {
          try db.insert(notice)
          try db.planDeliveries(of: notice, at: .now, call)
        }
      }
      let seen = try await file.store.read { try $0.due() }
      #expect(seen.count == 4)
      var leased: [LeasedDelivery] = []
      for owner in [RawUUID.random(), RawUUID.random()] {
        leased += try await file.store.write { db in
          try seen.compactMap { try db.lease($0, to: owner, system: start, call) }
        }
      }
      #expect(leased.count == 2 && Set(leased.map(\.channel.id)) == [one.id, other.id])
      #expect(Set(leased.map(\.owner)).count == 1)
    }
  }

  @Test("a retry waits on the system's clock, and a channel that asked for time gets it for all")
  func again() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let notices = (0..<2).map { _ in raised() }
      let channel = channel()
      try await file.store.write { db in
        try db.insert(channel)
        for notice in notices {
          try db.insert(notice)
          try db.planDeliveries(of: notice, at: .now, call)
        }
      }
      let first = try #require(try await lease(file, at: start).first)
      let minute = start.advanced(by: .seconds(60))
      try await file.store.write { db in
        try db.settle(first, .again(reason: "refused 429", wait: .seconds(60)), system: start, call)
        try db.hold(channel.id, until: minute)
      }
      let soon = start.advanced(by: .seconds(59))
      #expect(try await lease(file, at: start.advanced(by: .seconds(7200)), system: soon).isEmpty)
      let second = try #require(try await lease(file, at: start, system: minute).first)
      #expect(second.delivery.id != first.delivery.id)
      try await file.store.write { db in
        try db.settle(second, .again(reason: "unreachable", wait: .seconds(10)), system: minute, call)
      }
      #expect(try await lease(file, at: start, system: minute).map(\.delivery.id) == [first.delivery.id])
      let shown = try await file.store.read { try $0.channel(channel.id) }
      #expect(shown?.failure?.reason == "unreachable")
      // The usual wait is not told to whoever moves a test clock.
      let next = try await file.store.read { try $0.nextDelivery() }
      #expect(next == nil)
    }
  }

  @Test("past its use a delivery is not tried")
  func expired() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let notice = raised()
      try await file.store.write { db in
        try db.insert(channel())
        try db.insert(notice)
        try db.planDeliveries(of: notice, at: .now, call)
      }
      #expect(try await lease(file, at: notice.usefulUntil).isEmpty)
      #expect(try await states(file) == ["expired"])
    }
  }

  @Test("what was raised tells the hour alone, wherever it is stored")
  func hour() async throws {
    try await NotifierFile.with { file in
      let now = start.advanced(by: .milliseconds(1_234_567))
      let call = file.call(at: now)
      let notice = raised(at: now)
      try await file.store.write { db in
        try db.insert(channel())
        try db.insert(notice)
        try db.planDeliveries(of: notice, at: .now, call)
      }
      let leased = try #require(try await lease(file, at: now).first)
      try await file.store.write { try $0.settle(leased, .delivered, system: now, call) }
      let times = try await file.store.read { db in
        try db.all(
          """
          SELECT not_before, due_at, planned_at, ended_at, delivered_at
          FROM delivery JOIN channel ON channel.id = channel
          """
        ) { row in
          [
            try row.int("not_before"), try row.int("due_at"), try row.int("planned_at"),
            try row.int("ended_at"), try row.int("delivered_at"),
          ]
        }
      }
      let hour = now.hour.milliseconds
      #expect(times == [[hour, 0, hour, hour, hour]])
    }
  }

  @Test("a channel that is gone takes what waits with it, and leaves a letter that says why")
  func gone() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let notices = (0..<2).map { _ in raised() }
      let channel = channel()
      try await file.store.write { db in
        try db.insert(channel)
        try db.insert(notices[0])
        try db.planDeliveries(of: notices[0], at: .now, call)
      }
      let leased = try #require(try await lease(file, at: start).first)
      try await file.store.write { db in
        try db.insert(notices[1])
        try db.planDeliveries(of: notices[1], at: .now, call)
        try db.settle(leased, .gone, system: start, call)
      }
      #expect(try await states(file) == ["dead:gone"])
      let dead = try await file.store.read { try $0.deadDeliveries(after: .last, limit: 5) }
      #expect(dead.map(\.reason) == ["gone"] && dead.map(\.host) == ["ntfy.example"])
      #expect(try await file.store.read { try $0.channels(of: person) }.isEmpty)
    }
  }

  @Test("beyond 200 that wait for a channel the next is dead at once")
  func full() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let notice = raised()
      try await file.store.write { db in
        try db.insert(channel())
        try db.insert(notice)
        for _ in 0...DeliveryRule.maxWaiting { try db.planDeliveries(of: notice, at: .now, call) }
      }
      let all = try await states(file)
      #expect(all.count == DeliveryRule.maxWaiting + 1)
      #expect(all.filter { $0 == "dead:too many wait" }.count == 1)
    }
  }

  @Test("subscriptions end with their session, also one that comes after its end")
  func sessions() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let (ended, other) = (SessionID.random(), SessionID.random())
      let keys = Notifier.PushKeys(
        p256dh: Notifier.PushKeyText(checked: "x"), auth: Notifier.PushKeyText(checked: "x"))
      let rows = [ended, other].enumerated().map { number, session in
        ChannelRow(
          .push, of: person, name: "x", target: "https://push.example/\(number)", now: start, keys: keys,
          session: session)
      }
      try await file.store.write { db in
        for row in rows { try db.insert(row) }
        try db.endSession(ended, at: start, call)
      }
      let left = try await file.store.read { try $0.channels(of: person) }
      #expect(left.map(\.session) == [other])
      #expect(try await file.store.read { try $0.hasEnded(ended) })
      #expect(try await !file.store.read { try $0.hasEnded(other) })
      let later = start.advanced(by: ChannelLimits.endedSessions).advanced(by: .seconds(1))
      try await file.store.write { try $0.endSession(.random(), at: later, call) }
      #expect(try await !file.store.read { try $0.hasEnded(ended) })
    }
  }

  @Test("the site's key is made once")
  func key() async throws {
    try await NotifierFile.with { file in
      let first = try await PushKeyHolder().key(in: file.store)
      let again = try await PushKeyHolder().key(in: file.store)
      #expect(first.secret == again.secret)
    }
  }

  @Test("erasing leaves nothing, old ends go")
  func erased() async throws {
    try await NotifierFile.with { file in
      let call = file.call()
      let notice = raised()
      try await file.store.write { db in
        try db.insert(channel())
        try db.insert(notice)
        for _ in 0..<3 { try db.planDeliveries(of: notice, at: .now, call) }
        try db.run("UPDATE delivery SET state = 'delivered', ended_at = ?", start)
      }
      let later = start.advanced(by: .seconds(7 * 24 * 3600 + 1))
      #expect(try await !file.store.read { try $0.hasOldDeliveries(now: start) })
      #expect(try await file.store.read { try $0.hasOldDeliveries(now: later) })
      try await file.store.write { try $0.pruneDeliveries(now: later, limit: 2) }
      #expect(try await states(file).count == 1)
      try await file.store.write { db in try db.erase(person, from: NotifierService.personalTables, call) }
      #expect(try await states(file).isEmpty)
    }
  }
}

extension Database {
  fileprivate func due(without hosts: [String] = []) throws -> [DeliveryRow] {
    try dueDeliveries(
      .ntfy, now: NotifierFile.start, system: NotifierFile.start, withoutHosts: hosts, limit: 10)
  }
}
