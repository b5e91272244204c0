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
        // Not a wait: the moment of the kill is what the seed decides.
        try await Task.sleep(for: delay)  // poll
        try await site.kill(program)
        restarts.append(try await site.start(program, settings))
      }
      stop.raise()
      try await group.waitForAll()
    }
    return Outcome(attempts: ledger.all, restarts: restarts)
  }
}

/// Raised once, seen by everybody.
final class Flag: Sendable {
  private let raised = Atomic(false)

  func raise() { raised.store(true, ordering: .releasing) }
  var isRaised: Bool { raised.load(ordering: .acquiring) }
}

extension Attempt {
  /// Asks and notes what came of it. A repeat that is told `already_done` took effect before.
  static func make<R: Request>(
    _ text: String, _ request: R, key: String?, gateway: Node, context: CallContext,
    within: Duration = .seconds(5), id: (R.Reply) -> String
  ) async throws -> Attempt {
    do {
      let reply = try await gateway.call(request, within: within, context: context)
      return Attempt(text: text, key: key, outcome: .acknowledged(id(reply)))
    } catch {
      let fault = error.fault
      if fault.code == FaultCode.alreadyDone.code {
        return Attempt(text: text, key: key, outcome: .acknowledged(nil))
      }
      let passing = [FaultCode.busy, .serviceUnavailable, .draining, .deadlineExceeded].map(\.code)
      guard passing.contains(fault.code) else { throw TestFailure("\(text): \(fault)") }
      return Attempt(text: text, key: key, outcome: fault.processed == .no ? .refused : .unknown)
    }
  }
}
