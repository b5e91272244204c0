import Schema
import ServiceKit
import Store

/// Times at which people who share their free times are free or at lunch together.
extension CampusService {
  func registerTogether(in handlers: inout Handlers) {
    handlers.on(Campus.FindTogether.self, findTogether)
  }

  /// The person who asks always counts; nobody else's times show unless they share them.
  func findTogether(_ request: Campus.FindTogether, _ call: Call) async throws -> Campus.TogetherTimes {
    let person = try call.person
    let others = request.people.all.filter { $0 != person }
    return try await call.read { db in
      let school = try db.schoolFrame()
      guard try db.scheduleTerm(on: school.today(call.now)) != nil else { throw Fault(.noTerm) }
      let sharing = try others.filter { try db.mySchool(of: $0).sharesFree }
      var hidden = Set(others).subtracting(sharing)
      let first = request.from ?? school.today(call.now)
      var items: [Campus.TogetherTime] = []
      var plans: [TermID: TogetherPlan] = [:]
      for offset in 0..<(request.days ?? .standard).count {
        guard let date = first.adding(days: Int64(offset)) else { break }
        let bells = try db.bells(on: date, school)
        guard bells.day.state == .school, let term = bells.day.term else { continue }
        let plan = try plans[term] ?? db.togetherPlan(of: person, sharing, term: term)
        plans[term] = plan
        hidden.formUnion(plan.hidden)
        guard plan.people.count > 1 else { continue }
        items += plan.times(bells).filter { $0.ends > call.now }
      }
      if plans.isEmpty { hidden.formUnion(sharing) }
      return Campus.TogetherTimes(items: items, hidden: others.filter(hidden.contains))
    }
  }
}

/// The classes of people in a term.
struct TogetherPlan: Sendable {
  /// The classes of each person who counts, by block.
  let people: [[BlockNumber: ClassRow]]
  /// The people without a schedule.
  let hidden: [PersonID]

  /// The times that all have in common, in order.
  func times(_ bells: DayBells) -> [Campus.TogetherTime] {
    let free = people.map { classes in
      bells.slots(of: classes).compactMap { slot -> FreeTime? in
        switch slot.kind {
        case .lunch: FreeTime(starts: slot.starts, ends: slot.ends, isLunch: true)
        case .class where slot.block.flatMap { classes[$0] } == nil:
          FreeTime(starts: slot.starts, ends: slot.ends, isLunch: false)
        default: nil
        }
      }
    }
    guard let first = free.first else { return [] }
    return free.dropFirst().reduce(first, FreeTime.common).filter(\.isWorthwhile).map { time in
      Campus.TogetherTime(
        date: bells.day.date, starts: time.starts, ends: time.ends, kind: time.isLunch ? .lunch : .free)
    }
  }
}

/// A time at which somebody is free.
struct FreeTime: Sendable, Hashable {
  let starts: Instant
  let ends: Instant
  let isLunch: Bool

  /// The shortest time worth meeting for.
  private static let shortest = Duration.seconds(300)

  var isWorthwhile: Bool { ends.since(starts) >= FreeTime.shortest }

  /// The parts of both lists at the same time. It is lunch where it is in both.
  static func common(_ left: [FreeTime], _ right: [FreeTime]) -> [FreeTime] {
    left.flatMap { one in
      right.compactMap { other in
        let (starts, ends) = (max(one.starts, other.starts), min(one.ends, other.ends))
        guard starts < ends else { return nil }
        return FreeTime(starts: starts, ends: ends, isLunch: one.isLunch && other.isLunch)
      }
    }
  }
}

extension Database {
  /// The classes of the person who asks and of those who share. Somebody who neither takes nor teaches a
  /// class has no free times to share.
  fileprivate func togetherPlan(
    of person: PersonID, _ sharing: [PersonID], term: TermID
  ) throws -> TogetherPlan {
    var people = [try weekClasses(of: person, try taughtClasses(of: person), term: term)]
    var hidden: [PersonID] = []
    for other in sharing {
      let classes = try weekClasses(of: other, try taughtClasses(of: other), term: term)
      if classes.isEmpty { hidden.append(other) } else { people.append(classes) }
    }
    return TogetherPlan(people: people, hidden: hidden)
  }
}
