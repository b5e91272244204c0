import Schema

/// The verdict on a press: a pure function of the press and the check-in. The README has its rules.
enum Judgement {
  /// A check-in as far as it decides.
  struct Rules: Sendable {
    var mode: Attendance.CheckInMode
    /// From this moment it accepts students.
    var opens: Instant
    /// Until just before this moment it accepts students.
    var closes: Instant
    /// From this moment a student is late; nil if nobody is.
    var lateFrom: Instant?
    /// Nil without a place, and after it was deleted.
    var place: Position?
    /// Meters.
    var range: Double
    /// True once the closing has marked those who were missing.
    var isClosed = false
  }

  /// A typed code or a ticket, checked before.
  enum CodeProof: Sendable {
    case none, valid, wrong
  }

  /// A press on *Check in*. Its description contains no position.
  struct Press: Sendable, CustomStringConvertible, CustomReflectable {
    /// The moment at which it arrived, by the clock of the site.
    var at: Instant
    /// The time for which the device held it, being offline; zero if it was sent at once.
    var held: Duration
    var fix: Attendance.Fix?
    var code: CodeProof

    /// The moment of the press itself.
    var moment: Instant { at.advanced(by: .zero - held) }
    var isHeld: Bool { held > .zero }

    var description: String { "Press" }
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  enum Verdict: Hashable, Sendable {
    case accepted(Outcome)
    /// To be confirmed by an instructor.
    case pending(Outcome)
    case refused(Attendance.Refusal)
  }

  /// The data of a record.
  struct Outcome: Hashable, Sendable {
    /// `present` or `late`.
    var mark: Attendance.Mark
    var means: Attendance.Means
    var flags: Set<Attendance.RecordFlag> = []
    /// Rounded up to the next 50; nil if no place was asked for.
    var distanceFeet: Int?
    /// Whole meters, rounded up; nil if no place was asked for.
    var accuracy: Int?
  }

  /// A position may be this old at the press, or measured this long after it.
  static let maxFixAge = Duration.seconds(30)
  /// Meters. A less accurate position proves nothing about a room.
  static let maxAccuracy = 100.0
  /// Meters of the accuracy that are allowed for. All of it would let in people who are far away.
  static let maxAllowance = 30.0
  /// A press of an offline device may arrive this long after the end.
  static let maxArrival = Duration.seconds(600)

  /// A press that arrived before the end counts, even if the closing came first in the queue. No request
  /// waits longer than this; a clock that was set back further opens nothing again.
  static let maxQueueing = Duration.seconds(10)

  /// Checks the mode, the time, the place and the code, in this order, and refuses with the first reason.
  static func judge(_ press: Press, by rules: Rules) -> Verdict {
    guard rules.mode != .manual else { return .refused(.instructorOnly) }
    if let refusal = timeRefusal(press, rules) { return .refused(refusal) }
    var isBorderline = false
    var distance: Int?
    var accuracy: Int?
    if rules.mode.needsPlace {
      switch place(press, rules) {
      case .failure(let refusal): return .refused(refusal)
      case .success(let found):
        isBorderline = found.isBorderline
        distance = Distance.steppedFeet(found.meters)
        accuracy = Int(found.accuracy.rounded(.up))
      }
    }
    if let refusal = codeRefusal(press, rules, isBorderline) { return .refused(refusal) }
    var outcome = Outcome(
      mark: isLate(press, rules) ? .late : .present, means: means(press, rules), distanceFeet: distance,
      accuracy: accuracy)
    if isBorderline { outcome.flags.insert(.borderline) }
    if press.isHeld { outcome.flags.insert(.arrivedLate) }
    let needsConfirming = press.isHeld || (isBorderline && press.code != .valid)
    return needsConfirming ? .pending(outcome) : .accepted(outcome)
  }

  // MARK: - Time

  private static func timeRefusal(_ press: Press, _ rules: Rules) -> Attendance.Refusal? {
    guard press.moment >= rules.opens else { return .notOpenYet }
    guard press.moment < rules.closes else { return .closed }
    guard press.at.since(rules.closes) <= maxArrival else { return .closed }
    guard !rules.isClosed || press.isHeld || rules.closes.since(press.at) <= maxQueueing else {
      return .closed
    }
    return nil
  }

  private static func isLate(_ press: Press, _ rules: Rules) -> Bool {
    guard let lateFrom = rules.lateFrom else { return false }
    return press.moment >= lateFrom
  }

  // MARK: - Place

  private struct Found {
    var meters: Double
    var accuracy: Double
    var isBorderline: Bool
  }

  private enum PlaceVerdict {
    case success(Found)
    case failure(Attendance.Refusal)
  }

  private static func place(_ press: Press, _ rules: Rules) -> PlaceVerdict {
    // A check-in by place always has one while it is open.
    guard let place = rules.place else { return .failure(.closed) }
    guard let fix = press.fix else { return .failure(.fixNeeded) }
    // The device states the age at the sending; at the press it is negative if the position came after it.
    let age = Duration.milliseconds(fix.ageMs.count) - press.held
    guard abs(age.milliseconds) <= maxFixAge.milliseconds else { return .failure(.fixStale) }
    let accuracy = fix.accuracy.value
    guard accuracy <= maxAccuracy else { return .failure(.accuracyLow) }
    let meters = Position(fix).distance(to: place)
    guard meters > rules.range else {
      return .success(Found(meters: meters, accuracy: accuracy, isBorderline: false))
    }
    guard meters - min(accuracy, maxAllowance) <= rules.range else { return .failure(.outOfRange) }
    return .success(Found(meters: meters, accuracy: accuracy, isBorderline: true))
  }

  // MARK: - Code

  /// At the edge of the range a code is optional, but a wrong one is refused, so that it can be corrected.
  private static func codeRefusal(
    _ press: Press, _ rules: Rules, _ isBorderline: Bool
  ) -> Attendance.Refusal? {
    switch press.code {
    case .valid: nil
    case .wrong: rules.mode.needsCode || isBorderline ? .codeWrong : nil
    case .none: rules.mode.needsCode ? .codeNeeded : nil
    }
  }

  private static func means(_ press: Press, _ rules: Rules) -> Attendance.Means {
    if press.isHeld { return .offline }
    return switch rules.mode {
    case .place, .manual: press.code == .valid ? .placeAndCode : .place
    case .code: .code
    case .placeAndCode: .placeAndCode
    }
  }
}
