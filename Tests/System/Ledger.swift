import Schema
import Synchronization

/// What a client knows of one write, named by the unique text it writes.
struct Attempt: Sendable {
  enum Outcome: Hashable, Sendable {
    /// The program said it is done; the id of what it made, if it said one.
    case acknowledged(String?)
    /// It said that nothing happened.
    case refused
    /// It said nothing, or not whether.
    case unknown
  }

  let text: String
  /// The idempotency key, if it had one.
  let key: String?
  let outcome: Outcome
}

/// All attempts of all clients.
final class Ledger: Sendable {
  private let attempts = Mutex<[Attempt]>([])

  func add(_ attempt: Attempt) { attempts.withLock { $0.append(attempt) } }

  var all: [Attempt] { attempts.withLock { $0 } }

  /// What the rows, counted by their text, say against the attempts: acknowledged means once, refused means
  /// never, and unknown at most once.
  static func problems(_ attempts: [Attempt], rows: [String: Int]) -> [String] {
    var problems: [String] = []
    var strangers = rows
    for attempt in attempts {
      let count = strangers.removeValue(forKey: attempt.text) ?? 0
      switch attempt.outcome {
      case .acknowledged where count == 0: problems.append("\(attempt.text) was acknowledged and is lost")
      case .refused where count != 0: problems.append("\(attempt.text) was refused and is there")
      case _ where count > 1: problems.append("\(attempt.text) is there \(count) times")
      default: break
      }
    }
    return problems + strangers.keys.sorted().map { "\($0) was never asked for" }
  }
}

extension [Attempt] {
  var acknowledged: [Attempt] {
    filter { if case .acknowledged = $0.outcome { true } else { false } }
  }
}
