import Schema
import ServiceKit
import Store

/// Activities: everybody reads, joins and leaves them, administrators change them.
extension CampusService {
  func registerActivities(in handlers: inout Handlers) {
    handlers.on(Campus.ListActivities.self, listActivities)
    handlers.on(Campus.GetActivity.self, getActivity)
    handlers.on(Campus.AddActivity.self, addActivity)
    handlers.on(Campus.ChangeActivity.self, changeActivity)
    handlers.on(Campus.DeleteActivity.self, deleteActivity)
    handlers.on(Campus.JoinActivity.self, joinActivity)
    handlers.on(Campus.LeaveActivity.self, leaveActivity)
  }

  func listActivities(_ request: Campus.ListActivities, _ call: Call) async throws -> Campus.Activities {
    let person = try call.person
    return try await call.read { db in
      let days = try db.meetingDays(after: call.now)
      return Campus.Activities(
        items: try db.activities(seenBy: person).map { $0.shown(next: days.next($0.meets, after: call.now)) })
    }
  }

  func getActivity(_ request: Campus.GetActivity, _ call: Call) async throws -> Campus.Activity {
    let person = try call.person
    return try await call.read { try $0.shownActivity(request.id, to: person, at: call.now) }
  }

  func addActivity(
    _ request: Campus.AddActivity, _ call: Call
  ) async throws -> EncodedReply<Campus.Activity> {
    let person = try call.person
    return try await call.write { db in
      let activity = ActivityRow(
        id: .timed(call.now), name: request.name, about: request.about, adviser: request.adviser,
        place: request.place, link: request.link, meets: request.meets ?? [], version: 1)
      try db.put(activity, call)
      try db.audit(.schoolChanged, of: activity.id.description, "added the activity \(activity.name)", call)
      return try db.shownActivity(activity.id, to: person, at: call.now)
    }
  }

  func changeActivity(
    _ request: Campus.ChangeActivity, _ call: Call
  ) async throws -> EncodedReply<Campus.Activity> {
    let person = try call.person
    return try await call.write { db in
      let old = try db.activity(request.id, seenBy: person)
      guard (request.version ?? old.version) == old.version else {
        throw try Fault.changedElsewhere(current: try db.shownActivity(old.id, to: person, at: call.now))
      }
      var new = old.applying(request)
      guard new != old else { return try db.shownActivity(old.id, to: person, at: call.now) }
      new.version += 1
      try db.put(new, call)
      try db.audit(.schoolChanged, of: old.id.description, "changed the activity \(new.name)", call)
      return try db.shownActivity(old.id, to: person, at: call.now)
    }
  }

  func deleteActivity(_ request: Campus.DeleteActivity, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      guard let old = try db.storedActivity(request.id, seenBy: person) else { return Empty() }
      try db.remove(old, call)
      try db.audit(.schoolChanged, of: old.id.description, "deleted the activity \(old.name)", call)
      return Empty()
    }
  }

  func joinActivity(
    _ request: Campus.JoinActivity, _ call: Call
  ) async throws -> EncodedReply<Campus.Activity> {
    let person = try call.person
    return try await call.write { db in
      let activity = try db.activity(request.id, seenBy: person)
      if !activity.isMember { try db.join(activity, person, call) }
      return try db.shownActivity(request.id, to: person, at: call.now)
    }
  }

  func leaveActivity(_ request: Campus.LeaveActivity, _ call: Call) async throws -> EncodedReply<Empty> {
    let person = try call.person
    return try await call.write { db in
      try db.leave(request.id, person, call)
      return Empty()
    }
  }
}

extension Database {
  fileprivate func shownActivity(
    _ id: ActivityID, to person: PersonID, at now: Instant
  ) throws -> Campus.Activity {
    let activity = try activity(id, seenBy: person)
    return activity.shown(next: try meetingDays(after: now).next(activity.meets, after: now))
  }
}

extension ActivityRow {
  fileprivate func applying(_ request: Campus.ChangeActivity) -> ActivityRow {
    var new = self
    new.name = request.name ?? name
    new.about = request.about.applied(to: about)
    new.adviser = request.adviser.applied(to: adviser)
    new.place = request.place.applied(to: place)
    new.link = request.link.applied(to: link)
    new.meets = request.meets ?? meets
    return new
  }

  fileprivate func shown(next: [Campus.MeetingTime]) -> Campus.Activity {
    Campus.Activity(
      id: id, name: name, about: about, adviser: adviser, place: place, link: link, meets: meets, next: next,
      members: members, isMember: isMember, version: version)
  }
}
