import Bus
import FoundationEssentials
import Glibc
import Schema
import TestSupport
import Testing

/// The real `roomhub` under powerloss.c. SIGKILL is then a power cut: what was not synced is gone.
@Suite(
  "A service's acknowledged writes survive a power cut", .serialized,
  .enabled(if: !PostgresServer.isAsked, "the disk of a server is its own"))
struct ServicePowerLossTests {
  @Test("no acknowledged task is lost, and no event that was seen makes way for another", arguments: [0, 30])
  func full(_ leak: Int) async throws {
    let began = ContinuousClock.now
    let count = isLongRun ? 100 : 6
    let found = try await cuts(count, ["POWERLOSS_LEAK": "\(leak)"])
    #expect(found.lost == 0, "of \(found.acknowledged)")
    #expect(found.gone == 0 && found.replaced == 0, "of \(found.seen)")
    #expect(found.acknowledged > 20 && found.seen > 20)
    try Scoreboard.record(
      "DUR2", goal: "0 acknowledged writes lost over power cuts",
      value: """
        roomhub: \(count) cuts, \(leak) % leaked early, \(found.lost) of \(found.acknowledged) lost, \
        \(found.gone + found.replaced) of \(found.seen) seen events changed
        """,
      pass: found.lost + found.gone + found.replaced == 0, took: began.duration(to: .now), seed: found.seed)
  }

  @Test("the same check finds lost tasks and reused event numbers with synchronous=NORMAL")
  func control() async throws {
    let found = try await cuts(4, ["QUAD_TEST_SYNCHRONOUS": "normal"])
    #expect(found.lost > 0, "a check that finds nothing proves nothing")
    #expect(found.replaced > 0)
  }

  @Test("without its mark in the data folder no program takes such a setting")
  func unmarked() async throws {
    try await Site.with([]) { site in
      try FileManager.default.removeItem(atPath: "\(site.data)/test-site")
      let ended = try await RunningProgram.run(
        "roomhub", environment: site.environment.merging(["QUAD_TEST_SYNCHRONOUS": "normal"]) { $1 })
      #expect(ended.status == 78)
      #expect(ended.errors.contains("QUAD_TEST_SYNCHRONOUS"))
    }
  }

  private struct Found {
    var seed: UInt64 = 0
    var acknowledged = 0
    var lost = 0
    var seen = 0
    /// Events that were seen and whose number holds none now.
    var gone = 0
    /// Events that were seen and whose number holds another one now.
    var replaced = 0
  }

  /// Writes, cuts, judges a copy of what the disk holds, and goes on with the same files.
  private func cuts(_ count: Int, _ settings: [String: String]) async throws -> Found {
    var chance = Chance()
    return try await Site.with([.auth, .roomhub]) { site in
      let shim = try PowerLossShim.compile(into: site.folder)
      return try await site.with(key: .gateway) { gateway in
        let people = try await KillTests.moveIn(site, gateway)
        // Stopped well once, so that the room and its people are on the disk before the first cut.
        try await site.stop(.roomhub)
        let preload = ["LD_PRELOAD": shim, "POWERLOSS_DIR": "\(site.data)/roomhub"]
        let witness = Witness(of: .roomhub, on: gateway)
        var found = Found()
        found.seed = chance.seed
        var kept: [Attempt] = []
        for round in 0..<count {
          dropMark(site, settings)
          try await site.start(.roomhub, preload.merging(settings) { $1 })
          let written = try await write(people, gateway, round, witness, until: &chance) {
            try await site.kill(.roomhub)
          }
          unlink(site.database(.roomhub) + "-shm")
          found.acknowledged += written.acknowledged.count
          let titles = try await titlesOnDisk(site)
          let all = kept + written.acknowledged
          // What is lost is counted once.
          kept = all.filter { titles[$0.text] == 1 }
          found.lost += all.count - kept.count
        }
        dropMark(site, settings)
        try await site.start(.roomhub)
        // What came last takes the numbers that were free, if any were.
        _ = try await Attempt.make(
          "after", Roomhub.AddTask(title: try TaskTitle("after")), key: nil, gateway: gateway,
          context: people[0].context()
        ) { $0.task.id.description }
        found.seen = witness.sightings.count
        let (gone, replaced) = witness.compare(try await gateway.replayAll(of: .roomhub))
        (found.gone, found.replaced) = (gone, replaced)
        report(
          """
          roomhub: \(count) power cuts \(settings) (QUAD_TEST_SEED=\(chance.seed)), \
          \(found.acknowledged) acknowledged, \(found.lost) lost, \(found.seen) events seen, \
          \(found.gone) of them gone, \(found.replaced) replaced
          """)
        return found
      }
    }
  }

  /// With its mark, a program that lost events would not start again.
  private func dropMark(_ site: Site, _ settings: [String: String]) {
    if settings["QUAD_TEST_SYNCHRONOUS"] != nil { unlink(site.database(.roomhub) + ".mark") }
  }

  /// Lets all people write until a random moment after the witness heard of it, then cuts.
  private func write(
    _ people: [Resident], _ gateway: Node, _ round: Int, _ witness: Witness, until chance: inout Chance,
    cut: @Sendable () async throws -> Void
  ) async throws -> [Attempt] {
    let delay = Duration.milliseconds(Int.random(in: 50...400, using: &chance))
    let ledger = Ledger()
    let stop = Flag()
    let before = witness.sightings.count
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { stop.raise() }
      for (client, person) in people.enumerated() {
        group.addTask {
          var number = 0
          while !stop.isRaised {
            number += 1
            let text = "round \(round) client \(client) task \(number)"
            ledger.add(
              try await Attempt.make(
                text, Roomhub.AddTask(title: try TaskTitle(text)), key: nil, gateway: gateway,
                context: person.context(), within: .milliseconds(300)
              ) { $0.task.id.description })
          }
        }
      }
      // A link that was cut is taken up again up to 5 s later.
      try await waitUntil("the witness hears the stream") { witness.sightings.count > before }
      try await Task.sleep(for: delay)  // not a wait: the seed decides the moment of the cut
      try await cut()
      stop.raise()
      try await group.waitForAll()
    }
    return ledger.all
  }

  private func titlesOnDisk(_ site: Site) async throws -> [String: Int] {
    try await withTemporaryFolder { folder in
      let copy = folder + "/roomhub"
      try FileManager.default.copyItem(atPath: "\(site.data)/roomhub", toPath: copy)
      let file = try SQLiteFile("\(copy)/roomhub.sqlite")
      #expect(try file.checkIntegrity() == "ok")
      return try file.counts("SELECT title FROM task")
    }
  }
}
