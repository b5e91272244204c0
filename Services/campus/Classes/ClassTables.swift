import Schema
import ServiceKit
import Store

extension CampusService {
  /// A class stays, without its teacher.
  static let classesTables = [
    PersonalTable.deleted("schedule_class", key: "person, term, block", exported: ["schedules"]),
    PersonalTable.deleted("schedule_version", key: "person, term, version", exported: ["earlier"]),
    PersonalTable.deleted("schedule", key: "person, term", exported: ["schedules"]),
    PersonalTable.deleted("school_choice", key: "person", exported: ["school"]),
    PersonalTable.deleted("reminder", key: "person, date, period"),
    PersonalTable.deleted("replan", key: "person"),
    PersonalTable("roster", "person") { db, person, call in
      try db.leaveRosters(person, limit: PersonalTable.step, call)
    },
    PersonalTable("class", "teacher") { db, person, call in
      try db.leaveClasses(person, limit: PersonalTable.step, call)
    },
  ]
}
