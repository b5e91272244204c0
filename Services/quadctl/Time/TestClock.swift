import Bus
import Schema
import Terminal

/// The clock of a site with a test clock, set by hand, and the pending work of its programs.
struct TestClock: Sendable {
  let bus: Node
  var programs = Catalogue.programs

  /// The pending work of all programs.
  struct State: Sendable, Equatable {
    var programs: [ProgramName: Control.Due] = [:]

    /// The time of the program that is furthest ahead.
    var now: Instant { programs.values.map(\.now).max() ?? Instant(milliseconds: 0) }

    /// The next moment at which a program has work; nil if none ever has.
    var next: Instant? { programs.values.compactMap(\.next).min() }

    /// True if nothing is due and every program has read all events of the others.
    var isAtRest: Bool {
      programs.values.allSatisfy { due in
        (due.next.map { $0 > due.now } ?? true)
          && due.cursors.keys.allSatisfy { producer in
            programs[ProgramName(producer)].map { due.lag(in: producer, at: $0) == 0 } ?? true
          }
      }
    }
  }

  /// The maximum wait until the programs are at rest.
  static let patience = Duration.seconds(60)
  private static let pollPause = Duration.milliseconds(4)

  /// Sets every program's clock, the others' once the notifier is done. A reminder of a recurring event is
  /// planned again when it is over; in the notifier that plan would replace one that has not fired yet.
  func move(to instant: Instant) async throws {
    if programs.contains(.notifier) {
      try await move(.notifier, to: instant)
      try await settle(only: .notifier)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for program in programs where program != .notifier {
        group.addTask { try await move(program, to: instant) }
      }
      try await group.waitForAll()
    }
  }

  private func move(_ program: ProgramName, to instant: Instant) async throws {
    _ = try await bus.ask(program, Control.MoveClock.subject, Control.MoveClock(to: instant), as: Empty.self)
  }

  /// Sets the clocks and waits until all work due by then is done.
  func go(to instant: Instant) async throws -> State {
    try await move(to: instant)
    return try await settle()
  }

  func state() async throws -> State {
    try await withThrowingTaskGroup(of: (ProgramName, Control.Due).self) { group in
      for program in programs {
        group.addTask { (program, try await bus.ask(program, Control.AskDue.subject, as: Control.Due.self)) }
      }
      var state = State()
      for try await (program, due) in group { state.programs[program] = due }
      return state
    }
  }

  /// Waits until nothing is due and every program has read all events of the others. The state must be the
  /// same twice, since the programs reply one after the other.
  /// - Throws: `Failure` that names the programs that are behind.
  @discardableResult
  func settle() async throws -> State {
    let end = ContinuousClock.now.advanced(by: TestClock.patience)
    var before: State?
    while true {
      let state = try await state()
      if state.isAtRest, state == before { return state }
      guard ContinuousClock.now < end else { throw Failure(state.behind, .unavailable) }
      // A state at rest is checked again at once.
      if !state.isAtRest { try await Task.sleep(for: TestClock.pollPause) }  // poll
      before = state
    }
  }

  private func settle(only program: ProgramName) async throws {
    let end = ContinuousClock.now.advanced(by: TestClock.patience)
    while ContinuousClock.now < end {
      let due = try await bus.ask(program, Control.AskDue.subject, as: Control.Due.self)
      guard let next = due.next, next <= due.now else { return }
      try await Task.sleep(for: TestClock.pollPause)  // poll
    }
    throw Failure("\(program) still has work due", .unavailable)
  }
}

extension TestClock.State {
  fileprivate var behind: String {
    let late = programs.filter { _, due in due.next.map { $0 <= due.now } ?? false }.keys.map(\.text).sorted()
    let list = late.isEmpty ? "programs that have not read all events" : late.joined(separator: ", ")
    return "not done within \(TestClock.patience.milliseconds / 1000) s: \(list)"
  }
}
