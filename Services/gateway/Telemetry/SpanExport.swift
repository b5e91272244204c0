import Bus
import Fetch
import JSON
import Schema
import ServiceKit
import Synchronization

/// Collects the finished spans of all programs each second and sends them to the collector that `QUAD_OTLP`
/// names, as OTLP over HTTP in JSON.
///
/// An unreachable collector costs only spans: they wait in a bounded queue, and spans that do not fit are
/// dropped and counted.
final class SpanExport: Sendable {
  static let interval = Duration.seconds(1)
  /// The limit on spans in one request to the collector.
  static let maxConcurrent = 512
  /// The limit on spans that wait for the collector. The oldest are dropped first.
  static let maxWaiting = 8192
  static let slowestRetry = Duration.seconds(10)
  /// The limit on pages of spans from one program per second.
  private static let maxPages = 8

  struct Figures: Sendable {
    var exported = 0
    /// Spans that the program no longer kept when they were requested.
    var overwritten = 0
    /// Spans dropped for newer ones while the collector was unreachable.
    var crowdedOut = 0
    /// Spans that the collector rejected for good.
    var refused = 0
    var failures = 0
    var waiting = 0
  }

  private struct Source: Sendable {
    var instance = ""
    var next: Int64 = 1
  }

  private struct Waiting: Sendable {
    let program: String
    let span: Span
  }

  private let url: String
  private let bus: Node
  private let tracer: Tracer
  private let log: Log
  private let client: FetchClient
  private let programs: [ProgramName]
  private let counted = Mutex(Figures())

  /// Nil without `QUAD_OTLP`.
  init?(_ settings: Settings, bus: Node, tracer: Tracer, log: Log) throws {
    guard let url = settings.text("QUAD_OTLP") else { return nil }
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw SettingError(
        name: "QUAD_OTLP", problem: "\(url) is not an address such as http://collector:4318/v1/traces")
    }
    self.url = url
    self.bus = bus
    self.tracer = tracer
    self.log = log
    programs = settings.apps.programs + [.gateway]
    client = try FetchClient.start()
  }

  var figures: Figures { counted.withLock { $0 } }

  /// Runs until the task is canceled.
  func run() async {
    var sources: [ProgramName: Source] = [:]
    var waiting: [Waiting] = []
    var retry = SpanExport.interval
    var nextSend = ContinuousClock.now
    while !Task.isCancelled {
      do { try await Task.sleep(for: SpanExport.interval) } catch { break }
      await gather(&sources, &waiting)
      while !waiting.isEmpty, ContinuousClock.now >= nextSend {
        let batch = Array(waiting.prefix(SpanExport.maxConcurrent))
        guard await send(batch) else {
          // A random part keeps several sites from retrying all at once.
          nextSend = .now + retry + .milliseconds(Int.random(in: 0...500))
          retry = min(retry * 2, SpanExport.slowestRetry)
          break
        }
        waiting.removeFirst(batch.count)
        retry = SpanExport.interval
      }
      let left = waiting.count
      counted.withLock { $0.waiting = left }
    }
    client.stop()
  }

  private func gather(_ sources: inout [ProgramName: Source], _ waiting: inout [Waiting]) async {
    let known = sources
    let found = await withTaskGroup(of: (ProgramName, Source, [Span], Int64).self) { group in
      for program in programs {
        group.addTask {
          let (source, spans, missed) = await self.spans(of: program, since: known[program] ?? Source())
          return (program, source, spans, missed)
        }
      }
      var found: [(ProgramName, Source, [Span], Int64)] = []
      for await answer in group { found.append(answer) }
      return found
    }
    for (program, source, spans, missed) in found {
      sources[program] = source
      waiting += spans.map { Waiting(program: program.text, span: $0) }
      counted.withLock { $0.overwritten += Int(missed) }
    }
    let excess = waiting.count - SpanExport.maxWaiting
    guard excess > 0 else { return }
    waiting.removeFirst(excess)
    counted.withLock { $0.crowdedOut += excess }
  }

  private func spans(of program: ProgramName, since source: Source) async -> (Source, [Span], Int64) {
    var source = source
    var spans: [Span] = []
    var missed: Int64 = 0
    for _ in 0..<SpanExport.maxPages {
      guard let answer = await page(of: program, from: source.next) else { break }
      if answer.instance != source.instance {
        // The program restarted and counts from 1, so the requested number means nothing to it.
        let isFirst = source.next == 1
        source = Source(instance: answer.instance)
        if !isFirst { continue }
      }
      spans += answer.spans
      missed += answer.missed
      source.next = answer.next
      if answer.spans.count < Control.AskSpans.maxCount { break }
    }
    return (source, spans, missed)
  }

  /// A page of spans; nil if the program does not answer. Its spans wait there.
  private func page(of program: ProgramName, from next: Int64) async -> Control.Spans? {
    let ask = Control.AskSpans(from: next)
    if program == .gateway { return tracer.answer(ask) }
    var header = Header(id: .random())
    header.subject = Control.AskSpans.subject
    header.flags = .repeatable
    do {
      let call = OutgoingCall(
        program: program, header: header, body: try JSONCoding.encode(ask), within: SpanExport.interval)
      return try JSONCoding.decode(Control.Spans.self, from: try await bus.call(call).body)
    } catch {
      log(.debug, "spans of \(program): \(error)")
      return nil
    }
  }

  /// Sends a batch. Returns false if a retry may succeed.
  private func send(_ batch: [Waiting]) async -> Bool {
    do {
      let byProgram = Dictionary(grouping: batch, by: \.program).mapValues { $0.map(\.span) }
      let body = try JSONCoding.encode(TraceDocument(byProgram))
      let request = FetchRequest(
        method: "POST", url: url, headers: [("Content-Type", "application/json")], body: body,
        timeout: .seconds(5), maxBody: 64 * 1024)
      let status = try await client.send(request, policy: .configuredHost).status
      if (200...299).contains(status) {
        counted.withLock { $0.exported += batch.count }
        return true
      }
      guard [408, 429, 502, 503, 504].contains(status) else {
        log(.warning, "the collector refused \(batch.count) spans with \(status)")
        counted.withLock { $0.refused += batch.count }
        return true
      }
      log(.debug, "the collector answered \(status)")
    } catch { log(.debug, "the collector cannot be reached: \(error)") }
    counted.withLock { $0.failures += 1 }
    return false
  }
}
