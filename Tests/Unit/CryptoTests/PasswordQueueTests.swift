@testable import Crypto
import Dispatch
import Glibc
import Synchronization
import Testing
import Threads

@Suite("i1: a password is hashed if there is time for it, and refused at once if not")
struct PasswordQueueTests {
  private final class Outcomes: Sendable {
    private let all = Mutex<[String]>([])
    private let waits = Mutex<[Duration]>([])
    var list: [String] { all.withLock { $0 } }
    var refusals: [Duration] { waits.withLock { $0 } }

    func job(
      _ name: String, within limit: Duration, takes time: Duration = .zero
    ) -> PasswordQueue.Job {
      PasswordQueue.Job(
        deadline: .now.advanced(by: limit),
        run: {
          let end = ContinuousClock.now.advanced(by: time)
          while ContinuousClock.now < end {}
          self.all.withLock { $0.append(name) }
        },
        refuse: { wait in
          self.all.withLock { $0.append("\(name) refused") }
          self.waits.withLock { $0.append(wait) }
        })
    }
  }

  @Test("one that would be late is refused with the time after which there is room")
  func admission() {
    let queue = PasswordQueue(threads: 2, limit: 100, time: .seconds(1))
    let outcomes = Outcomes()
    for name in ["a", "b"] { queue.add(outcomes.job(name, within: .seconds(60))) }
    // Behind two, for two threads: half a second of waiting and one of work, and as much again in reserve.
    queue.add(outcomes.job("c", within: .milliseconds(2900)))
    queue.add(outcomes.job("d", within: .milliseconds(4000)))
    #expect(outcomes.list == ["c refused"] && outcomes.refusals == [.milliseconds(1500)])
    #expect(queue.count == 3)
  }

  @Test("what waits beyond the limit, or comes after the end, is refused at once")
  func limit() {
    let queue = PasswordQueue(threads: 1, limit: 2, time: .milliseconds(1))
    let outcomes = Outcomes()
    for name in ["a", "b", "c"] { queue.add(outcomes.job(name, within: .seconds(60))) }
    #expect(outcomes.list == ["c refused"])
    queue.close()
    queue.work()
    queue.add(outcomes.job("d", within: .seconds(60)))
    #expect(outcomes.list == ["c refused", "a", "b", "d refused"])
  }

  @Test("one whose deadline has passed is dropped before its turn")
  func expired() {
    let queue = PasswordQueue(threads: 1, limit: 10, time: .zero)
    let outcomes = Outcomes()
    queue.add(outcomes.job("late", within: .milliseconds(20)))
    queue.add(outcomes.job("next", within: .seconds(60)))
    let passed = ContinuousClock.now.advanced(by: .milliseconds(25))
    while ContinuousClock.now < passed {}
    queue.close()
    queue.work()
    #expect(outcomes.list == ["late refused", "next"])
  }

  @Test("once hashes take longer than they did, what has become late is refused before its turn")
  func slower() {
    let queue = PasswordQueue(threads: 1, limit: 10, time: .microseconds(1))
    let outcomes = Outcomes()
    queue.add(outcomes.job("slow", within: .seconds(60), takes: .milliseconds(400)))
    queue.add(outcomes.job("patient", within: .seconds(60)))
    // There is still time after the first, but not for another two that take as long as is thought then.
    queue.add(outcomes.job("late", within: .milliseconds(700)))
    queue.close()
    queue.work()
    #expect(outcomes.list == ["slow", "late refused", "patient"])
  }

  @Test("while a hash takes longer than they did, what has become late is refused", .timeLimit(.minutes(1)))
  func stillRunning() throws {
    let queue = PasswordQueue(threads: 1, limit: 10, time: .microseconds(1))
    let outcomes = Outcomes()
    let gate = DispatchSemaphore(value: 0)
    queue.add(
      PasswordQueue.Job(deadline: .now.advanced(by: .seconds(60)), run: { gate.wait() }, refuse: { _ in }))
    try WorkThread.start("hash") { queue.work() }
    try WorkThread.start("watch") { queue.watch() }
    queue.add(outcomes.job("late", within: .milliseconds(500)))
    // The running one ends only after that.
    while outcomes.list != ["late refused"] { sched_yield() }
    gate.signal()
    queue.close()
  }

  @Test("a password alone is hashed whatever the last one took, or it would never know better")
  func recovery() {
    let queue = PasswordQueue(threads: 1, limit: 10, time: .seconds(1000))
    let outcomes = Outcomes()
    queue.add(outcomes.job("a", within: .seconds(5)))
    queue.add(outcomes.job("b", within: .seconds(5)))
    queue.close()
    queue.work()
    #expect(outcomes.list == ["b refused", "a"])
  }
}
