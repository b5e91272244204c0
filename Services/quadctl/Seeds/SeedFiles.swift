import FoundationEssentials
import JSON
import Schema
import SiteCommands
import Terminal

/// The parsed seed files; seeds/README.md explains each field.
struct Seeds: Sendable {
  struct Dorm: Decodable, Sendable {
    let id: DormID
    let name: DormName
    let roomCapacity: Int?
  }

  struct Person: Codable, Sendable {
    let key: String
    let email: EmailAddress
    let firstName: GivenName
    let lastName: FamilyName
    let concentration: ProfileText
    let hometown: ProfileText
    let pronouns: ProfileText?
    let phone: PhoneNumber?
    let languages: Languages?
    let allergies: AllergiesText?
    let visibleTo: Auth.VisibilityChange?
    let roles: SiteRoles?
    /// The name of a bundled picture.
    let picture: String?
    let joined: RelativeTime
    let room: RoomAddress
  }

  struct Task: Codable, Sendable {
    let room: RoomAddress
    let title: TaskTitle
    let isImportant: Bool
    let due: RelativeTime?
    let notes: TaskNotes?
    let by: String
    let at: RelativeTime
    let completedBy: String?
    let completedAt: RelativeTime?
    let reopenedBy: String?
    let reopenedAt: RelativeTime?
  }

  struct Message: Codable, Sendable {
    let room: RoomAddress
    let at: RelativeTime
    let text: MessageText
  }

  struct Event: Codable, Sendable {
    let by: String
    let at: RelativeTime
    let title: EventTitle
    let when: RelativeTime
    let isAllDay: Bool?
    let minutes: EventMinutes?
    let place: EventPlace?
    let notes: EventNotes?
    let recurrence: RecurrenceText?
    let leads: LeadTimes?
    let isShared: Bool?
    /// The name of a bundled picture.
    let picture: String?
    let toDos: [ToDo]?
    let budget: Budget?
  }

  struct ToDo: Codable, Sendable {
    let text: ToDoText
    /// The key of the person who should do it.
    var `for`: String?
    let due: RelativeTime?
    let isDone: Bool?
  }

  /// Prices are texts such as `12.50`, in English.
  struct Budget: Codable, Sendable {
    struct Line: Codable, Sendable {
      let text: BudgetText
      let planned: String?
      let actual: String?
    }

    let currency: CurrencyCode
    let cap: String?
    let lines: [Line]
  }

  struct Course: Codable, Sendable {
    let name: CourseName
    let code: CourseCode?
    let term: CourseTerm?
    let by: String
    let at: RelativeTime
    let students: [String]
    /// Events of the instructor that the course sees.
    let events: [Event]?
  }

  let password: Password
  let dorms: [Dorm]
  let people: [Person]
  let tasks: [Task]
  let messages: [Message]
  let events: [Event]
  let courses: [Course]
  let students: [Student]
  let spots: [Spot]
  let attendance: [CourseAttendance]
  let aeds: [AED]
  let trained: [Trained]
  /// Nil on a site without the school.
  let school: SchoolLists?
  let sources: [NewsSource]
  let announcements: [Announcement]
  let members: [Member]

  /// The apps of the site. The lists of the others are empty.
  let apps: SiteApps

  /// Reads `site.json` and one file for each list.
  init(folder: String, for apps: SiteApps = .everything) throws {
    self.apps = apps
    password = try Seeds.read(Site.self, "\(folder)/site.json").demo.password
    people = try Seeds.read(People.self, "\(folder)/people.json").people
    let hasRooms = apps.contains(.room)
    dorms = hasRooms ? try Seeds.dorms(folder: folder) : []
    tasks = hasRooms ? try Seeds.read(Tasks.self, "\(folder)/tasks.json").tasks : []
    messages = hasRooms ? try Seeds.read(Messages.self, "\(folder)/messages.json").messages : []
    events = apps.contains(.events) ? try Seeds.read(Events.self, "\(folder)/events.json").events : []
    let aid = apps.contains(.aid) ? try Seeds.read(AidFile.self, "\(folder)/aid.json") : nil
    (aeds, trained) = (aid?.aeds ?? [], aid?.trained ?? [])
    let hasSchool = apps.contains(.school)
    school = hasSchool ? try SchoolLists(["\(folder)/school.json", "\(folder)/menus.json"]) : nil
    let news = hasSchool ? try Seeds.read(News.self, "\(folder)/news.json") : nil
    (sources, announcements) = (news?.sources ?? [], news?.announcements ?? [])
    members = hasSchool ? try Seeds.read(Clubs.self, "\(folder)/clubs.json").members : []
    guard apps.contains(.courses) else {
      (courses, students, spots, attendance) = ([], [], [], [])
      return
    }
    courses = try Seeds.read(Courses.self, "\(folder)/courses.json").courses
    students = try Seeds.read(Students.self, "\(folder)/students.json").students
    let kept = try Seeds.read(AttendanceFile.self, "\(folder)/attendance.json")
    (spots, attendance) = (kept.spots, kept.attendance)
  }

  static func dorms(folder: String) throws -> [Dorm] {
    try read(Dorms.self, "\(folder)/dorms.json").dorms
  }

  private protocol File: Decodable {
    var format: Int { get }
  }

  private struct Site: File {
    struct Demo: Decodable {
      let password: Password
    }

    let format: Int
    let demo: Demo
  }

  private struct Dorms: File {
    let format: Int
    let dorms: [Dorm]
  }

  private struct People: File {
    let format: Int
    let people: [Person]
  }

  private struct Tasks: File {
    let format: Int
    let tasks: [Task]
  }

  private struct Messages: File {
    let format: Int
    let messages: [Message]
  }

  private struct Events: File {
    let format: Int
    let events: [Event]
  }

  private struct Courses: File {
    let format: Int
    let courses: [Course]
  }

  private struct Students: File {
    let format: Int
    let students: [Student]
  }

  private struct AttendanceFile: File {
    let format: Int
    let spots: [Spot]
    let attendance: [CourseAttendance]
  }

  private struct AidFile: File {
    let format: Int
    let aeds: [AED]
    let trained: [Trained]
  }

  private struct News: File {
    let format: Int
    let sources: [NewsSource]
    let announcements: [Announcement]
  }

  private struct Clubs: File {
    let format: Int
    let members: [Member]
  }

  private static func read<F: File>(_ type: F.Type, _ path: String) throws -> F {
    let bytes: Data
    do { bytes = try Data(contentsOf: URL(filePath: path)) } catch { throw Failure("cannot read \(path)") }
    let file: F
    do { file = try JSONCoding.decode(type, from: Array(bytes)) } catch {
      throw Failure("\(path): \(Seeds.reason(error))")
    }
    guard file.format == 1 else { throw Failure("\(path): format \(file.format) is not 1") }
    return file
  }

  /// The wrong member and the reason: `people.3.joined: …`.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case let fault as Fault:
      let field = fault.fields?.first?.field ?? ""
      return "\(field): \(fault.code): \(fault.message)"
    case DecodingError.keyNotFound(let key, let context):
      return "\(Fault.path(context.codingPath + [key])): is missing"
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      return "\(Fault.path(context.codingPath)): \(context.debugDescription)"
    default: return "\(error)"
    }
  }
}
