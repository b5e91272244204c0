import Fetch
import FoundationEssentials
import Schema
import ServiceKit
import Store

/// Pictures that a search found, stored for the person who chose one.
extension MediaService {
  /// The maximum number of results that a person looked at and can still use. Before it, each lasts for
  /// `unusedLimit`.
  static let maxFound = 100

  func registerTaking(in handlers: inout Handlers) {
    handlers.on(Media.TakeFound.self, takeFound)
    handlers.on(Media.GetHeld.self, getHeld)
  }

  func takeFound(
    _ request: Media.TakeFound, _ call: Call
  ) async throws -> EncodedReply<Media.StoredPicture> {
    let person = try call.person
    let found = try await search(request.q, request.seed, request.skip, limit: 1, call)
    guard let picture = found.pictures.first else { throw Fault(.notFound) }
    if picture.source == .own { return try await takeOwn(picture, call) }
    try await call.read { db in try db.requireSpace(of: person, maxBytes) }
    let new = try await stored(picture, call)
    return try await call.write { db in
      try db.requireSpace(of: person, maxBytes)
      try requireFiles(of: new)
      try db.store(new, credit: picture.credit, at: call.now)
      try db.store(picture, as: new.name, at: call.now)
      try db.holdFound(new.name, by: person, call.now)
      return try db.picture(new.name)
    }
  }

  /// A picture of the school's own is stored already.
  private func takeOwn(
    _ picture: FoundPicture, _ call: Call
  ) async throws -> EncodedReply<Media.StoredPicture> {
    let person = try call.person
    let name = ObjectName(checked: picture.file)
    return try await call.write { db in
      try db.requireSpace(of: person, maxBytes)
      guard try db.ownPicture(name) != nil else { throw Fault(.notFound) }
      try db.holdFound(name, by: person, call.now)
      return try db.picture(name)
    }
  }

  func getHeld(_ request: Media.GetHeld, _ call: Call) async throws -> PictureFile {
    let person = try call.person
    return try await call.read { db in
      guard try db.mayUse(request.object, person) else { throw Fault(.notFound) }
      return PictureFile(object: request.object, variant: request.variant, crop: nil)
    }
  }

  /// The file of a bundled picture is in their folder. Any other is fetched within the provider's limits.
  private func stored(_ picture: FoundPicture, _ call: Call) async throws -> NewPicture {
    guard case .web(let web) = finder.rest else {
      guard let folder = finder.folder, !picture.file.contains("/") else { throw Fault(.notFound) }
      return try await maker.take("\(folder)/\(picture.file)")
    }
    let bytes: [UInt8]
    do throws(PictureFailure) { bytes = try await web.file(picture.file) } catch {
      throw refusal(of: error, call)
    }
    let file = IncomingName(checked: RawUUID.random().description.filter { $0 != "-" })
    try Data(bytes).write(to: URL(filePath: folder.path(of: file)))
    let new: NewPicture
    do { new = try await maker.take(folder.path(of: file)) } catch {
      try folder.remove(file)
      throw error
    }
    try folder.remove(file)
    return new
  }
}

extension Database {
  /// Lets a person use the result of a search, whose pictures take space once they do.
  fileprivate func holdFound(_ name: ObjectName, by person: PersonID, _ now: Instant) throws {
    try hold(name, by: person, now, until: now.advanced(by: MediaService.unusedLimit), found: true)
    try endOldFound(of: person)
  }
}
