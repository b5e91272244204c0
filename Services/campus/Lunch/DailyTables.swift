import Schema
import ServiceKit
import Store

extension CampusService {
  /// A contact stays in the directory, without the account that it was of.
  static let dailyTables = [
    PersonalTable.deleted("activity_member", key: "activity, person", exported: ["activities"]),
    PersonalTable.deleted("own_contact", key: "person", exported: ["contact"]),
    PersonalTable.deleted("school_feed", key: "person, kind", exported: ["feeds"]),
    PersonalTable("contact", "person", exported: ["contact"]) { db, person, _ in
      try db.change(
        """
        UPDATE contact SET person = NULL
        WHERE id IN (SELECT id FROM contact WHERE person = ? LIMIT ?)
        """,
        person.raw, PersonalTable.step) >= PersonalTable.step
    },
  ]
}
