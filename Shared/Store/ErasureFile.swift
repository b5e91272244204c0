internal import Glibc
package import Schema
internal import Synchronization

/// The file of an `ErasureList`, beside the store whose people it lists.
package final class ErasureFile: Sendable {
  private let path: String
  private let list: Mutex<ErasureList>

  /// Opens or creates the file.
  /// - Throws: `ErasureDamage` if it is damaged; `StoreError` if it cannot be read or made.
  package init(_ path: String) throws {
    self.path = path
    guard let size = DiskFile.size(path) else {
      let new = ErasureList()
      try DiskFile.create(path, new.bytes)
      list = Mutex(new)
      return
    }
    do {
      list = Mutex(try ErasureList(try DiskFile.read(path, min(Int(size), ErasureList.maxBytes))))
    } catch let damage as ErasureList.Damage { throw ErasureDamage(path, damage) }
  }

  /// The people whose last line is of this kind.
  package func people(_ kind: ErasureList.Kind) -> [PersonID] { list.withLock { $0.people(kind) } }

  /// Adds a line, which is on disk afterwards, unless the last one about the person says the same, or that
  /// the person is erased. Blocks the calling thread for one sync.
  package func note(_ kind: ErasureList.Kind, _ person: PersonID, at now: Instant) throws {
    try list.withLock { list in
      let last = list.last(of: person)
      guard last != kind, last != .erasing else { return }
      var longer = list
      longer.add(kind, person, at: now)
      try append(longer.bytes[list.bytes.count...], at: list.bytes.count)
      list = longer
    }
  }

  /// Writes over a line that was cut off earlier, if there is one.
  private func append(_ line: ArraySlice<UInt8>, at end: Int) throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw DiskFile.failure(path) }
    defer { close(file) }
    guard ftruncate(file, off_t(end)) == 0,
      pwrite(file, Array(line), line.count, off_t(end)) == line.count, fdatasync(file) == 0
    else { throw DiskFile.failure(path) }
  }
}
