import Schema
import ServiceKit
import Store

extension CampusService {
  static let newsTables = [
    PersonalTable.deleted("news_follow", key: "person, source", exported: ["sources"]),
    PersonalTable.deleted("announcement_seen", key: "person, announcement", exported: ["seen"]),
    // The announcement stays without its author.
    PersonalTable("announcement", "author", exported: ["announcements"]) { db, person, _ in
      let found = try db.all(
        "SELECT id FROM announcement WHERE author = ? LIMIT ?", person.raw, PersonalTable.step
      ) { try $0.id("id") }
      for id in found { try db.run("UPDATE announcement SET author = NULL WHERE id = ?", id) }
      return found.count >= PersonalTable.step
    },
  ]
}

extension Database {
  func followedSources(of person: PersonID) throws -> [Campus.FollowedSource] {
    try all(
      """
      SELECT id, title, delivery FROM news_follow JOIN news_source ON news_source.id = news_follow.source
      WHERE person = ? ORDER BY news_source.place, id LIMIT ?
      """,
      person.raw, Campus.maxSources
    ) { row in
      Campus.FollowedSource(
        source: SourceID(try row.id("id")), title: Campus.SourceTitle(checked: try row.text("title")),
        delivery: Campus.NewsDelivery(rawValue: try row.text("delivery")) ?? .digest)
    }
  }

  /// The newest first.
  func announcements(
    by person: PersonID, before key: TimeKey, limit: Int
  ) throws -> [Campus.OwnAnnouncement] {
    try all(
      """
      SELECT id, title, text, posted_at, expires_at FROM announcement
      WHERE author = ? AND (posted_at, id) < (?, ?) ORDER BY posted_at DESC, id DESC LIMIT ?
      """,
      person.raw, key.time, key.id, limit
    ) { row in
      Campus.OwnAnnouncement(
        id: AnnouncementID(try row.id("id")), title: Campus.AnnouncementTitle(checked: try row.text("title")),
        text: Campus.AnnouncementText(checked: try row.text("text")), posted: try row.instant("posted_at"),
        expires: try row.instantOrNil("expires_at"))
    }
  }

  func seenAnnouncements(of person: PersonID) throws -> [Campus.SeenAnnouncement] {
    try all(
      """
      SELECT announcement, seen_at FROM announcement_seen WHERE person = ? ORDER BY seen_at, announcement
      LIMIT ?
      """,
      person.raw, Campus.maxAnnouncements + 1
    ) { row in
      Campus.SeenAnnouncement(id: AnnouncementID(try row.id("announcement")), at: try row.instant("seen_at"))
    }
  }
}
