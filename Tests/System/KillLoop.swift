import Bus
import Schema
import Synchronization
import TestSupport

/// Clients that write without a pause while the program they write to is killed again and again.
struct KillLoop: Sendable {
  static let clients = 4

  let site: Site
  let program: ProgramName
  let kills: Int
  /// Settings of each restart.
  var settings: [String: String] = [:]

  struct Outcome: Sendable {
    let attempts: [Attempt]
    /// Time from each restart to the first answer.
    let restarts: [Duration]
  }

  /// - Parameter write: one write of a client, by the client's number and a running one.
  func run(
    _ chance: inout Chance, _ write: @escaping @Sendable (Int, Int) async throws -> Attempt
  ) async throws -> Outcome {
    let ledger = Ledger()
    let stop = Flag()
    var restarts: [Duration] = []
    let delays = (0..<kills).map { _ in Duration.milliseconds(Int.random(in: 20...500, using: &chance)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { stop.raise() }
      for client in 0..<KillLoop.clients {
        group.addTask {
          var number = 0
          while !stop.isRaised {
            number += 1
            ledger.add(try await write(client, number))
          }
        }
      }
      for delay in delays {
        try await Task.sleep(for: delay)  // not a wait: the seed decides the moment of the kill
        try await site.kill(program)
        restarts.append(try await site.start(program, settings))
      }
      stop.raise()
      try await group.waitForAll()
    }
    return Outcome(attempts: ledger.all, restarts: restarts)
  }
}

extension KillLoop.Outcome {
  /// Tells the figures, and puts them on the scoreboard.
  func record(
    _ program: String, _ problems: [String], since began: ContinuousClock.Instant, _ chance: Chance
  ) throws {
    let slow = restarts.percentile(0.95)
    let value = """
      \(program): \(restarts.count) kills, \(attempts.acknowledged.count) acknowledged, \
      \(problems.count) problems, back in p95 \(Int(slow / .milliseconds(1))) ms
      """
    report(
      """
      \(value) (QUAD_TEST_SEED=\(chance.seed)); \(attempts.count { $0.outcome == .unknown }) unknown, \
      \(attempts.count { $0.outcome == .refused }) refused
      """)
    try Scoreboard.record(
      "DUR1", goal: "0 acknowledged writes lost over kill -9, back <= 2 s (p95)", value: value,
      pass: problems.isEmpty && slow < .seconds(2), took: began.duration(to: .now), seed: chance.seed)
  }
}

/// Raised once, seen by everybody.
final class Flag: Sendable {
  private let raised = Atomic(false)

  func raise() { raised.store(true, ordering: .releasing) }
  var isRaised: Bool { raised.load(ordering: .acquiring) }
}

extension Attempt {
  /// Faults of a program that is about to be killed, or was.
  static let passing = [FaultCode.busy, .serviceUnavailable, .draining, .deadlineExceeded].map(\.code)

  /// Asks and notes what came of it. A repeat that is told `already_done` took effect before.
  /// - Parameter refusals: faults that the writes themselves may be refused with, beside those of a kill.
  static func make<R: Request>(
    _ text: String, _ request: R, key: String?, gateway: Node, context: CallContext,
    within: Duration = .seconds(5), refusals: [FaultCode] = [], id: (R.Reply) -> String
  ) async throws -> Attempt {
    do {
      let reply = try await gateway.call(request, within: within, context: context)
      return Attempt(text: text, key: key, outcome: .acknowledged(id(reply)))
    } catch {
      let fault = error.fault
      if fault.code == FaultCode.alreadyDone.code {
        return Attempt(text: text, key: key, outcome: .acknowledged(nil))
      }
      guard (passing + refusals.map(\.code)).contains(fault.code) else {
        throw TestFailure("\(text): \(fault)")
      }
      return Attempt(text: text, key: key, outcome: fault.processed == .no ? .refused : .unknown)
    }
  }
}
