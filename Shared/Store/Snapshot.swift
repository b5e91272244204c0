internal import Synchronization

/// One moment of the file, held over several reads, each of which may be on another thread. It keeps one of
/// the readers, and the log grows until it ends: hold it for a minute at most.
package final class Snapshot: Sendable {
  /// The newest seq of its moment: a consumer that takes over this state goes on from the next.
  package let head: Int64
  private let reader: Mutex<Reader?>
  private let pool: ReaderPool

  init(_ pool: ReaderPool) throws {
    let reader = try pool.take()
    do {
      head = try reader.begin()
    } catch {
      reader.end()
      pool.giveBack(reader)
      throw error
    }
    self.reader = Mutex(reader)
    self.pool = pool
  }

  deinit {
    end()
  }

  /// `StoreError.closed` after `end`.
  package func read<T: Sendable>(_ body: @Sendable (borrowing Database) throws -> T) throws -> T {
    try reader.withLock { reader in
      guard let reader else { throw StoreError.closed }
      return try reader.readOn(body)
    }
  }

  /// Lets go of the moment. Safe to call twice; letting go of the snapshot does it too.
  package func end() {
    let ended = reader.withLock { reader in
      defer { reader = nil }
      return reader
    }
    guard let ended else { return }
    ended.end()
    pool.giveBack(ended)
  }
}
