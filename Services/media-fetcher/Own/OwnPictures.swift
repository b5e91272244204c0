import Schema
import ServiceKit
import Store
import Synchronization

/// The index of the school's own pictures. It is read from the store when a search needs it, and forgotten
/// after each change.
final class OwnPictures: Sendable {
  private struct State {
    var index: PictureIndex?
    var changes: UInt64 = 0
  }

  private let state = Mutex(State())

  func forget() {
    state.withLock { state in
      state.index = nil
      state.changes += 1
    }
  }

  func index(_ call: Call) async throws -> PictureIndex {
    let (kept, changes) = state.withLock { ($0.index, $0.changes) }
    if let kept { return kept }
    let pictures = try await call.read { db in try db.ownPictures(after: "", limit: PictureIndex.maxCount) }
    let index = PictureIndex(
      pictures.map { picture in (picture.found, [picture.title, picture.tags ?? ""]) })
    state.withLock { state in
      // A change since then may be missing in what was read.
      if state.changes == changes { state.index = index }
    }
    return index
  }
}

extension Media.OwnPicture {
  fileprivate var found: FoundPicture {
    FoundPicture(
      source: .own, id: object.text, title: title, width: width, height: height, credit: credit, page: nil,
      file: object.text, preview: object.text)
  }
}
