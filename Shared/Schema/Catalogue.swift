/// Every program of a site and every message of Quad. `quadctl catalogue` prints it, `compose/catalogue.json`
/// stores it for tools that run before a build, and checks compare it with every other list of programs.
package enum Catalogue {
  /// The programs in the order of start. A site stops in the opposite order, so that no program calls one
  /// that is gone. A person is erased in this order, too: the notifier comes after the programs that may
  /// still cancel an alert.
  package static let rows: [CatalogueRow] = [
    CatalogueRow(
      .auth, "accounts, sign-in, profiles, roles", down: "Sign-in isn't working right now.", Auth.requests,
      Auth.events),
    CatalogueRow(
      .mediaFetcher, "pictures", down: "Pictures aren't working right now.", Media.requests, Media.events),
    CatalogueRow(
      .roomhub, "rooms, tasks, boards", for: .room, down: "Rooms and tasks aren't working right now.",
      Roomhub.requests, Roomhub.events),
    CatalogueRow(
      .campus, "the school day: timetable, lunch, news, calendar", for: .school,
      down: "The school day isn't working right now.", Campus.requests, Campus.events),
    CatalogueRow(
      .attendance, "courses and rosters", for: .courses, down: "Courses aren't working right now.",
      Attendance.requests, Attendance.events),
    CatalogueRow(
      .events, "events, to-do lists, budgets, calendars", for: .events,
      down: "Events aren't working right now.", Events.requests, Events.events),
    CatalogueRow(
      .guide, "first aid: training, crisis, AEDs", for: .aid, down: "First aid isn't working right now.",
      Guide.requests, Guide.events),
    CatalogueRow(
      .notifier, "alerts, inbox, channels", down: "Notifications aren't working right now.",
      Notifier.requests, Notifier.events),
    CatalogueRow(.gateway, "HTTP, live stream, web client", down: nil),
  ]

  package static let requests: [any Request.Type] = rows.flatMap(\.requests)
  package static let events: [any Event.Type] = rows.flatMap(\.events) + Alerts.events

  /// The programs that answer requests, each with a store of its own.
  package static let programs: [ProgramName] = rows.filter(\.hasStore).map(\.name)

  /// The program that speaks HTTP. It writes its port to the file `port` of its data folder.
  package static let edge = ProgramName.gateway
  /// The path at the edge that says whether all programs of the site are ready.
  package static let readyPath = "/readyz"

  /// The programs whose streams may hold alerts: all but the one that receives them.
  package static let alertPlanners = programs.filter { $0 != .notifier }

  /// The keys of a site: its programs, the operator's command line and the seed loader.
  package static let keys = rows.map(\.name) + [.operator, .seed]

  /// The requests that together erase a person.
  package static let erasures = requests.compactMap { $0 as? any PersonErasure.Type }

  /// The requests that together export everything stored about a person.
  package static let exports = requests.filter { $0.subject.hasSuffix(".person.export") }

  /// The events of administrators' actions outside of auth, each with the program that publishes it.
  package static let audits = events.compactMap { $0 as? any AuditedEvent.Type }

  /// The app that a program belongs to; nil for a program that every site runs.
  package static func app(of program: ProgramName) -> App? { rows.first { $0.name == program }?.app }

  /// True if the key `caller` may send `subject` at all. It is compiled from the declarations: there is no
  /// ACL file.
  package static func mayCall(_ caller: ProgramName, _ request: any Request.Type) -> Bool {
    if request.callers.contains(caller) { return true }
    guard request.route != nil else { return false }
    return caller == .gateway || caller == .operator || caller == .seed
  }
}

/// One program of a site, and the messages it owns.
package struct CatalogueRow: Sendable {
  package let name: ProgramName
  /// A few words for a list of programs.
  package let summary: String
  /// The app that it belongs to; nil for a program that every site runs.
  package let app: App?
  /// The sentence that people read while the program does not reply. Nil for the edge, whose clients notice
  /// it themselves.
  package let down: String?
  package let requests: [any Request.Type]
  package let events: [any Event.Type]

  /// A program that answers requests has a store.
  package var hasStore: Bool { !requests.isEmpty }

  fileprivate init(
    _ name: ProgramName, _ summary: String, for app: App? = nil, down: String?,
    _ requests: [any Request.Type] = [], _ events: [any Event.Type] = []
  ) {
    self.name = name
    self.summary = summary
    self.app = app
    self.down = down
    self.requests = requests
    self.events = events
  }
}

/// A request that erases a person from a program; auth sends it to each program that declares one.
package protocol PersonErasure: Request where Reply == Empty {
  var person: PersonID { get }
  init(person: PersonID)
}

/// An event that reports an administrator's action in a program; auth keeps the log of all programs.
package protocol AuditedEvent: Event {
  var entry: Auth.AuditEntry { get }
  init(entry: Auth.AuditEntry)
}
