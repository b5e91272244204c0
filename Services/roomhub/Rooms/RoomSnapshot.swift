import Schema
import ServiceKit
import Store

/// The public state of roomhub: the dorms, the memberships and the upcoming alerts. A subscriber that stores
/// alerts deletes those of this program that the snapshot does not list. Tasks and the board are requested,
/// not copied.
extension RoomhubService {
  var dorms: SnapshotTable {
    SnapshotTable { db, key, limit in
      let rows = try db.dorms(afterID: key?.first, limit: limit).map { dorm in
        SnapshotRow(
          key: [dorm.id.text],
          [try OutboxEvent.snapshot(of: Roomhub.DormDefined(dorm: dorm), to: .everyone)])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }

  /// Addressed to nobody, because programs receive every event.
  var memberships: SnapshotTable {
    SnapshotTable { db, key, limit in
      let rows = try db.memberships(after: try key?.id(0), limit: limit).map { row in
        let joined = Roomhub.MemberJoined(room: row.room, person: row.person)
        return SnapshotRow(
          key: [row.person.description], [try OutboxEvent.snapshot(of: joined, to: .people([]))])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }

  var dueAlerts: SnapshotTable {
    SnapshotTable { db, key, limit in try db.dueAlerts(after: key, limit: limit, at: clock.now) }
  }
}

extension Database {
  /// The upcoming alerts. A row is a task with the alerts of everyone in its room; its key is room and task.
  func dueAlerts(after key: SnapshotKey?, limit: Int, at now: Instant) throws -> SnapshotRows {
    var rows: [SnapshotRow] = []
    var last = (room: try key?.raw(0) ?? .min, task: try key?.raw(1) ?? .min)
    // A read ends after so many rooms, so that a campus with few tasks is not read at once.
    let rooms = try livedInRooms(from: last.room, limit: AlertJob.roomsAStep)
    for room in rooms {
      if room.raw != last.room { last = (room.raw, .min) }
      let members = try alertedMembers(of: room)
      for task in try dueTasks(room, after: last.task, dueAfter: now, limit: limit - rows.count) {
        let alerts = try task.dueAlerts(of: members, at: now).map {
          try OutboxEvent.snapshot(of: $0, to: .programs)
        }
        rows.append(SnapshotRow(key: [room.description, task.id.description], alerts))
      }
      if rows.count == limit { return SnapshotRows(rows, next: rows.last?.key) }
    }
    guard let end = rooms.last, rooms.count == AlertJob.roomsAStep else {
      return SnapshotRows(rows, next: nil)
    }
    return SnapshotRows(rows, next: [end.description, RawUUID.max.description])
  }
}
