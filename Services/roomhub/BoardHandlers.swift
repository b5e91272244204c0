import Schema
import ServiceKit
import Store

/// The anonymous board of a room.
extension RoomhubService {
  func listMessages(_ request: Roomhub.ListMessages, _ call: Call) async throws -> Page<Roomhub.Message> {
    let room = try await ownRoom(call)
    let limit = (request.limit ?? .standard).count
    let (hour, id) = try BoardCursor.place(request.cursor)
    let messages = try await call.read { db in
      try db.messages(room, before: hour, after: id, limit: limit + 1)
    }
    return Page(messages, limit: limit) { BoardCursor.cursor($0) }
  }

  /// The event goes to every member, the writer too: leaving the writer out would name them.
  func postMessage(_ request: Roomhub.PostMessage, _ call: Call) async throws -> Roomhub.PostedMessage {
    let person = try call.person
    let message = Roomhub.PostedMessage(id: .random(), text: request.text.text, hour: call.now.hour)
    return try await call.write { db in
      let room = try db.ownRoomID(person)
      try db.insert(message, in: room)
      try db.tell(Roomhub.MessagePosted(), to: try db.audience(of: room), call)
      return message
    }
  }
}

/// Where the next page of messages starts: hour, id.
private enum BoardCursor {
  static func place(_ cursor: Cursor?) throws(Fault) -> (Instant, RawUUID) {
    guard let cursor else { return (Instant(milliseconds: .max), RawUUID(high: 0, low: 0)) }
    let parts = CursorText.parts(cursor)
    guard parts.count == 2, let hour = Int64(parts[0]), let id = RawUUID(parts[1]) else {
      throw Fault(.cursorBad, field: "cursor")
    }
    return (Instant(milliseconds: hour), id)
  }

  static func cursor(_ message: Roomhub.Message) -> Cursor {
    CursorText.cursor(["\(message.hour.milliseconds)", message.id.description])
  }
}
