import Bus
import FoundationEssentials
import JSON
import Schema
import SiteCommands
import Terminal

extension Seeds {
  /// A source of news.
  struct NewsSource: Codable, Sendable {
    let title: Campus.SourceTitle
    let kind: Campus.SourceKind
    let layout: Campus.SourceLayout?
    let address: Campus.NewsAddress?
    let link: Campus.NewsAddress?
    let note: Campus.SourceNote?
    let isOn: Bool?
  }

  struct Announcement: Codable, Sendable {
    let by: String
    let at: RelativeTime
    let title: Campus.AnnouncementTitle
    let text: Campus.AnnouncementText
    let expires: RelativeTime?
  }

  /// A person who joins an activity.
  struct Member: Codable, Sendable {
    let by: String
    let at: RelativeTime
    let activity: Campus.ActivityName
  }

  /// The form of an import, except that dates are relative.
  struct SchoolLists: Sendable {
    let lists: [JSONValue.Member]

    /// Reads files of lists, which become one import.
    init(_ paths: [String]) throws {
      lists = try paths.flatMap { path in
        let bytes: Data
        do { bytes = try Data(contentsOf: URL(filePath: path)) } catch {
          throw Failure("cannot read \(path)")
        }
        let document: JSONValue
        do { document = try JSONCoding.decode(JSONValue.self, from: Array(bytes)) } catch {
          throw Failure("\(path): this isn't valid JSON")
        }
        guard case .object(let members) = document, document["format"] == 1 else {
          throw Failure("\(path): this isn't an object with \"format\": 1")
        }
        return members.filter { $0.name != "format" }
      }
    }

    /// The import for a load on a date.
    func text(today: CivilDate) throws -> String {
      let members = lists.map { JSONValue.Member($0.name, SchoolLists.dated($0.value, today)) }
      let document = JSONValue.object([JSONValue.Member("format", 1)] + members)
      return String(decoding: try JSONCoding.encode(document), as: UTF8.self)
    }

    private static func dated(_ value: JSONValue, _ today: CivilDate) -> JSONValue {
      switch value {
      case .string(let text):
        RelativeDay(text).flatMap { $0.date(today: today) }.map { .string($0.description) } ?? value
      case .array(let values): .array(values.map { dated($0, today) })
      case .object(let members):
        .object(members.map { JSONValue.Member($0.name, dated($0.value, today)) })
      default: value
      }
    }
  }
}

/// The school of the seeds: an administrator imports it, as a school's own data is imported.
extension SeedLoader {
  private static let administrator = "ruth"
  /// The number of attempts. campus applies a sign-up a moment after auth has published it.
  private static let maxAttempts = 200
  private static let pause = Duration.milliseconds(50)

  func addSchool() async throws {
    guard let school = seeds.school else { return }
    try await enter(SeedLoader.administrator, SeedRow.school)
    try await importSchool(try school.text(today: now.siteDate))
    for source in seeds.sources {
      let row = "news.json: \(source.title.text)"
      let request = Campus.AddSource(
        title: source.title, kind: source.kind, layout: source.layout, address: source.address,
        link: source.link, note: source.note, isOn: source.isOn)
      let context = CallContext(
        assertion: try await assertion(of: SeedLoader.administrator, row),
        idempotencyKey: try SeedBus.key(Campus.AddSource.subject, source))
      _ = try await bus.call(request, context, row: row)
    }
    for announcement in seeds.announcements {
      let row = "news.json: \(announcement.title.text)"
      try await enter(announcement.by, row)
      let request = Campus.PostAnnouncement(
        title: announcement.title, text: announcement.text,
        expires: announcement.expires?.instant(now: now))
      _ = try await send(
        request, as: announcement.by, at: announcement.at.instant(now: now), announcement, row)
    }
    try await addMembers()
  }

  private func importSchool(_ text: String) async throws {
    guard let text = ImportText(text) else { throw Failure("\(SeedRow.school): more than 4 MiB") }
    let request = Campus.ImportSchool(kind: .all, format: .json, text: text)
    for attempt in 1... {
      let context = CallContext(assertion: try await assertion(of: SeedLoader.administrator, SeedRow.school))
      let reply = try await bus.call(request, context, row: SeedRow.school)
      guard let error = reply.errors.first else { return }
      let isEarly = reply.errors.allSatisfy { $0.code == FaultCode.personUnknown.code }
      guard isEarly, attempt < SeedLoader.maxAttempts else {
        let place = "\(error.kind.rawValue) \(error.row) \(error.column ?? "")"
        throw Failure("\(SeedRow.school): \(place): \(error.code): \(error.message)")
      }
      try await Task.sleep(for: SeedLoader.pause)  // poll
    }
  }

  private func addMembers() async throws {
    var ids: [String: ActivityID] = [:]
    for member in seeds.members {
      let row = "clubs.json: \(member.by), \(member.activity.text)"
      try await enter(member.by, row)
      if ids.isEmpty {
        let context = CallContext(assertion: try await assertion(of: member.by, row))
        for activity in try await bus.call(Campus.ListActivities(), context, row: row).items {
          ids[activity.name.text] = activity.id
        }
      }
      guard let id = ids[member.activity.text] else { throw Failure("\(row): no such activity") }
      let request = Campus.JoinActivity(id: id)
      _ = try await send(request, as: member.by, at: member.at.instant(now: now), member, row)
    }
  }
}

extension SeedRow {
  fileprivate static let school = "school.json"
}
