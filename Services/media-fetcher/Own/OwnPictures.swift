import Schema
import ServiceKit
import Store
import Synchronization

/// The index of the school's own pictures. It is read from the store when a search needs it, and forgotten
/// after each change. Where another process may write to the store, it is good for the version there.
final class OwnPictures: Sendable {
  /// The subject of its version in the store.
  static let subject = RawUUID(high: 0, low: 1)

  private struct Kept {
    let index: PictureIndex
    let version: Int64
  }

  private struct State {
    var kept: Kept?
    var changes: UInt64 = 0
  }

  private let state = Mutex(State())

  func forget() {
    state.withLock { state in
      state.kept = nil
      state.changes += 1
    }
  }

  func index(_ call: Call) async throws -> PictureIndex {
    let (kept, changes) = state.withLock { ($0.kept, $0.changes) }
    if let kept, !call.store.isShared { return kept.index }
    let current = try await call.read { db in
      let version = try db.version(of: OwnPictures.subject)
      if let kept, kept.version == version { return kept }
      let pictures = try db.ownPictures(after: "", limit: PictureIndex.maxCount)
      let index = PictureIndex(
        pictures.map { picture in (picture.found, [picture.title, picture.tags ?? ""]) })
      return Kept(index: index, version: version)
    }
    state.withLock { state in
      // A change since then may be missing in what was read.
      if state.changes == changes { state.kept = current }
    }
    return current.index
  }
}

extension Media.OwnPicture {
  fileprivate var found: FoundPicture {
    FoundPicture(
      source: .own, id: object.text, title: title, width: width, height: height, credit: credit, page: nil,
      file: object.text, preview: object.text)
  }
}
