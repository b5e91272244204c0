import Schema
import ServiceKit
import Store

/// Sources of news: administrators choose them, everybody may follow them.
extension CampusService {
  func registerSources(in handlers: inout Handlers) {
    handlers.on(Campus.ListSources.self, listSources)
    handlers.on(Campus.AddSource.self, addSource)
    handlers.on(Campus.ChangeSource.self, changeSource)
    handlers.on(Campus.DeleteSource.self, deleteSource)
    handlers.on(Campus.OrderSources.self, orderSources)
    handlers.on(Campus.RefreshSource.self, refreshSource)
    handlers.on(Campus.FollowSource.self, followSource)
    handlers.on(Campus.UnfollowSource.self, unfollowSource)
    registerNews(in: &handlers)
  }

  /// The shortest time between two readings of a source, whoever asks for one.
  static let minRefresh = Duration.seconds(60)

  func listSources(_ request: Campus.ListSources, _ call: Call) async throws -> Campus.Sources {
    let person = try call.person
    return try await call.read { db in try db.shownSources(to: person, call) }
  }

  func addSource(_ request: Campus.AddSource, _ call: Call) async throws -> EncodedReply<Campus.Source> {
    guard !request.kind.isFetched || request.address != nil else {
      throw Fault(.sourceAddressMissing, field: "address")
    }
    guard request.kind != .card || request.link != nil else {
      throw Fault(.sourceLinkMissing, field: "link")
    }
    return try await call.write { db in
      let sources = try db.sources()
      guard sources.count < Campus.maxSources else { throw Fault(.tooManySources) }
      let source = SourceRow(request, place: (sources.last?.place ?? 0) + 1, at: call.now)
      guard try !db.hasSource(at: source.address, besides: source.id) else {
        throw Fault(.sourceTwice, field: "address")
      }
      // One segment has all announcements.
      guard source.kind != .announcements || !sources.contains(where: { $0.kind == .announcements }) else {
        throw Fault(.sourceTwice, field: "kind")
      }
      try db.add(source, at: call.now)
      try db.publishChange(of: source, "added", call)
      return source.shown(follow: nil, toAdministrator: true)
    }
  }

  func changeSource(
    _ request: Campus.ChangeSource, _ call: Call
  ) async throws -> EncodedReply<Campus.Source> {
    try await call.write { db in
      var source = try db.source(request.id, withOff: true)
      let follow = try db.follow(of: source.id, call)
      guard (request.version ?? source.version) == source.version else {
        throw try Fault.changedElsewhere(current: source.shown(follow: follow, toAdministrator: true))
      }
      if let title = request.title { source.title = title }
      if let layout = request.layout { source.layout = layout }
      source.link = request.link.applied(to: source.link)
      guard source.kind != .card || source.link != nil else { throw Fault(.sourceLinkMissing, field: "link") }
      if request.note != .keep {
        source.note = request.note.applied(to: source.note)
        source.noted = source.note.map { _ in call.now }
      }
      if let isOn = request.isOn {
        if isOn && !source.isOn && source.kind.isFetched { source.next = call.now }
        source.isOn = isOn
      }
      if let address = request.address, source.kind.isFetched, address != source.address {
        guard try !db.hasSource(at: address, besides: source.id) else {
          throw Fault(.sourceTwice, field: "address")
        }
        source.move(to: address, at: call.now)
        try db.run("DELETE FROM news_item WHERE source = ?", source.id.raw)
      }
      source.version += 1
      try db.update(source)
      try db.publishChange(of: source, "changed", call)
      return source.shown(follow: follow, toAdministrator: true)
    }
  }

  func deleteSource(_ request: Campus.DeleteSource, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard let source = try db.source(request.id) else { return Empty() }
      try db.run("DELETE FROM news_source WHERE id = ?", source.id.raw)
      try db.publishChange(of: source, "deleted", call)
      return Empty()
    }
  }

  func orderSources(
    _ request: Campus.OrderSources, _ call: Call
  ) async throws -> EncodedReply<Campus.Sources> {
    let person = try call.person
    return try await call.write { db in
      let old = try db.sources().map(\.id)
      guard Set(request.ids.all).isSubset(of: old) else { throw Fault(.notFound) }
      let new = request.ids.all + old.filter { !request.ids.all.contains($0) }
      if new != old {
        for (place, id) in new.enumerated() {
          try db.run("UPDATE news_source SET place = ? WHERE id = ?", place + 1, id.raw)
        }
        try db.audit(.schoolChanged, of: "sources", "changed the order of the sources", call)
        if let first = new.first { try db.publish(Campus.SourceChanged(id: first), to: .everyone, call) }
      }
      return try db.shownSources(to: person, call)
    }
  }

  func refreshSource(
    _ request: Campus.RefreshSource, _ call: Call
  ) async throws -> EncodedReply<Campus.Source> {
    try await call.write { db in
      var source = try db.source(request.id, withOff: true)
      guard source.kind.isFetched else { throw Fault(.sourceNotFetched) }
      // A server that asked to be left alone is left alone.
      if source.problem != .busy {
        let soonest = max(call.now, source.read.map { $0.advanced(by: CampusService.minRefresh) } ?? call.now)
        source.next = min(source.next ?? soonest, soonest)
        try db.run("UPDATE news_source SET next_at = ? WHERE id = ?", source.next, source.id.raw)
      }
      return source.shown(follow: try db.follow(of: source.id, call), toAdministrator: true)
    }
  }

  // MARK: - Following

  func followSource(
    _ request: Campus.FollowSource, _ call: Call
  ) async throws -> EncodedReply<Campus.Source> {
    let person = try call.person
    return try await call.write { db in
      let source = try db.source(request.id, withOff: call.seesAllSources)
      guard source.kind.isFetched else { throw Fault(.sourceNotFetched) }
      let delivery = request.delivery ?? .digest
      try db.run(
        """
        INSERT INTO news_follow(person, source, delivery) VALUES (?, ?, ?)
        ON CONFLICT(person, source) DO UPDATE SET delivery = excluded.delivery
        """,
        person.raw, source.id.raw, delivery.rawValue)
      return source.shown(follow: delivery, toAdministrator: call.seesAllSources)
    }
  }

  func unfollowSource(_ request: Campus.UnfollowSource, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      try db.run("DELETE FROM news_follow WHERE person = ? AND source = ?", person.raw, request.id.raw)
      return Empty()
    }
  }
}

extension Call {
  /// True for an administrator, who also sees sources that are off.
  var seesAllSources: Bool { identity?.roles.contains(.admin) ?? false }
}

extension Database {
  fileprivate func shownSources(to person: PersonID, _ call: Call) throws -> Campus.Sources {
    let follows = try follows(of: person)
    return Campus.Sources(
      items: try sources().filter { $0.isOn || call.seesAllSources }.map {
        $0.shown(follow: follows[$0.id], toAdministrator: call.seesAllSources)
      })
  }

  fileprivate func follow(of source: SourceID, _ call: Call) throws -> Campus.NewsDelivery? {
    guard let person = call.identity?.person else { return nil }
    return try one(
      "SELECT delivery FROM news_follow WHERE person = ? AND source = ?", person.raw, source.raw
    ) { Campus.NewsDelivery(rawValue: try $0.text("delivery")) } ?? nil
  }

  fileprivate func publishChange(of source: SourceRow, _ verb: String, _ call: Call) throws {
    try audit(.schoolChanged, of: source.id.description, "\(verb) the source \(source.title)", call)
    try publish(Campus.SourceChanged(id: source.id), to: .everyone, call)
  }
}
