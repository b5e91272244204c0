import Crypto
import Schema
import ServiceKit
import Store

/// The anonymous board of a room.
extension RoomhubService {
  func registerBoard(in handlers: inout Handlers) {
    handlers.on(Roomhub.GetBoard.self, getBoard)
    handlers.on(Roomhub.ListMessages.self, listMessages)
    handlers.on(Roomhub.GetMessage.self, getMessage)
    handlers.on(Roomhub.PostMessage.self, postMessage)
    handlers.on(Roomhub.MarkBoardRead.self, markBoardRead)
    handlers.on(Roomhub.ListBoardHours.self, listBoardHours)
    handlers.on(Roomhub.ReportMessage.self, reportMessage)
    handlers.on(Roomhub.WithdrawReport.self, withdrawReport)
    handlers.on(Roomhub.ListReports.self, listReports)
    handlers.on(Roomhub.HideMessage.self, hideMessage)
    handlers.on(Roomhub.ShowMessage.self, showMessage)
    handlers.on(Roomhub.DismissReports.self, dismissReports)
  }

  func listMessages(_ request: Roomhub.ListMessages, _ call: Call) async throws -> Page<Roomhub.Message> {
    let person = try call.person
    let limit = (request.limit ?? .standard).count
    let key = try request.cursor.map { try TimeKey($0) } ?? .newestHour
    let messages = try await call.read { db in
      try db.messages(try db.boardReader(person), after: key, limit: limit + 1)
    }
    return Page(messages, limit: limit) { TimeKey(time: $0.hour, id: $0.id.raw).cursor }
  }

  func getMessage(_ request: Roomhub.GetMessage, _ call: Call) async throws -> Roomhub.Message {
    let person = try call.person
    return try await call.read { db in try db.message(request.id, try db.boardReader(person)) }
  }

  /// The event and the alert go to every member, including the writer, because leaving the writer out would
  /// identify them. For the same reason the writer's own message is unread for the writer. The alert has a
  /// random object id, so it cannot be linked to the message.
  func postMessage(_ request: Roomhub.PostMessage, _ call: Call) async throws -> EncodedReply<
    Roomhub.PostedMessage
  > {
    let person = try call.person
    return try await call.write { db in
      let room = try db.ownRoomID(person)
      let message = Roomhub.PostedMessage(
        id: .random(), text: request.text.text, hour: try db.postingHour(room, now: call.now))
      try db.insert(message, in: room)
      let members = try db.members(of: room).map(\.person)
      try db.publish(Roomhub.MessagePosted(), to: .people(members), call)
      try db.publish(
        Alerts.AlertRaised(
          program: .roomhub, object: .random(), people: members,
          text: Alerts.AlertText(.boardMessage), importance: .normal),
        to: .programs, call)
      return message
    }
  }

  func getBoard(_ request: Roomhub.GetBoard, _ call: Call) async throws -> Roomhub.BoardState {
    let person = try call.person
    return try await call.read { db in try db.boardState(try db.boardReader(person)) }
  }

  func markBoardRead(_ request: Roomhub.MarkBoardRead, _ call: Call) async throws -> EncodedReply<
    Roomhub.BoardState
  > {
    let person = try call.person
    guard request.hour == request.hour.hour else { throw Fault(.seenBad, field: "hour") }
    guard (1...ReadMark.maxSeen).contains(request.seen) else { throw Fault(.seenBad, field: "seen") }
    return try await call.write { db in
      let reader = try db.boardReader(person)
      return try db.boardState(try db.markRead(reader, request.seen, of: request.hour))
    }
  }

  /// The limit on messages listed in one page of hours. A page holds at least one hour, even above the limit.
  static let maxHashesPerPage: Int64 = 10_000

  func listBoardHours(
    _ request: Roomhub.ListBoardHours, _ call: Call
  ) async throws -> Page<Roomhub.BoardHour> {
    let person = try call.person
    let limit = (request.limit ?? .standard).count
    let before = try request.cursor?.parts(Instant.self) ?? TimeKey.last.time
    return try await call.read { db in
      let room = try db.ownRoomID(person)
      let closed = try db.closedHours(room, before: before, limit: limit + 1)
      var left = RoomhubService.maxHashesPerPage
      var hours: [Roomhub.BoardHour] = []
      for hour in closed.prefix(limit) {
        left -= hour.posted
        guard left >= 0 || hours.isEmpty else { break }
        hours.append(Roomhub.BoardHour(hour, try db.links(hour.place)))
      }
      let next = hours.count < closed.count ? hours.last.map { Cursor(of: $0.hour) } : nil
      return Page(items: hours, next: next)
    }
  }
}

extension Database {
  fileprivate func boardState(_ reader: BoardReader) throws -> Roomhub.BoardState {
    let members = try countMembers(of: reader.room)
    return Roomhub.BoardState(
      members: members, isGuessable: HidingVote.isGuessable(members: members), unread: try unread(reader),
      reportsToHide: HidingVote.needed(members: members))
  }
}

extension Roomhub.BoardHour {
  fileprivate init(_ closed: ClosedHour, _ links: [BoardChain.Link]) {
    self.init(
      hour: closed.place.hour, hash: Base64URL.encode(closed.hash),
      messages: links.map { Roomhub.MessageHash(id: $0.id, text: Base64URL.encode($0.text)) })
  }
}

extension TimeKey {
  /// The key before the first message of a board: the newest hour comes first, and its messages by id.
  static let newestHour = TimeKey(time: TimeKey.last.time, id: .min)
}
