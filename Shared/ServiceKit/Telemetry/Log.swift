internal import FoundationEssentials
package import Schema
internal import Synchronization

/// Writes one JSON object per line to standard error. Never a token, a password, a board message or a
/// coordinate.
package struct Log: Sendable {
  package enum Level: String, Sendable, CaseIterable, Comparable {
    case debug, info, warning, error

    fileprivate var rank: Int { Level.allCases.firstIndex(of: self) ?? 0 }
    package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
  }

  package let program: ProgramName
  private let threshold: Threshold
  /// The trace of every line, packed, since most requests log nothing. Nil if each line has its own.
  private let trace: [UInt8]?

  package init(program: ProgramName, level: Level) {
    self.init(program: program, threshold: Threshold(level), trace: nil)
  }

  private init(program: ProgramName, threshold: Threshold, trace: [UInt8]?) {
    self.program = program
    self.threshold = threshold
    self.trace = trace
  }

  /// Returns the log for the lines of one request or event. Nil means no trace.
  package func with(trace: [UInt8]?) -> Log {
    guard let trace else { return self }
    return Log(program: program, threshold: threshold, trace: trace)
  }

  /// An HTTP request in the access log: method and route, never the path itself.
  package struct Access: Encodable, Sendable {
    let method: String
    let route: String
    let status: Int
    let ms: Double

    package init(method: String, route: String, status: Int, duration: Duration) {
      self.method = method
      self.route = route
      self.status = status
      ms = Double(duration / .microseconds(1)).rounded() / 1000
    }
  }

  /// The lowest level that is written. All copies of a log share it, and it can be changed at run time.
  package var level: Level {
    get { threshold.level }
    nonmutating set { threshold.level = newValue }
  }

  /// The number of lines by level, including those below the threshold: a wave of errors is visible even if
  /// no one reads the lines.
  package var lines: [String: Int] {
    Dictionary(uniqueKeysWithValues: Level.allCases.map { ($0.rawValue, threshold.count(of: $0)) })
  }

  private final class Threshold: Sendable {
    private let rank: Atomic<Int>
    private let debug = Atomic(0)
    private let info = Atomic(0)
    private let warning = Atomic(0)
    private let error = Atomic(0)

    init(_ level: Level) { rank = Atomic(level.rank) }

    func add(_ level: Level) {
      switch level {
      case .debug: debug.wrappingAdd(1, ordering: .relaxed)
      case .info: info.wrappingAdd(1, ordering: .relaxed)
      case .warning: warning.wrappingAdd(1, ordering: .relaxed)
      case .error: error.wrappingAdd(1, ordering: .relaxed)
      }
    }

    func count(of level: Level) -> Int {
      switch level {
      case .debug: debug.load(ordering: .relaxed)
      case .info: info.load(ordering: .relaxed)
      case .warning: warning.load(ordering: .relaxed)
      case .error: error.load(ordering: .relaxed)
      }
    }

    var level: Level {
      get { Level.allCases[rank.load(ordering: .relaxed)] }
      set { rank.store(newValue.rank, ordering: .relaxed) }
    }
  }

  private struct Line: Encodable {
    let time: String
    let level: String
    let program: String
    let message: String
    let trace: String?
    let http: Access?
  }

  package func callAsFunction(_ level: Level, _ message: @autoclosure () -> String, trace: String? = nil) {
    write(level, message, trace, nil)
  }

  /// Writes a line to the access log.
  package func callAsFunction(_ level: Level, _ access: Access) {
    write(level, { "request" }, nil, access)
  }

  private func write(_ level: Level, _ message: () -> String, _ trace: String?, _ access: Access?) {
    threshold.add(level)
    guard level >= self.level else { return }
    let line = Line(
      time: SiteClock.system.description, level: level.rawValue, program: program.text, message: message(),
      trace: trace ?? self.trace.map(TraceContext.traceID), http: access)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      var bytes = try encoder.encode(line)
      bytes.append(UInt8(ascii: "\n"))
      try FileOutput.writeToStandardError(bytes)
    } catch {
      // Standard error is gone (a closed pipe). There is nowhere left to report that, and the work continues.
    }
  }
}
