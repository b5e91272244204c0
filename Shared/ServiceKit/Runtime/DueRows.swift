package import Schema
package import Store
internal import Synchronization

/// Background work on rows that are due, in small transactions. A row whose work throws is logged and left
/// alone for a minute, so that it does not hold up the others.
package final class DueRows: Sendable {
  /// The ids of the rows that are due at a moment, at most so many, the most urgent first.
  package typealias Due = @Sendable (borrowing Database, Instant, Int) throws -> [RawUUID]
  /// The work on one row. It must leave the row no longer due, or throw.
  package typealias Work = @Sendable (borrowing Database, RawUUID, Call) throws -> Void

  /// The time after which a row that threw is tried again.
  package static let pause = Duration.seconds(60)
  /// The limit of rows that are left alone. Beyond it, the rows are not the reason.
  package static let maxLeft = 100

  private let name: String
  private let rowsAStep: Int
  /// The times at which rows that threw are tried again.
  private let left = Mutex<[RawUUID: Instant]>([:])

  /// - Parameters:
  ///   - name: the work in the log.
  ///   - rowsAStep: the limit of rows per transaction.
  package init(_ name: String, rowsAStep: Int) {
    self.name = name
    self.rowsAStep = rowsAStep
  }

  /// Does the work on every row that is due now.
  /// - Throws: the store's error if it can no longer be written to, and the error of a row beyond `maxLeft`.
  package func work(in context: ServiceContext, due: @escaping Due, _ work: @escaping Work) async throws {
    while !Task.isCancelled {
      let call = context.ownCall()
      let left = rowsLeft(at: call.now)
      let limit = rowsAStep + left.count
      let found = try await context.store.read { try due($0, call.now, limit) }
      let rows = Array(found.filter { !left.contains($0) }.prefix(rowsAStep))
      guard !rows.isEmpty else { return }
      do {
        try await context.store.write { db in for row in rows { try work(db, row, call) } }
      } catch {
        try requireStore(of: context, after: error)
        for row in rows { try await workAlone(on: row, in: context, call, work) }
      }
    }
  }

  private func workAlone(
    on row: RawUUID, in context: ServiceContext, _ call: Call, _ work: @escaping Work
  ) async throws {
    do {
      try await context.store.write { try work($0, row, call) }
    } catch {
      try requireStore(of: context, after: error)
      context.log(.error, "\(name) of \(row): \(error)")
      let isKept = left.withLock { left in
        guard left.count < DueRows.maxLeft else { return false }
        left[row] = call.now.advanced(by: DueRows.pause)
        return true
      }
      guard isKept else { throw error }
    }
  }

  /// - Throws: the error if it is not one of a row: the store is full or broken, or the program is stopping.
  private func requireStore(of context: ServiceContext, after error: any Error) throws {
    guard context.store.health == .intact, !(error is CancellationError), !Task.isCancelled else {
      throw error
    }
  }

  private func rowsLeft(at now: Instant) -> Set<RawUUID> {
    left.withLock { left in
      left = left.filter { now < $0.value && $0.value.since(now) <= DueRows.pause }
      return Set(left.keys)
    }
  }
}
