import Schema
import ServiceKit
import TestSupport
import Testing

/// A walk of a producer, a wire that loses, doubles and reorders messages, and a subscriber of some topic
/// classes. The subscriber has to apply every event of its classes once, in order, and no other.
@Suite("A subscriber of some classes of a stream misses none of their events")
struct FilteredStreamTests {
  @Test("10,000 walks, whatever the wire does")
  func walks() {
    var totals = Walk.Totals()
    for seed in 0..<10_000 {
      var walk = Walk(seed: UInt64(seed), .sound)
      #expect(walk.run() == nil, "seed \(seed)")
      totals.add(walk.totals)
    }
    #expect(totals.applied > 50_000 && totals.replays > 10_000 && totals.passes > 3000, "\(totals)")
    #expect(totals.snapshots > 1000 && totals.restarts > 5000, "\(totals)")
  }

  /// What each message has to say: without it, walks go wrong.
  @Test("red controls", arguments: [Walk.Form.ownClassOnly, .forgetsAtRestart, .emptyHeartbeats])
  func controls(_ form: Walk.Form) {
    let wrong = (0..<500).count { seed in
      var walk = Walk(seed: UInt64(seed), form)
      return walk.run() != nil
    }
    #expect(wrong > 5)
  }
}

/// One walk of the model.
struct Walk {
  /// The messages that the producer sends.
  enum Form {
    case sound
    /// An event carries the number of the one before it of its own class alone.
    case ownClassOnly
    /// After a restart the producer takes classes without recent events for empty.
    case forgetsAtRestart
    /// Heartbeats carry no numbers of classes.
    case emptyHeartbeats
  }

  struct Totals {
    var (applied, replays, passes, snapshots, restarts) = (0, 0, 0, 0, 0)

    mutating func add(_ other: Totals) {
      applied += other.applied
      replays += other.replays
      passes += other.passes
      snapshots += other.snapshots
      restarts += other.restarts
    }
  }

  private enum Signal {
    case event(Int64, of: String, before: StreamHeads)
    case heartbeat(head: Int64, heads: StreamHeads, retainedFrom: Int64?)
  }

  private static let all = ["s.a", "s.b", "s.c", "s.d"]
  private static let epoch = RawUUID(high: 1, low: 1)

  private let form: Form
  private var random: Seeded
  /// The class of each event; the first has number 1.
  private var stream: [String] = []
  private var heads = StreamHeads(others: 0)
  private var retainedFrom: Int64 = 1
  private var wire: [Signal] = []
  private let classes: [String]
  private var position = StreamPosition()
  private var problem: String?
  private(set) var totals = Totals()

  init(seed: UInt64, _ form: Form) {
    self.form = form
    random = Seeded(state: seed)
    classes = Array(Walk.all.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
  }

  private var head: Int64 { Int64(stream.count) }

  /// Walks, then delivers what shows the end of the stream.
  /// - Returns: What went wrong.
  mutating func run() -> String? {
    for _ in 0..<Int.random(in: 20...60, using: &random) {
      step()
      if let problem { return problem }
    }
    wire = []
    beat(isWelcome: true)
    beat()
    while !wire.isEmpty { take(wire.removeFirst()) }
    if problem == nil, position.sequence < newest(through: head) { problem = "the end is missed" }
    return problem
  }

  private mutating func step() {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8: publish()
    case 8..<15: if !wire.isEmpty { take(wire.removeFirst()) }
    case 15: beat()
    case 16: if !wire.isEmpty { wire.remove(at: Int.random(in: 0..<wire.count, using: &random)) }
    case 17: if let any = wire.randomElement(using: &random) { wire.append(any) }
    case 18: wire.shuffle(using: &random)
    default: restart()
    }
  }

  private mutating func publish() {
    let topicClass = Walk.all[Int.random(in: 0..<Walk.all.count, using: &random)]
    stream.append(topicClass)
    if classes.contains(topicClass) { wire.append(.event(head, of: topicClass, before: heads)) }
    heads.set(topicClass, to: head)
  }

  private mutating func beat(isWelcome: Bool = false) {
    wire.append(.heartbeat(head: head, heads: heads, retainedFrom: isWelcome ? nil : retainedFrom))
  }

  /// Both connections break. The producer reads the newest few events, and perhaps drops the oldest.
  private mutating func restart() {
    totals.restarts += 1
    wire = []
    if Bool.random(using: &random) {
      retainedFrom = Int64.random(in: retainedFrom...(head + 1), using: &random)
    }
    let first = max(head - 2, retainedFrom)
    heads = StreamHeads(others: form == .forgetsAtRestart ? 0 : first - 1)
    if first <= head { for sequence in first...head { heads.set(self.class(of: sequence), to: sequence) } }
    beat(isWelcome: true)
  }

  private func `class`(of sequence: Int64) -> String { stream[Int(sequence) - 1] }

  /// The newest event of the subscriber's classes up to a number.
  private func newest(through last: Int64) -> Int64 {
    guard last > 0 else { return 0 }
    return (1...last).last { classes.contains(self.class(of: $0)) } ?? 0
  }

  private mutating func take(_ signal: Signal) {
    switch signal {
    case .event(let sequence, let topicClass, let heads):
      let before = heads.newest(of: form == .ownClassOnly ? [topicClass] : classes)
      act(position.sees(event: sequence, after: before, epoch: Walk.epoch), sequence)
    case .heartbeat(let head, let heads, let retainedFrom):
      let newest = form == .emptyHeartbeats ? 0 : heads.newest(of: classes)
      act(position.sees(head: head, newest: newest, epoch: Walk.epoch, retainedFrom: retainedFrom), head)
    }
  }

  private mutating func act(_ step: StreamPosition.Step, _ sequence: Int64) {
    switch step {
    case .ignore: break
    case .apply: apply(sequence)
    case .pass(let last):
      totals.passes += 1
      move(to: last)
    case .replay, .snapshot: replay()
    }
  }

  private mutating func apply(_ sequence: Int64) {
    guard classes.contains(self.class(of: sequence)) else {
      return problem = "\(sequence) is of another class"
    }
    totals.applied += 1
    move(to: sequence - 1)
    position.applied(sequence, epoch: Walk.epoch)
  }

  /// Moves past events of other classes.
  private mutating func move(to last: Int64) {
    if last < position.sequence { return problem = "goes back to \(last) from \(position.sequence)" }
    if newest(through: last) > position.sequence {
      problem = "\(newest(through: last)) is passed over, at \(position.sequence)"
    }
    position.applied(last, epoch: Walk.epoch)
  }

  /// The producer's own answer: pages of a few events, or a snapshot if they are no longer kept.
  private mutating func replay() {
    totals.replays += 1
    while true {
      if retainedFrom > position.sequence + 1 {
        totals.snapshots += 1
        position.applied(head, epoch: Walk.epoch)
        return
      }
      let through = min(position.sequence + Int64.random(in: 1...4, using: &random), head)
      guard through > position.sequence else {
        if position.epoch == nil { position.applied(position.sequence, epoch: Walk.epoch) }
        return
      }
      for sequence in (position.sequence + 1)...through where classes.contains(self.class(of: sequence)) {
        apply(sequence)
      }
      move(to: through)
    }
  }
}
