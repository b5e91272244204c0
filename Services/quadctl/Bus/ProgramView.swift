import Bus
import Schema
import SiteCommands
import Terminal

/// The state of one instance of a program, or the reason why it does not reply.
struct ProgramView: Sendable {
  let program: ProgramName
  /// The reply to a ping; nil if there was none, and then `problem` has the reason.
  let pong: Control.Pong?
  let took: Duration
  let problem: String?
  let info: Control.Info?
  /// This machine's clock before the request for `info` and after its reply.
  var asked: (before: Instant, after: Instant)?
  let stats: ProgramStats?
  /// The number of waiting dead letters; nil for a program that keeps none.
  let letters: Int64?

  var isReady: Bool { pong?.isReady == true }
  var uptime: Duration? { info.map { $0.system.since($0.started) } }

  static func of(_ instance: Instance) async -> ProgramView {
    let (program, bus) = (instance.program, instance.bus)
    let began = ContinuousClock.now
    do {
      // The first call includes connecting; the second measures the program alone.
      _ = try await bus.ask(program, Control.Ping.subject, as: Control.Pong.self)
      let again = ContinuousClock.now
      let pong = try await bus.ask(program, Control.Ping.subject, as: Control.Pong.self)
      let took = again.duration(to: .now)
      let before = LocalTime.now
      let info = try await bus.ask(program, Control.AskInfo.subject, as: Control.Info.self)
      let asked = (before, LocalTime.now)
      let stats = try await bus.ask(program, Control.AskStats.subject, as: ProgramStats.self)
      var letters: Int64?
      if info.epoch != nil {
        let ask = DeadLetters.List(state: .waiting, after: .max)
        letters = try await bus.ask(program, DeadLetters.List.subject, ask, as: DeadLetters.Listed.self)
          .waiting
      }
      return ProgramView(
        program: program, pong: pong, took: took, problem: nil, info: info, asked: asked, stats: stats,
        letters: letters)
    } catch {
      return ProgramView(
        program: program, pong: nil, took: began.duration(to: .now), problem: error.problem, info: nil,
        stats: nil, letters: nil)
    }
  }

  /// The number of published events that this program has not applied yet; nil if it subscribes to no program
  /// that replies.
  static func lag(of view: ProgramView, among views: [ProgramView]) -> Int64? {
    guard let stats = view.stats else { return nil }
    let behind = stats.cursors.keys.compactMap { producer -> Int64? in
      guard let other = views.first(where: { $0.program.text == producer })?.stats else { return nil }
      return stats.lag(in: producer, at: other)
    }
    return behind.isEmpty ? nil : behind.reduce(0, +)
  }
}

/// The part of `$srv.stats` that this command uses; a program may report more counters, or fewer.
struct ProgramStats: Decodable, Sendable, StreamStanding {
  struct Bus: Decodable, Sendable {
    let requests: Int
    let errors: Int
    let shed: Int
    let expired: Int
    let running: Int
    let queued: Int
    let calls: Int
    let retries: Int
    let subjects: [String: Subject]?

    /// The number of busy handlers besides the one that sent this reply.
    var busy: Int { max(running - 1, 0) }
  }

  struct Subject: Decodable, Sendable {
    struct LastFault: Decodable, Sendable {
      let code: String
      let at: Instant?
    }

    let requests: Int
    let faults: [String: Int]
    let inFlight: Int
    let p50Ms: Double?
    let p99Ms: Double?
    let lastFault: LastFault?

    var errors: Int { faults.values.reduce(0, +) }
  }

  struct Store: Decodable, Sendable {
    let databaseBytes: Int64?
    let connections: Int?
    let maxConnections: Int?
    let oldestTransactionMs: Int64?
  }

  let bus: Bus
  let store: Store?
  let head: Int64?
  let heads: [String: Int64]?
  let cursors: [String: Int64]
  let classes: [String: [String]]?

  var streamHead: Int64? { head }
}

/// Figures formatted for a column.
enum Figure {
  /// A duration: `45 s`, `12 min`, `3 h 5 min`, `2 d 4 h`.
  static func span(_ duration: Duration) -> String {
    let seconds = max(duration.milliseconds / 1000, 0)
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min"
    case ..<86_400: return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    default: return "\(seconds / 86_400) d \(seconds % 86_400 / 3600) h"
    }
  }

  /// Milliseconds with at most three digits: `0.42`, `7.5`, `120`.
  static func milliseconds(_ value: Double) -> String {
    switch value {
    case ..<10: decimals(value, 2)
    case ..<100: decimals(value, 1)
    default: decimals(value, 0)
    }
  }

  static func milliseconds(_ duration: Duration) -> String { milliseconds(duration / .milliseconds(1)) }

  static func decimals(_ value: Double, _ count: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "-" }
    let scale = (0..<count).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int64((value * Double(scale)).rounded())
    guard count > 0 else { return "\(scaled)" }
    let digits = "\(abs(scaled) % Int64(scale))"
    let zeros = String(repeating: "0", count: count - digits.count)
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / Int64(scale)).\(zeros)\(digits)"
  }

  /// A size: `512 MB`, `3.4 GB`.
  static func bytes(_ count: Int64) -> String {
    let megabytes = Double(count) / 1_000_000
    return megabytes < 1000 ? "\(decimals(megabytes, 0)) MB" : "\(decimals(megabytes / 1000, 1)) GB"
  }
}
