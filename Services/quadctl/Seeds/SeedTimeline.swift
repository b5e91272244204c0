import Schema
import SiteCommands
import Terminal

/// One action of a person of the seeds, and its time.
struct SeedStep: Sendable {
  enum Action: Hashable, Sendable {
    /// The person signs up and enters the room.
    case arrive(person: Int)
    case addTask(Int)
    case completeTask(Int, by: String)
    case reopenTask(Int, by: String)
    case post(message: Int)
    case addEvent(Int)
  }

  let at: Instant
  let room: RoomAddress
  let action: Action
}

/// Everything that happened on the campus, sorted by time.
///
/// Steps of one room run one after the other; those of different rooms may run in parallel. `next` returns
/// the earliest step whose room is free.
struct SeedTimeline: Sendable {
  private(set) var waiting: [SeedStep]
  private var busy: Set<RoomAddress> = []

  /// - Throws: `Failure` for a row with a past action that lies ahead of `now`.
  init(_ seeds: Seeds, now: Instant) throws(Failure) {
    var steps: [SeedStep] = []
    func add(_ time: RelativeTime, _ room: RoomAddress, _ row: String, _ action: SeedStep.Action)
      throws(Failure)
    {
      let at = time.instant(now: now)
      guard at <= now else { throw Failure("\(row) is in the future: \(at)") }
      steps.append(SeedStep(at: at, room: room, action: action))
    }
    for (index, person) in seeds.people.enumerated() {
      try add(person.joined, person.room, SeedRow.person(person), .arrive(person: index))
    }
    for (index, task) in seeds.tasks.enumerated() {
      let row = SeedRow.task(index)
      try add(task.at, task.room, row, .addTask(index))
      if let time = task.completedAt, let by = task.completedBy {
        try add(time, task.room, row, .completeTask(index, by: by))
      }
      if let time = task.reopenedAt, let by = task.reopenedBy {
        try add(time, task.room, row, .reopenTask(index, by: by))
      }
    }
    for (index, message) in seeds.messages.enumerated() {
      try add(message.at, message.room, SeedRow.message(index), .post(message: index))
    }
    let rooms = Dictionary(
      seeds.people.map { ($0.key, $0.room) }, uniquingKeysWith: { first, _ in first })
    for (index, event) in seeds.events.enumerated() {
      let row = SeedRow.event(index)
      guard let room = rooms[event.by] else { throw Failure("\(row): no one is named \(event.by)") }
      try add(event.at, room, row, .addEvent(index))
    }
    // Steps of the same minute keep the order above.
    waiting = steps.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  var start: Instant? { waiting.first?.at }

  /// The next step; nil if none waits, or only steps of busy rooms.
  mutating func next() -> SeedStep? {
    guard let index = waiting.firstIndex(where: { !busy.contains($0.room) }) else { return nil }
    let step = waiting.remove(at: index)
    busy.insert(step.room)
    return step
  }

  mutating func finished(_ step: SeedStep) { busy.remove(step.room) }
}

/// The names of rows in error messages.
enum SeedRow {
  static func person(_ person: Seeds.Person) -> String { "people.json: \(person.key)" }
  static func dorm(_ dorm: Seeds.Dorm) -> String { "dorms.json: \(dorm.id)" }
  static func task(_ index: Int) -> String { "tasks.json: row \(index + 1)" }
  static func course(_ index: Int) -> String { "courses.json: row \(index + 1)" }
  static func event(_ index: Int) -> String { "events.json: row \(index + 1)" }
  static func message(_ index: Int) -> String { "messages.json: row \(index + 1)" }
}
