import Schema
import ServiceKit
import Store

/// The public state of attendance for programs that keep a copy of rosters. No person is in the audience,
/// because programs receive every event.
extension AttendanceService {
  var courses: SnapshotTable {
    SnapshotTable { db, key, limit in
      let rows = try db.courseIDs(after: try key?.id(0), limit: limit).map { id in
        SnapshotRow(
          key: [id.description],
          [try OutboxEvent.snapshot(of: Attendance.CourseAdded(id: id), to: .people([]))])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }

  var rosters: SnapshotTable {
    SnapshotTable { db, key, limit in
      let place = try key.map { RosterKey(course: try $0.id(0), person: try $0.id(1)) }
      let rows = try db.rosterRows(after: place, limit: limit).map { row in
        let joined = Attendance.RosterJoined(course: row.course, person: row.person, role: row.role)
        return SnapshotRow(
          key: [row.course.description, row.person.description],
          [try OutboxEvent.snapshot(of: joined, to: .people([]))])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }
}
