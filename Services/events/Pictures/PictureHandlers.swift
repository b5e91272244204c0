import Schema
import ServiceKit
import Store

/// The pictures of events. media-fetcher stores them; events decides who may use one and who sees it.
extension EventsService {
  func registerPictures(in handlers: inout Handlers) {
    handlers.on(Events.GetPicture.self, getPicture)
    handlers.on(Events.GetSharedPicture.self, getSharedPicture)
    handlers.on(Events.GetCard.self, getCard)
    handlers.on(Events.GetSharedCard.self, getSharedCard)
  }

  func getPicture(_ request: Events.GetPicture, _ call: Call) async throws -> PictureFile {
    let person = try call.person
    return try await call.read { db in
      let event = try db.visibleEvent(request.id, for: person)
      // The owner alone sees what the crop leaves out.
      guard request.variant != .whole || event.owner == person else { throw Fault(.notFound) }
      return try event.file(request.variant)
    }
  }

  func getSharedPicture(_ request: Events.GetSharedPicture, _ call: Call) async throws -> PictureFile {
    try await call.read { db in
      let event = try db.event(of: request.token)
      guard request.variant != .whole else { throw Fault(.notFound) }
      return try event.file(request.variant)
    }
  }

  /// The picture of a new event, with the credit that media-fetcher knows.
  /// - Throws: `picture_bad` if the person may not use it.
  func claimed(_ picture: EventPicture?, _ call: Call) async throws -> EventPicture? {
    guard let picture else { return nil }
    let stored = try await call.ask(Media.ClaimPicture(object: picture.object, person: try call.person))
    return EventPicture(
      object: picture.object, credit: stored.credit ?? picture.credit, crop: picture.crop)
  }

  /// The picture of an edited event. Its stored picture may stay whoever may use it now: a new crop needs no
  /// claim.
  func claimed(_ edit: Events.EditEvent, _ call: Call) async throws -> Patch<EventPicture> {
    guard case .set(let picture) = edit.picture else { return edit.picture }
    let person = try call.person
    let stored = try await call.read { db in try db.ownEvent(edit.id, of: person).picture }
    if let stored, stored.object == picture.object {
      return .set(
        EventPicture(
          object: stored.object, credit: picture.credit ?? stored.credit, crop: picture.crop))
    }
    return try await claimed(picture, call).map { .set($0) } ?? .clear
  }

  /// The events with a picture, deleted ones included, because they can be restored.
  var pictures: SnapshotTable {
    SnapshotTable { db, key, limit in
      let events = try db.picturedEvents(after: try key?.raw(0) ?? .min, limit: limit)
      let rows = try events.map { event in
        SnapshotRow(
          key: [event.id.description], [try OutboxEvent.snapshot(of: event.pictureUsed, to: .programs)])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }
}

extension EventRow {
  fileprivate var pictureUsed: Events.PictureUsed {
    Events.PictureUsed(event: id, owner: owner, object: picture?.object)
  }

  fileprivate func file(_ variant: PictureVariant) throws(Fault) -> PictureFile {
    guard let picture else { throw Fault(.notFound) }
    return PictureFile(object: picture.object, variant: variant, crop: picture.crop)
  }
}

extension Database {
  /// Publishes which picture an event uses, if it has another one than before.
  func publishPicture(of event: EventRow, instead earlier: EventPicture?, _ call: Call) throws {
    guard event.picture?.object != earlier?.object else { return }
    try publish(event.pictureUsed, to: .programs, call)
  }

  /// Publishes that a purged event uses no picture any more.
  func publishNoPicture(of event: EventRow, _ call: Call) throws {
    guard event.picture != nil else { return }
    try publish(
      Events.PictureUsed(event: event.id, owner: event.owner, object: nil), to: .programs, call)
  }

  fileprivate func picturedEvents(after last: RawUUID, limit: Int) throws -> [EventRow] {
    try all(
      "SELECT \(EventRow.columns) FROM event WHERE id > ? AND picture IS NOT NULL ORDER BY id LIMIT ?", last,
      limit
    ) { try EventRow($0) }
  }
}
