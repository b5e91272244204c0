import Schema
import ServiceKit
import Store

/// Moderation of the board: the readers' vote, and administrators, who see only reported messages.
extension RoomhubService {
  func reportMessage(_ request: Roomhub.ReportMessage, _ call: Call) async throws -> EncodedReply<
    Roomhub.Message
  > {
    let person = try call.person
    return try await call.write { db in
      let reader = try db.boardReader(person)
      let message = try db.message(request.id, reader)
      guard try db.insertReport(message, in: reader.room, by: person, reason: request.reason?.text) else {
        return message
      }
      let needed = HidingVote.needed(members: try db.countMembers(of: reader.room))
      if !message.isHidden, try db.votes(message.id, in: reader.room) >= needed {
        try db.hide(message.id, in: reader.room, call)
      }
      return try db.message(request.id, reader)
    }
  }

  func withdrawReport(_ request: Roomhub.WithdrawReport, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      let message = try db.message(request.id, try db.boardReader(person))
      try db.deleteReport(message.id, by: person)
      return Empty()
    }
  }

  func listReports(
    _ request: Roomhub.ListReports, _ call: Call
  ) async throws -> Page<Roomhub.ReportedMessage> {
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .newestHour
    let messages = try await call.read { db in
      try db.reportedMessages(request.state ?? .waiting, after: key, limit: limit + 1)
    }
    return Page(messages, limit: limit) { TimeKey(time: $0.hour, id: $0.id.raw).cursor }
  }

  func hideMessage(_ request: Roomhub.HideMessage, _ call: Call) async throws -> EncodedReply<
    Roomhub.ReportedMessage
  > {
    return try await call.write { db in
      let (message, room) = try db.reportedMessage(request.id)
      guard message.state != .hidden else { return message }
      try db.hide(message.id, in: room, call)
      try db.audit(.messageHidden, of: message.id.description, nil, call)
      return try db.reportedMessage(request.id).message
    }
  }

  /// Dismisses the reports that hid the message. Otherwise the next report would hide it again.
  func showMessage(_ request: Roomhub.ShowMessage, _ call: Call) async throws -> EncodedReply<
    Roomhub.ReportedMessage
  > {
    return try await call.write { db in
      let (message, room) = try db.reportedMessage(request.id)
      guard message.state == .hidden else { return message }
      try db.dismissReports(message.id)
      try db.publish(
        Roomhub.MessageHidden(message: message.id, isHidden: false), to: try db.audience(of: room), call)
      try db.audit(.messageShown, of: message.id.description, nil, call)
      return try db.reportedMessage(request.id).message
    }
  }

  /// Leaves a hidden message as it is, because it has been decided already. `showMessage` reverses that
  /// decision.
  func dismissReports(
    _ request: Roomhub.DismissReports, _ call: Call
  ) async throws -> EncodedReply<Roomhub.ReportedMessage> {
    return try await call.write { db in
      let (message, _) = try db.reportedMessage(request.id)
      guard message.state == .waiting else { return message }
      try db.dismissReports(message.id)
      try db.audit(.reportsDismissed, of: message.id.description, nil, call)
      return try db.reportedMessage(request.id).message
    }
  }
}

extension Database {
  fileprivate func hide(_ message: MessageID, in room: RoomID, _ call: Call) throws {
    try setState(message, .hidden)
    try publish(Roomhub.MessageHidden(message: message, isHidden: true), to: try audience(of: room), call)
  }
}
