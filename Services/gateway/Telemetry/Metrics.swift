import Bus
import HTTPServer
import JSON
import Schema
import ServiceKit
import Synchronization

/// The page `/metrics`: the metrics of every program and of the requests over HTTP.
final class Metrics: Sendable {
  /// The deadline for a program's reply. The page shows `quad_up 0` for a program that misses it.
  static let patience = Duration.seconds(1)
  /// The limit on pages in progress. A request beyond it gets a 503.
  static let maxPages = 4

  private struct WeakServer {
    weak var server: WebServer?
  }

  private let bus: Node
  private let log: Log
  private let started = SiteClock.system
  private let sessions: SessionCache
  private let keeper: ReplyKeeper
  private let live: LiveStream
  private let tallies: DestinationTallies
  private let spans: SpanExport?
  private let access: MetricsAccess
  private let data: String
  private let asked: [ProgramName]
  private let pages = Atomic(0)
  private let tooMany = Atomic(0)
  /// Weak, because the server holds its handler, and the handler holds this object.
  private let server = Mutex(WeakServer())

  init(
    bus: Node, log: Log, sessions: SessionCache, keeper: ReplyKeeper, live: LiveStream,
    tallies: DestinationTallies, spans: SpanExport?, access: MetricsAccess, data: String,
    programs: [ProgramName]
  ) {
    self.bus = bus
    self.log = log
    self.sessions = sessions
    self.keeper = keeper
    self.live = live
    self.tallies = tallies
    self.spans = spans
    self.access = access
    self.data = data
    asked = programs
  }

  func watch(_ server: WebServer) { self.server.withLock { $0.server = server } }

  func count(_ tally: RouteTally, status: Int, _ duration: Duration) {
    tally.add(status: status, duration)
    if status == 429 { tooMany.wrappingAdd(1, ordering: .relaxed) }
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard access.admits(request) else { return Problem.response(Fault(.notFound)) }
    guard request.method == "GET" || request.method == "HEAD" else {
      return Problem.methodNotAllowed(["GET"])
    }
    guard pages.wrappingAdd(1, ordering: .relaxed).newValue <= Metrics.maxPages else {
      pages.wrappingSubtract(1, ordering: .relaxed)
      return Problem.response(Fault(.busy, retryAfterMs: 1000))
    }
    defer { pages.wrappingSubtract(1, ordering: .relaxed) }
    return HTTPResponse(
      status: 200, headers: CommonHeaders.all + [("Content-Type", MetricsPage.contentType)],
      body: .bytes(await page().bytes))
  }

  private func page() async -> MetricsPage {
    var page = MetricsPage()
    let programs = await programs()
    for (program, stats) in programs.sorted(by: { $0.key < $1.key }) {
      page.add(.up, stats == nil ? 0 : 1, [("program", program)])
      guard let stats else { continue }
      page.add(process: stats, of: program)
      page.add(bus: stats.bus, of: program)
      page.add(stream: stats, of: program, programs)
      if let store = stats.store { page.add(store: store, of: program) }
      if let figures = stats.figures { page.add(figures: figures, of: program) }
    }
    for tally in tallies.all { page.add(tally) }
    if let server = server.withLock({ $0.server }) {
      page.add(server.stats, rejectedByRate: tooMany.load(ordering: .relaxed))
    }
    page.add(sessions.figures)
    page.add(keeper.figures)
    page.add(live.figures)
    page.add(spans?.figures ?? SpanExport.Figures())
    page.add(.backup, BackupTime.seconds(ofSiteIn: data))
    return page
  }

  /// The statistics of each program; nil for a program that does not answer.
  private func programs() async -> [String: Control.Stats?] {
    await withTaskGroup(of: (String, Control.Stats?).self) { group in
      for program in asked { group.addTask { (program.text, await self.stats(program)) } }
      group.addTask {
        let own = Control.Stats(
          started: self.started, bus: await self.bus.stats(), process: .now(self.log))
        return (ProgramName.gateway.text, own)
      }
      var answers: [String: Control.Stats?] = [:]
      for await (name, stats) in group { answers[name] = .some(stats) }
      return answers
    }
  }

  private func stats(_ program: ProgramName) async -> Control.Stats? {
    var header = Header(id: .random())
    header.subject = Control.AskStats.subject
    header.flags = .repeatable
    do {
      let call = OutgoingCall(program: program, header: header, body: [], within: Metrics.patience)
      return try JSONCoding.decode(Control.Stats.self, from: try await bus.call(call).body)
    } catch let error as CallError {
      log(.debug, "metrics: \(program): \(error.fault.code)")
      return nil
    } catch {
      log(.warning, "metrics: \(program): \(error)")
      return nil
    }
  }
}
