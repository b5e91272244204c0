import Bus
import Schema
import SiteCommands
import Terminal

/// `quadctl seed`: fills a new site with an invented campus.
enum SeedCommand: Command {
  static let name = "seed"
  static let summary = "Load a demo campus, or only its dorms, into a running site"
  static let verbs = [
    Verb(
      "", "--seeds DIR [--only dorms]",
      "load dorms, people, tasks, messages and events in the order of time, then courses and attendance",
      options: [
        .value("seeds", "DIR", is: "Folder of the seed files"),
        .value(
          "only", "dorms", is: "Load only the dorms, for a site that real people will use",
          choices: ["dorms"]),
      ], run: seed)
  ]
  static let notes = """
    Without --only, the data folder of the site must hold a file named "seeding". QUAD_SIGNUP may be off.
    Loading the same files again on the same day has no further effect.

    Environment: QUAD_KEYS, QUAD_RUN, BUS_ADDRESS, TZ (the site's zone).
    """

  /// The number of parallel requests; two Argon2id threads serve the sign-ups.
  static let parallel = 4
  /// The capacity of a room whose dorm sets none.
  static let defaultCapacity = 20

  @Sendable private static func seed(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 0)
    let folder = try arguments.required("seeds")
    let settings = try BusSettings()
    switch arguments.value("only") {
    case nil:
      let seeds = try Seeds(folder: folder, for: settings.apps)
      try await settings.with(key: .seed) { try await load(seeds, SeedBus(bus: $0)) }
    case "dorms":
      let dorms = try Seeds.dorms(folder: folder)
      // The operator may load dorms at any time; the key `seed` is valid only while a site is being filled.
      try await settings.with(key: .operator) { try await define(dorms, SeedBus(bus: $0), at: nil) }
      Output.say("\(dorms.count) dorms are on the campus list")
    case .some(let other): throw UsageError("--only \(other): choose dorms")
    }
  }

  private static func define(_ dorms: [Seeds.Dorm], _ bus: SeedBus, at time: Instant?) async throws {
    for dorm in dorms {
      let request = Roomhub.DefineDorm(
        id: dorm.id, name: dorm.name, roomCapacity: dorm.roomCapacity ?? defaultCapacity)
      let context = CallContext(
        idempotencyKey: try SeedBus.key(Roomhub.DefineDorm.subject, dorm.id), asOf: time)
      _ = try await bus.call(request, context, row: SeedRow.dorm(dorm))
    }
  }

  private static func load(_ seeds: Seeds, _ bus: SeedBus) async throws {
    let began = ContinuousClock.now
    let now = LocalTime.now
    var timeline = try SeedTimeline(seeds, now: now)
    try await define(seeds.dorms, bus, at: timeline.start ?? now)
    let loader = SeedLoader(seeds, bus, now: now)
    var progress = SeedProgress(timeline)
    try await withThrowingTaskGroup(of: SeedStep.self) { group in
      var running = 0
      while true {
        while running < parallel, let step = timeline.next() {
          running += 1
          group.addTask {
            try await loader.perform(step)
            return step
          }
        }
        guard let step = try await group.next() else { return }
        running -= 1
        timeline.finished(step)
        progress.did(step)
      }
    }
    progress.end()
    for key in await loader.signedIn { try await loader.signOut(key) }
    try await loader.setRoles()
    try await loader.addStudents()
    try await loader.addCourses()
    try await loader.addAttendance()
    try await loader.addAid()
    try await loader.addSchool()
    for key in await loader.signedIn { try await loader.signOut(key) }
    let took = began.duration(to: .now).milliseconds
    let checkIns = seeds.attendance.reduce(0) { $0 + $1.checkIns.count }
    Output.say(
      "loaded \(seeds.dorms.count) dorms, \(seeds.courses.count) courses, \(checkIns) check-ins, "
        + "\(seeds.students.count) students without a room, \(progress.total) "
        + "in \(took / 1000).\(took / 100 % 10) s")
  }
}

/// The progress of the load: a terminal shows every step, any other output each further tenth.
struct SeedProgress {
  private var done = Count()
  private let all: Count
  private var told = 0

  private struct Count {
    var people = 0
    var tasks = 0
    var messages = 0
    var events = 0

    var sum: Int { people + tasks + messages + events }

    mutating func add(_ action: SeedStep.Action) {
      switch action {
      case .arrive: people += 1
      case .addTask: tasks += 1
      case .post: messages += 1
      case .addEvent: events += 1
      case .completeTask, .reopenTask: break
      }
    }
  }

  init(_ timeline: SeedTimeline) {
    all = timeline.waiting.reduce(into: Count()) { $0.add($1.action) }
  }

  var total: String {
    "\(all.people) people, \(all.tasks) tasks, \(all.messages) messages and \(all.events) events"
  }

  mutating func did(_ step: SeedStep) {
    done.add(step.action)
    let line =
      "people \(done.people)/\(all.people), tasks \(done.tasks)/\(all.tasks), "
      + "messages \(done.messages)/\(all.messages), events \(done.events)/\(all.events)"
    let tenths = done.sum * 10 / max(all.sum, 1)
    if Output.canRedraw {
      Output.redraw(line)
    } else if tenths > told {
      Output.note(line)
    }
    told = tenths
  }

  func end() {
    if Output.canRedraw { Output.redraw("") }
  }
}
