import Schema
import ServiceKit
import Store

/// The uses of pictures, as published by the programs whose objects show them.
extension MediaService {
  func registerUses(in handlers: inout Handlers) {
    handlers.subscribe(to: Events.PictureUsed.self, from: .events, pictureUsed)
    handlers.subscribeToSnapshot(from: .events, into: MediaService.eventUses)
    handlers.subscribe(to: Auth.PictureUsed.self, from: .auth, portraitUsed)
    handlers.subscribeToSnapshot(from: .auth, into: MediaService.portraitUses)
  }

  func pictureUsed(_ told: Events.PictureUsed, _ db: borrowing Database, _ call: Call) throws {
    try db.use(told.object, at: .event, told.event.raw, by: told.owner)
  }

  func portraitUsed(_ told: Auth.PictureUsed, _ db: borrowing Database, _ call: Call) throws {
    try db.use(told.object, at: .person, told.person.raw, by: told.person)
  }

  /// The snapshot lists every event with a picture.
  static let eventUses = CopiedTable("picture_use", "id", marking: "place = 'event'") {
    try $0.id("id")
  } sweep: { gone, db, call in
    for event in gone {
      try db.run("DELETE FROM picture_use WHERE place = ? AND id = ?", PictureUser.event.rawValue, event)
    }
  }

  /// The snapshot lists every person with a portrait.
  static let portraitUses = CopiedTable("picture_use", "id", marking: "place = 'person'") {
    try $0.id("id")
  } sweep: { gone, db, call in
    for person in gone {
      try db.run("DELETE FROM picture_use WHERE place = ? AND id = ?", PictureUser.person.rawValue, person)
    }
  }
}

/// A kind of object that uses a picture.
enum PictureUser: String {
  case event, person
}

extension Database {
  /// Stores which picture an object uses; nil is none.
  func use(_ name: ObjectName?, at place: PictureUser, _ id: RawUUID, by person: PersonID) throws {
    guard let name else {
      try run("DELETE FROM picture_use WHERE place = ? AND id = ?", place.rawValue, id)
      return
    }
    try run(
      """
      INSERT INTO picture_use(place, id, person, picture) VALUES (?, ?, ?, ?)
      ON CONFLICT(place, id) DO UPDATE SET person = excluded.person, picture = excluded.picture, is_stale = 0
      """,
      place.rawValue, id, person.raw, name.text)
  }
}
