import JSON
import Schema
import ServiceKit
import Store

/// A stored activity as a person sees it.
struct ActivityRow: Sendable, Hashable {
  let id: ActivityID
  var name: Campus.ActivityName
  var about: Campus.ActivityText?
  var adviser: Campus.ActivityName?
  var place: Campus.ActivityVenue?
  var link: Campus.WebLink?
  var meets: [Campus.RegularMeeting]
  var version: Int64
  /// The number of members.
  var members = 0
  /// True if the person is one of them.
  var isMember = false
}

extension Database {
  /// Its first value is the person.
  private static let activities = """
    SELECT id, name, about, adviser, place, link, meets, version,
      (SELECT count(*) FROM activity_member WHERE activity_member.activity = activity.id) AS members,
      (SELECT count(*) FROM activity_member
        WHERE activity_member.activity = activity.id AND activity_member.person = ?) AS own
    FROM activity
    """

  /// All activities by name.
  func activities(seenBy person: PersonID) throws -> [ActivityRow] {
    try all(
      "\(Database.activities) ORDER BY name LIMIT ?", person.raw, Campus.maxActivities,
      map: ActivityRow.init(row:))
  }

  /// The activities that the person belongs to, by name.
  func ownActivities(of person: PersonID) throws -> [ActivityRow] {
    try all(
      """
      \(Database.activities) WHERE id IN (SELECT activity FROM activity_member WHERE person = ?)
      ORDER BY name LIMIT ?
      """,
      person.raw, person.raw, Campus.maxMemberships, map: ActivityRow.init(row:))
  }

  /// The activities that the person belongs to, as they are exported.
  func joinedActivities(of person: PersonID) throws -> [Campus.JoinedActivity] {
    try all(
      """
      SELECT id, name, joined_at FROM activity_member JOIN activity ON activity.id = activity_member.activity
      WHERE person = ? ORDER BY joined_at, id LIMIT ?
      """,
      person.raw, Campus.maxMemberships
    ) { row in
      Campus.JoinedActivity(
        activity: ActivityID(try row.id("id")), name: Campus.ActivityName(checked: try row.text("name")),
        joined: try row.instant("joined_at"))
    }
  }

  func storedActivity(_ id: ActivityID, seenBy person: PersonID) throws -> ActivityRow? {
    try one("\(Database.activities) WHERE id = ?", person.raw, id.raw, map: ActivityRow.init(row:))
  }

  /// - Throws: `not_found`.
  func activity(_ id: ActivityID, seenBy person: PersonID) throws -> ActivityRow {
    guard let activity = try storedActivity(id, seenBy: person) else { throw Fault(.notFound) }
    return activity
  }

  /// The id of the activity with this name, its natural key.
  func activity(named name: Campus.ActivityName) throws -> ActivityID? {
    try one("SELECT id FROM activity WHERE name = ?", name.text) { ActivityID(try $0.id("id")) }
  }

  /// Adds or replaces an activity and publishes that. Its members stay.
  func put(_ activity: ActivityRow, _ call: Call) throws {
    guard activity.meets.count <= Campus.maxMeetings else { throw Fault(.tooManyMeetings, field: "meets") }
    for (index, meeting) in activity.meets.enumerated() {
      guard meeting.isWhole else { throw Fault(.meetingBad, field: "meets.\(index)") }
      if let dayType = meeting.dayType, try !hasDayType(dayType) {
        throw Fault(.dayTypeUnknown, field: "meets.\(index).dayType")
      }
    }
    if let other = try self.activity(named: activity.name), other != activity.id {
      throw Fault(.activityNameTaken, field: "name")
    }
    let count = try one("SELECT count(*) AS count FROM activity WHERE id <> ?", activity.id.raw) {
      try $0.int("count")
    }
    guard (count ?? 0) < Campus.maxActivities else { throw Fault(.tooManyActivities) }
    try run(
      """
      INSERT INTO activity(id, name, about, adviser, place, link, meets, version)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET name = excluded.name, about = excluded.about, adviser = excluded.adviser,
        place = excluded.place, link = excluded.link, meets = excluded.meets, version = excluded.version
      """,
      activity.id.raw, activity.name.text, activity.about?.text, activity.adviser?.text, activity.place?.text,
      activity.link?.text, String(decoding: try JSONCoding.encode(activity.meets), as: UTF8.self),
      activity.version)
    try publish(Campus.ActivityChanged(id: activity.id), to: .everyone, call)
  }

  func remove(_ activity: ActivityRow, _ call: Call) throws {
    try run("DELETE FROM activity WHERE id = ?", activity.id.raw)
    try publish(Campus.ActivityChanged(id: activity.id), to: .everyone, call)
  }

  func join(_ activity: ActivityRow, _ person: PersonID, _ call: Call) throws {
    let count = try one("SELECT count(*) AS count FROM activity_member WHERE person = ?", person.raw) {
      try $0.int("count")
    }
    guard (count ?? 0) < Campus.maxMemberships else { throw Fault(.tooManyMemberships) }
    try run(
      "INSERT INTO activity_member(activity, person, joined_at) VALUES (?, ?, ?)", activity.id.raw,
      person.raw, call.now)
    try publish(
      Campus.MembershipChanged(activity: activity.id, isMember: true), to: .people([person]), call)
  }

  func leave(_ activity: ActivityID, _ person: PersonID, _ call: Call) throws {
    let gone = try change(
      "DELETE FROM activity_member WHERE activity = ? AND person = ?", activity.raw, person.raw)
    guard gone > 0 else { return }
    try publish(Campus.MembershipChanged(activity: activity, isMember: false), to: .people([person]), call)
  }
}

extension ActivityRow {
  fileprivate init(row: borrowing Row) throws {
    self.init(
      id: ActivityID(try row.id("id")), name: Campus.ActivityName(checked: try row.text("name")),
      about: try row.textOrNil("about").map { Campus.ActivityText(checked: $0) },
      adviser: try row.textOrNil("adviser").map { Campus.ActivityName(checked: $0) },
      place: try row.textOrNil("place").map { Campus.ActivityVenue(checked: $0) },
      link: try row.textOrNil("link").map { Campus.WebLink(checked: $0) },
      meets: try JSONCoding.decode([Campus.RegularMeeting].self, from: Array(try row.text("meets").utf8)),
      version: try row.int("version"), members: Int(try row.int("members")),
      isMember: try row.int("own") > 0)
  }
}
