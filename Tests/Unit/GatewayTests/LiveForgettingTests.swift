import HTTPServer
import Schema
import TestSupport
import Testing

@testable import gateway

@Suite("The live stream forgets what nobody resumes")
struct LiveForgettingTests {
  private let live = LiveStream(programs: [.roomhub], secret: "s")

  init() { live.begin(.roomhub, at: LivePosition.Head(.random(), 0), after: 0, with: []) }

  private func tell(_ sequence: Int64, _ people: PersonID...) {
    let event = LiveStream.Event(
      topic: "roomhub.task.added", audience: .people(people), body: [32], sequence: sequence)
    live.publish(event, of: .roomhub)
  }

  private func open(_ person: PersonID, after id: String? = nil) throws -> EventFeed {
    let who = SessionCache.Resolved(
      person: person, session: .random(), assertion: [], scopes: .max, roles: [], at: .now)
    return try live.open(who, after: id)
  }

  /// The number of events that a stream after the id begins with, or nil if that is a reset.
  private func missed(_ person: PersonID, after id: String) throws -> Int? {
    let feed = try open(person, after: id)
    defer { feed.finish() }
    let text = String(decoding: feed.waiting, as: UTF8.self)
    return text.contains("event: reset\n") ? nil : text.matches(of: /event: roomhub/).count
  }

  private func wait(_ time: Duration) { live.forget(at: .now.advanced(by: time)) }

  @Test("for two minutes everything is kept; then nothing of people without a stream, who are reset")
  func strangers() throws {
    let (ada, walt) = (PersonID.random(), PersonID.random())
    let id = live.newest
    tell(1, ada)
    wait(.seconds(115))
    #expect(live.figures.events == 1)
    wait(.seconds(125))
    #expect(live.figures.events == 0 && live.figures.bytes == 0)
    #expect(try missed(ada, after: id) == nil)
    #expect(try missed(walt, after: id) == 0, "who missed nothing goes on")
    let later = live.newest
    tell(2, ada)
    #expect(try missed(ada, after: later) == 1)
  }

  @Test("of people with a stream it is kept for as long as that is open, and for an hour after it")
  func readers() throws {
    let (ada, walt) = (PersonID.random(), PersonID.random())
    let feed = try open(ada)
    let id = live.newest
    tell(1, walt)
    tell(2, walt, ada)
    for _ in 0..<3 { wait(.seconds(7200)) }
    #expect(live.figures.events == 1, "both are in the audience of the second")
    feed.finish()
    wait(.seconds(3500))
    #expect(try missed(ada, after: id) == 1)
    #expect(try missed(walt, after: id) == nil)
    wait(.seconds(3700))
    #expect(live.figures.events == 0)
    #expect(try missed(ada, after: id) == nil)
  }

  @Test("a stream that began anew knows no more of what it had forgotten")
  func restored() throws {
    let ada = PersonID.random()
    tell(1, ada)
    wait(.seconds(125))
    live.begin(.roomhub, at: LivePosition.Head(.random(), 0), after: 0, with: [])
    let id = live.newest
    #expect(try missed(ada, after: id) == 0)
  }

  @Test("beyond the limit the older half of the notes goes, and ids from before it are good for nobody")
  func limit() {
    let (count, ada) = (Int64(ForgottenEvents.maxCount), PersonID.random())
    var forgotten = ForgottenEvents()
    var floors: [Int64] = [0]
    forgotten.note(1, of: 0, for: ada, raising: &floors)
    for number in 2...count { forgotten.note(number, of: 0, for: .random(), raising: &floors) }
    #expect(floors == [0] && forgotten.newest(of: 0, for: ada) == 1)
    for number in 1...count { forgotten.note(count + number, of: 0, for: .random(), raising: &floors) }
    #expect(floors == [count] && forgotten.newest(of: 0, for: ada) == 0)
  }

  @Test("in random walks, whoever comes back gets exactly what they missed or a reset", arguments: 0..<200)
  func walks(seed: UInt64) {
    var walk = RingWalk(seed: seed)
    for _ in 0..<300 { walk.step() }
    #expect(walk.exact > 0 && walk.faults.isEmpty, "\(walk.faults.first ?? "")")
  }
}

/// A ring beside a plain list of all that happened.
private struct RingWalk {
  private struct Told {
    let entry: LiveRing.Entry
    /// Nobody in its audience read when it was old.
    var mayBeGone = false
  }

  private let people = (0..<5).map { _ in PersonID.random() }
  private let epoch = RawUUID.random()
  private let begin = ContinuousClock.now
  private var random: Seeded
  private var ring = LiveRing(programs: 2, maxBytes: 1 << 20)
  private var told: [Told] = []
  private var heads: [Int64] = [0, 0]
  private var floors: [Int64] = [0, 0]
  private var time = Duration.zero
  /// Positions that somebody may come back with.
  private var positions: [[Int64]] = [[0, 0]]
  private(set) var exact = 0
  private(set) var faults: [String] = []

  init(seed: UInt64) { random = Seeded(state: seed) }

  mutating func step() {
    time += .seconds(Int.random(in: 0...20, using: &random))
    switch Int.random(in: 0..<20, using: &random) {
    case 0: forget()
    case 1: restart()
    case 2...8: comeBack()
    default: tell()
    }
  }

  private var audience: Audience {
    mutating get {
      if Int.random(in: 0..<10, using: &random) == 0 { return .everyone }
      return .people(Array(people.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))))
    }
  }

  private mutating func entry(_ sequence: Int64, of program: Int) -> LiveRing.Entry {
    let event = LiveStream.Event(
      topic: "roomhub.task.added", audience: audience, body: [32], sequence: sequence)
    return LiveRing.Entry(event, of: program, at: begin.advanced(by: time))
  }

  private mutating func tell() {
    let program = Int.random(in: 0..<2, using: &random)
    heads[program] += Int64.random(in: 1...3, using: &random)
    let entry = entry(heads[program], of: program)
    ring.append(entry)
    told.append(Told(entry: entry))
    positions.append(heads)
  }

  private mutating func forget() {
    let readers = Set(people.shuffled(using: &random).prefix(2))
    let limit = begin.advanced(by: time - LiveRing.keptForAll)
    ring.forget(before: limit) { readers.contains($0) }
    for index in told.indices where told[index].entry.arrived < limit {
      guard case .people(let audience) = told[index].entry.audience else { continue }
      if readers.isDisjoint(with: audience) { told[index].mayBeGone = true }
    }
  }

  /// A gap: of what came before the floor nothing is known.
  private mutating func restart() {
    let program = Int.random(in: 0..<2, using: &random)
    let floor = heads[program] + 2
    heads[program] = floor + 2
    let events = [entry(floor + 1, of: program), entry(floor + 2, of: program)]
    ring.begin(program, after: floor, with: events)
    floors[program] = floor
    told.removeAll { $0.entry.program == program }
    told += events.map { Told(entry: $0) }
    positions.append(heads)
  }

  private mutating func comeBack() {
    guard let person = people.randomElement(using: &random),
      let had = positions.randomElement(using: &random)
    else { return }
    var last = LivePosition(programs: 2)
    last.heads = had.map { LivePosition.Head(epoch, $0) }
    let found = ring.missed(
      after: last, upTo: heads.map { LivePosition.Head(epoch, $0) }, by: person, .max)
    let theirs = told.filter { one in
      guard one.entry.sequence > had[one.entry.program] else { return false }
      return if case .people(let people) = one.entry.audience { people.contains(person) } else { true }
    }
    let isKnown = zip(had, floors).allSatisfy { $0 >= $1 } && !theirs.contains(where: \.mayBeGone)
    guard let found else {
      if isKnown, theirs.count <= LiveStream.maxMissed { faults.append("reset in vain after \(had)") }
      return
    }
    exact += theirs.isEmpty ? 0 : 1
    let expected = theirs.map { [Int64($0.entry.program), $0.entry.sequence] }
    if found.map({ [Int64($0.program), $0.sequence] }) != expected {
      faults.append("not what was missed after \(had)")
    }
  }
}
