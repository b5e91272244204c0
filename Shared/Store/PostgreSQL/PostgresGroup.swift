/// Writes that share a transaction on the only connection that writes to a schema, so that they share its
/// sync, too. If one of them has to be rolled back, each runs again in a transaction of its own.
final class PostgresGroup {
  private let jobs: [Job]
  private let connection: PostgresConnection
  private(set) var answers: [Job.Answer] = []
  private(set) var refused: [Refusal] = []

  /// A write that threw before it changed anything.
  struct Refusal {
    let job: Job
    let error: any Error
    /// True if its error, such as "already done", may be based on another write of the group.
    let isDependent: Bool
  }

  /// A write has to be rolled back.
  struct Spoiled: Error {}

  /// Later writes would wait too long for the first one's reply.
  static let maxWrites = 128

  init(_ jobs: [Job], on connection: PostgresConnection) {
    (self.jobs, self.connection) = (jobs, connection)
  }

  func run(_ database: borrowing Database) throws {
    for job in jobs {
      connection.hasRunWrites = false
      connection.forgetAhead()
      do { answers.append(try job.perform(database)) } catch {
        try connection.refuseFailed()
        guard !connection.hasRunWrites else { throw Spoiled() }
        refused.append(Refusal(job: job, error: error, isDependent: !answers.isEmpty))
      }
    }
  }

  /// Replies to all writes after the commit, or, if nobody knows of that, with `failure`.
  func answer(_ failure: StoreError?) {
    for answer in answers { answer(failure) }
    for refusal in refused {
      refusal.job.refuse(refusal.isDependent ? failure ?? refusal.error : refusal.error)
    }
  }
}
