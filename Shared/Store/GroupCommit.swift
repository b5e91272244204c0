internal import Glibc
internal import Schema
internal import Synchronization

/// Runs the waiting writes in one transaction, and replies to them after one commit.
///
/// A savepoint for each write costs a third of a small write, since every page it touches is copied first,
/// and few writes throw after changing something. So the first attempt uses none. If a single write has to be
/// rolled back, the whole group runs again, each write in a savepoint.
final class GroupCommit {
  private let connection: Connection
  private let state: StoreState
  private var began = ContinuousClock.now
  private var answers: [Job.Answer] = []
  private var refused: [(job: Job, error: any Error)] = []
  /// The index in `refused` of the first write that may have seen changes of the open transaction.
  private var firstDependent = 0
  private var lost: [(answer: Job.Answer, failure: StoreError)] = []

  init(_ connection: Connection, _ state: StoreState) {
    self.connection = connection
    self.state = state
  }

  func perform(_ jobs: [Job]) {
    began = .now
    if !runTogether(jobs) {
      discard()
      for job in jobs { runApart(job) }
    }
    commit()
    publish()
    noteHead()
    checkpointIfDue()
  }

  /// Tells the mark how far the store has come, before a checkpoint may change the file.
  private func noteHead() {
    guard connection.damage == nil, connection.logPages > 0 else { return }
    let head = state.head.load(ordering: .relaxed)
    do { try state.mark?.note(head: head, frames: connection.logPages) } catch {
      state.markBroken((error as? StoreError) ?? .broken(detail: "the mark of the store: \(error)"))
    }
  }

  /// Returns false if a write has to be rolled back after earlier ones succeeded: none of them is kept.
  private func runTogether(_ jobs: [Job]) -> Bool {
    for job in jobs {
      connection.hasRunWrites = false
      do {
        try begin()
        accept(try answer(to: job))
      } catch {
        refused.append((job, error))
        // The commit will find the damage and lose the group.
        if connection.damage != nil { continue }
        if connection.isInTransaction, !connection.hasRunWrites { continue }
        guard answers.isEmpty else { return false }
        connection.rollBack()
        connection.outgoing = Connection.Outgoing()
      }
    }
    return true
  }

  private func runApart(_ job: Job) {
    do {
      try begin()
      try connection.control("SAVEPOINT write")
    } catch {
      refused.append((job, error))
      return
    }
    // A copy of `outgoing` would make each append copy the events of the whole group.
    let (eventCount, retainedFrom) = (connection.outgoing.events.count, connection.outgoing.retainedFrom)
    do {
      let answer = try answer(to: job)
      try connection.control("RELEASE write")
      accept(answer)
    } catch {
      connection.outgoing.events.removeSubrange(eventCount...)
      connection.outgoing.retainedFrom = retainedFrom
      refused.append((job, error))
      undo(after: error)
    }
  }

  private func begin() throws {
    if let failure = state.broken ?? connection.damage { throw failure }
    if !connection.isInTransaction { try connection.control("BEGIN IMMEDIATE") }
  }

  private func answer(to job: Job) throws -> Job.Answer {
    let answer = try job.perform(Database(connection))
    if let damage = connection.damage { throw damage }
    guard connection.isInTransaction else { throw connection.sawFull ? StoreError.full : endedByBody }
    if connection.hasOpenForeignKeys {
      throw StoreError.constraint(kind: .foreignKey, detail: "a deferred foreign key is not met")
    }
    return answer
  }

  private func accept(_ answer: @escaping Job.Answer) {
    if answers.isEmpty { firstDependent = refused.count }
    answers.append(answer)
  }

  /// Discards the first attempt.
  private func discard() {
    connection.rollBack()
    connection.outgoing = Connection.Outgoing()
    connection.sawFull = false
    answers.removeAll(keepingCapacity: true)
    refused.removeAll(keepingCapacity: true)
  }

  /// Rolls back one write. If SQLite already rolled back the whole transaction, the earlier writes are lost
  /// with it.
  private func undo(after error: any Error) {
    do {
      guard connection.isInTransaction else { throw (error as? StoreError) ?? endedByBody }
      try connection.control("ROLLBACK TO write")
      try connection.control("RELEASE write")
    } catch {
      loseGroup((error as? StoreError) ?? endedByBody)
    }
  }

  private func commit() {
    guard connection.isInTransaction else { return }
    if state.options.acknowledgesEarly { acknowledge() }
    if !answers.isEmpty { state.raiseHeads(connection.outgoing.events) }
    do {
      if let failure = connection.damage { throw failure }
      try connection.control(answers.isEmpty ? "ROLLBACK" : "COMMIT")
    } catch {
      loseGroup((error as? StoreError) ?? endedByBody)
    }
  }

  /// Injects the fault of `StoreOptions.acknowledgesEarly`. It also delays the commit, because a kill rarely
  /// falls between a reply and the commit on a fast disk.
  private func acknowledge() {
    for index in answers.indices {
      answers[index](nil)
      answers[index] = { _ in }
    }
    if !answers.isEmpty { _ = poll(nil, 0, GroupCommit.heldBack) }
  }

  /// The delay in milliseconds.
  private static let heldBack: Int32 = 5

  /// Reports the group as lost. A failed commit is never retried: after a failed sync the kernel may have
  /// dropped the pages and would report success.
  private func loseGroup(_ failure: StoreError) {
    connection.rollBack()
    if !answers.isEmpty {
      // Their error, such as "already done", may be based on a write that is now lost.
      for index in firstDependent..<refused.count { refused[index].error = connection.damage ?? failure }
    }
    lost += answers.map { ($0, connection.damage ?? failure) }
    answers = []
    connection.outgoing = Connection.Outgoing()
  }

  /// Publishes the committed events, then replies to all callers.
  private func publish() {
    let outgoing = connection.outgoing
    connection.outgoing = Connection.Outgoing()
    let (answers, refused, lost) = (self.answers, self.refused, self.lost)
    self.answers.removeAll(keepingCapacity: true)
    self.refused.removeAll(keepingCapacity: true)
    self.lost.removeAll(keepingCapacity: true)

    state.counters.withLock { counters in
      if !answers.isEmpty { counters.committed(answers.count, in: ContinuousClock.now - began) }
      counters.rolledBack += refused.count
      counters.lost += lost.count
    }
    let logBytes = connection.logPages * Connection.logPageSize
    state.logBytes.store(Int64(logBytes), ordering: .relaxed)
    if connection.sawFull || !answers.isEmpty { state.markFull(connection.sawFull) }
    connection.sawFull = false
    state.publish(outgoing)
    for answer in answers { answer(nil) }
    for (answer, failure) in lost { answer(failure) }
    for (job, error) in refused { job.refuse(error) }
    if let damage = connection.damage { state.markBroken(damage) }
  }

  private func checkpointIfDue() {
    guard connection.isCheckpointDue, connection.damage == nil else { return }
    do {
      try connection.checkpoint()
      state.counters.withLock { $0.checkpoints += 1 }
    } catch {
      if connection.sawFull { state.markFull(true) }
      connection.sawFull = false
      if let damage = connection.damage { state.markBroken(damage) }
    }
  }
}

private let endedByBody = StoreError.misuse(detail: "the body ended the transaction of its group")
