import Bus
import Schema
import Terminal

/// `quadctl bus bench`: measures how fast one program replies to `$srv.ping`.
enum BusBench {
  /// The number of control requests that a program runs at once; it sheds the rest.
  static let maxConcurrent = 16
  static let usual = 8
  /// The maximum body in bytes; a control request accepts 4 KiB.
  static let maxBodyBytes = 4000
  private static let maxSeconds = 60

  private struct Result: Encodable {
    let program: String
    let concurrency: Int
    let seconds: Double
    let size: Int
    let requests: Int
    let errors: Int
    let perSecond: Double
    let p50Ms: Double?
    let p99Ms: Double?
    let maxMs: Double
  }

  /// The counts of one worker.
  private struct Tally: Sendable {
    var latencies = Latencies()
    var errors: [String: Int] = [:]
  }

  @Sendable static func run(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 1)
    let concurrency = try number("concurrency", 1...maxConcurrent, usual, arguments)
    let seconds = try number("seconds", 1...maxSeconds, 5, arguments)
    let size = try number("size", 2...maxBodyBytes, 2, arguments)
    let settings = try BusSettings()
    guard let program = try arguments.words.first.map({ ProgramName($0) }) ?? settings.programs().first else {
      throw UsageError("missing PROGRAM")
    }
    // The body is `{}` padded with spaces to the wanted size, so that every reader accepts it.
    let body = [UInt8(ascii: "{")] + [UInt8](repeating: 0x20, count: size - 2) + [UInt8(ascii: "}")]
    try await settings.with(key: .operator) { bus in
      _ = try await bus.ask(program, Control.Ping.subject, as: Control.Pong.self)
      let began = ContinuousClock.now
      let tally = await ask(program, bus, body, concurrency, until: began.advanced(by: .seconds(seconds)))
      let took = began.duration(to: .now) / .seconds(1)
      let latencies = tally.latencies
      let result = Result(
        program: program.text, concurrency: concurrency, seconds: took, size: size, requests: latencies.count,
        errors: tally.errors.values.reduce(0, +), perSecond: Double(latencies.count) / took,
        p50Ms: milliseconds(latencies.quantile(0.5)), p99Ms: milliseconds(latencies.quantile(0.99)),
        maxMs: Double(latencies.longest) / 1000)
      if arguments.has("json") { try Output.say(asJSON: result) } else { say(result, tally.errors) }
      guard result.errors == 0 else { throw Failure("\(result.errors) requests failed") }
    }
  }

  private static func ask(
    _ program: ProgramName, _ bus: Node, _ body: [UInt8], _ concurrency: Int,
    until end: ContinuousClock.Instant
  ) async -> Tally {
    await withTaskGroup(of: Tally.self) { group in
      for _ in 0..<concurrency {
        group.addTask {
          var tally = Tally()
          while ContinuousClock.now < end {
            var header = Header(id: .random())
            header.subject = Control.Ping.subject
            let call = OutgoingCall(program: program, header: header, body: body, within: .seconds(5))
            let sent = ContinuousClock.now
            do throws(CallError) {
              _ = try await bus.call(call)
              tally.latencies.add(microseconds: Int(sent.duration(to: .now) / .microseconds(1)))
            } catch { tally.errors[error.fault.code, default: 0] += 1 }
          }
          return tally
        }
      }
      var all = Tally()
      for await tally in group {
        all.latencies.add(tally.latencies)
        all.errors.merge(tally.errors) { $0 + $1 }
      }
      return all
    }
  }

  private static func say(_ result: Result, _ errors: [String: Int]) {
    let named = errors.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    Output.say(
      Facts([
        (
          "Asked",
          "\(Control.Ping.subject) of \(result.program), \(result.concurrency) at once, \(result.size) bytes"
        ),
        ("Requests", "\(result.requests) in \(Figure.decimals(result.seconds, 1)) s"),
        ("A second", Figure.decimals(result.perSecond, 0)),
        ("p50", result.p50Ms.map { "\(Figure.milliseconds($0)) ms" }),
        ("p99", result.p99Ms.map { "\(Figure.milliseconds($0)) ms" }),
        ("Longest", "\(Figure.milliseconds(result.maxMs)) ms"),
        ("Errors", errors.isEmpty ? "none" : named.joined(separator: ", ")),
      ]))
    Output.note(
      """
      One process asked over one connection, and its own work is in the figures. A ping passes keys,
      frames and the handlers' pool, but neither the queue of requests nor a store: real requests are
      slower.
      """)
  }

  private static func milliseconds(_ microseconds: Int?) -> Double? { microseconds.map { Double($0) / 1000 } }

  private static func number(
    _ name: String, _ range: ClosedRange<Int>, _ otherwise: Int, _ arguments: Arguments
  ) throws(UsageError) -> Int {
    guard let text = arguments.value(name) else { return otherwise }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(name) \(text): a number from \(range.lowerBound) to \(range.upperBound) is expected")
    }
    return number
  }
}
