internal import Glibc
internal import Synchronization

/// Runs the writes that wait in one transaction, and answers them after one commit.
///
/// A savepoint for each costs a third of a small write, since every page it touches is copied first, and few
/// writes throw once they have changed something. So the first attempt has none; a write that has to be
/// undone alone makes the group begin anew, each in a savepoint then.
final class GroupCommit {
  private let connection: Connection
  private let state: StoreState
  private var began = ContinuousClock.now
  private var answers: [Job.Answer] = []
  private var refused: [(job: Job, error: any Error)] = []
  /// Where in `refused` those begin who may have seen writes of the open transaction.
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
    tell()
    checkpointIfDue()
  }

  /// False when a write has to be undone and others came before it: none of them is kept then.
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
    // Not a copy of `outgoing`: that would make each append copy the events of the whole group.
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

  /// Leaves nothing of the first attempt.
  private func discard() {
    connection.rollBack()
    connection.outgoing = Connection.Outgoing()
    connection.sawFull = false
    answers.removeAll(keepingCapacity: true)
    refused.removeAll(keepingCapacity: true)
  }

  /// Undoes one write; when SQLite already undid the whole transaction, the writes before it are lost with
  /// it.
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
    do {
      if let failure = connection.damage { throw failure }
      try connection.control(answers.isEmpty ? "ROLLBACK" : "COMMIT")
    } catch {
      loseGroup((error as? StoreError) ?? endedByBody)
    }
  }

  /// The fault that `StoreOptions.acknowledgesEarly` plants. It holds the commit back, for a kill seldom
  /// falls between an answer and a fast disk's commit.
  private func acknowledge() {
    for index in answers.indices {
      answers[index](nil)
      answers[index] = { _ in }
    }
    if !answers.isEmpty { _ = poll(nil, 0, GroupCommit.heldBack) }
  }

  /// In milliseconds.
  private static let heldBack: Int32 = 5

  /// Nobody of the group is acknowledged. A commit that failed is never tried again: after a failed sync the
  /// kernel may have dropped the pages and would say that all is well.
  private func loseGroup(_ failure: StoreError) {
    connection.rollBack()
    if !answers.isEmpty {
      // "It is done already" was said of a write that is gone.
      for index in firstDependent..<refused.count { refused[index].error = connection.damage ?? failure }
    }
    lost += answers.map { ($0, connection.damage ?? failure) }
    answers = []
    connection.outgoing = Connection.Outgoing()
  }

  /// Publishes what is committed, then answers everybody.
  private func tell() {
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
    if let from = outgoing.retainedFrom { state.retainedFrom.store(from, ordering: .releasing) }
    if let last = outgoing.events.last {
      state.head.store(last.seq, ordering: .releasing)
      state.onCommit(outgoing.events)
    }
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
