internal import Bus
internal import Crypto
package import Schema
package import Store
internal import Synchronization
internal import Threads

/// The copy of a program's store that an operator downloads. There is one at a time, kept while it is read.
package final class BackupCache: Sendable {
  private struct Kept {
    let id: String
    let copy: StoreCopy
    var lastRead: ContinuousClock.Instant
  }

  private enum State {
    case empty
    case making
    case kept(Kept)
  }

  /// An unread copy is deleted after this time, because its reader was interrupted.
  package static let patience = Duration.seconds(120)

  private let patience: Duration
  private let state = Mutex(State.empty)

  package init(patience: Duration = BackupCache.patience) { self.patience = patience }

  /// Creates the copy on a thread of its own, since that may take minutes.
  package func begin(_ store: ProgramStore, of program: ProgramName) async throws -> Control.Backup {
    let isFree = state.withLock { state in
      guard case .empty = state else { return false }
      state = .making
      return true
    }
    guard isFree else { throw Fault(.busy, retryAfterMs: 1000) }
    do {
      let (copy, hash) = try await BackupCache.make(store)
      // The caller has left, so the copy's id is lost.
      try Task.checkCancellation()
      let id = RawUUID.random().description
      state.withLock { $0 = .kept(Kept(id: id, copy: copy, lastRead: .now)) }
      Task { await watch(id) }
      return Control.Backup(
        id: id, program: program, size: copy.size, hash: Base64URL.encode(hash), steps: copy.steps,
        epoch: copy.epoch, head: copy.head)
    } catch {
      state.withLock { $0 = .empty }
      throw error
    }
  }

  /// Returns up to `Control.maxBackupBytes` bytes, or none if the offset is beyond the end.
  package func read(_ request: Control.ReadBackup) throws -> [UInt8] {
    let copy = try state.withLock { state in
      guard case .kept(var kept) = state, kept.id == request.id else { throw Fault(.notFound) }
      kept.lastRead = .now
      state = .kept(kept)
      return kept.copy
    }
    return try copy.read(at: request.offset, length: min(request.length, Control.maxBackupBytes))
  }

  /// Releases the copy. A copy that is already gone is not an error: a repeated end must succeed.
  package func end(_ id: String) {
    // Its file is closed after the lock is released, which frees the disk space.
    let ended = state.withLock { state -> StoreCopy? in
      guard case .kept(let kept) = state, kept.id == id else { return nil }
      state = .empty
      return kept.copy
    }
    _ = consume ended
  }

  /// Ends the copy once it has not been read for `patience`.
  private func watch(_ id: String) async {
    while let lastRead = lastRead(of: id) {
      let end = lastRead.advanced(by: patience)
      guard end > .now else { return self.end(id) }
      do { try await Task.sleep(until: end) } catch { return self.end(id) }
    }
  }

  private func lastRead(of id: String) -> ContinuousClock.Instant? {
    state.withLock { state in
      guard case .kept(let kept) = state, kept.id == id else { return nil }
      return kept.lastRead
    }
  }

  private static func make(_ store: ProgramStore) async throws -> (StoreCopy, [UInt8]) {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try WorkThread.start("backup") {
          do {
            let copy = try store.copy()
            continuation.resume(returning: (copy, try hash(copy)))
          } catch { continuation.resume(throwing: error) }
        }
      } catch { continuation.resume(throwing: error) }
    }
  }

  private static func hash(_ copy: StoreCopy) throws -> [UInt8] {
    var hash = BLAKE2bStream()
    var offset: Int64 = 0
    while offset < copy.size {
      let bytes = try copy.read(at: offset, length: Control.maxBackupBytes)
      hash.update(bytes)
      offset += Int64(bytes.count)
    }
    return hash.finish()
  }
}
