import Schema
import ServiceKit
import Store

/// Uploads, and the right to use them.
extension MediaService {
  /// An upload that is not used by then is deleted.
  static let unusedLimit = Duration.seconds(24 * 3600)

  func registerUploads(in handlers: inout Handlers) {
    handlers.on(Media.TakeUpload.self, takeUpload)
    handlers.on(Media.ClaimPicture.self, claimPicture)
    handlers.on(Media.GetSpace.self, getSpace)
  }

  func takeUpload(
    _ request: Media.TakeUpload, _ call: Call
  ) async throws -> EncodedReply<Media.StoredPicture> {
    let person = try call.person
    guard let size = try folder.size(of: request.file), size > 0 else { throw Fault(.uploadMissing) }
    try await call.read { db in try db.requireSpace(of: person, maxBytes) }
    let new = try await maker.take(folder.path(of: request.file))
    return try await call.write { db in
      try db.requireSpace(of: person, maxBytes)
      try requireFiles(of: new)
      try db.store(new, at: call.now)
      try db.hold(new.name, by: person, call.now, until: call.now.advanced(by: MediaService.unusedLimit))
      return try db.picture(new.name)
    }
  }

  /// Within a write, so that the upkeep does not delete the files of the same picture meanwhile.
  /// - Throws: `busy` if it just did.
  func requireFiles(of new: NewPicture) throws(Fault) {
    guard folder.original(of: new.name) != nil else { throw Fault(.busy, retryAfterMs: 1000) }
  }

  func claimPicture(
    _ request: Media.ClaimPicture, _ call: Call
  ) async throws -> EncodedReply<Media.StoredPicture> {
    try await call.write { db in
      guard try db.mayUse(request.object, request.person), folder.original(of: request.object) != nil else {
        throw Fault(.pictureBad, field: "picture")
      }
      try db.hold(
        request.object, by: request.person, call.now,
        until: call.now.advanced(by: MediaService.unusedLimit))
      return try db.picture(request.object)
    }
  }

  func getSpace(_ request: Media.GetSpace, _ call: Call) async throws -> Media.PictureSpace {
    let person = try call.person
    return try await call.read { db in
      let (pictures, bytes) = try db.space(of: person)
      return Media.PictureSpace(pictures: pictures, bytes: bytes, maxBytes: maxBytes)
    }
  }
}
