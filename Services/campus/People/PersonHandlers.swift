import Schema
import ServiceKit
import Store

/// Export and erasure of everything stored about a person.
extension CampusService {
  func registerPeople(in handlers: inout Handlers) {
    handlers.on(Campus.ExportPerson.self, exportPerson)
    handlers.erase(Campus.ErasePerson.self, from: CampusService.personalTables)
  }

  func exportPerson(_ request: Campus.ExportPerson, _ call: Call) async throws -> Campus.PersonExport {
    let person = try call.person
    // The first page has everything but the rest of the announcements.
    let isFirst = request.cursor == nil
    let key = try request.cursor.map { try TimeKey($0) } ?? .last
    return try await call.read { db in
      let step = CampusService.announcementStep
      let announcements = Page(try db.announcements(by: person, before: key, limit: step + 1), limit: step) {
        TimeKey(time: $0.posted, id: $0.id.raw).cursor
      }
      return Campus.PersonExport(
        name: try db.fullName(of: person), schedules: isFirst ? try db.schedules(of: person) : [],
        earlier: isFirst ? try db.earlierSchedules(of: person) : [], school: try db.mySchool(of: person),
        activities: isFirst ? try db.joinedActivities(of: person) : [],
        contact: try db.ownContact(of: person), feeds: isFirst ? try db.feeds(of: person) : [],
        sources: isFirst ? try db.followedSources(of: person) : [], announcements: announcements.items,
        seen: isFirst ? try db.seenAnnouncements(of: person) : [], next: announcements.next)
    }
  }

  /// The announcements of one page, each with up to 16 KB.
  static let announcementStep = 100

  static let personalTables =
    daysTables + classesTables + newsTables + dailyTables
    + [PersonalTable.deleted("person", key: "id", of: "id", exported: ["name"])]
}
