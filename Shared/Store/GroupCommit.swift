internal import Synchronization

/// Runs the writes that wait, each in a savepoint of one transaction, and answers them after one commit.
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
    for job in jobs {
      if let failure = state.broken ?? connection.damage {
        refused.append((job, failure))
        continue
      }
      do {
        if !connection.isInTransaction { try connection.control("BEGIN IMMEDIATE") }
        try connection.control("SAVEPOINT write")
        run(job)
      } catch {
        refused.append((job, error))
      }
    }
    commit()
    tell()
    checkpointIfDue()
  }

  private func run(_ job: Job) {
    // Not a copy of `outgoing`: that would make each append copy the events of the whole group.
    let (eventCount, retainedFrom) = (connection.outgoing.events.count, connection.outgoing.retainedFrom)
    do {
      let answer = try job.perform(Database(connection))
      if let damage = connection.damage { throw damage }
      guard connection.isInTransaction else { throw connection.sawFull ? StoreError.full : endedByBody }
      if connection.hasOpenForeignKeys {
        throw StoreError.constraint(kind: .foreignKey, detail: "a deferred foreign key is not met")
      }
      try connection.control("RELEASE write")
      if answers.isEmpty { firstDependent = refused.count }
      answers.append(state.options.acknowledgesEarly ? GroupCommit.early(answer) : answer)
    } catch {
      connection.outgoing.events.removeSubrange(eventCount...)
      connection.outgoing.retainedFrom = retainedFrom
      refused.append((job, error))
      undo(after: error)
    }
  }

  /// The fault that `StoreOptions.acknowledgesEarly` plants.
  private static func early(_ answer: Job.Answer) -> Job.Answer {
    answer(nil)
    return { _ in }
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
    do {
      if let failure = connection.damage { throw failure }
      try connection.control(answers.isEmpty ? "ROLLBACK" : "COMMIT")
    } catch {
      loseGroup((error as? StoreError) ?? endedByBody)
    }
  }

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
