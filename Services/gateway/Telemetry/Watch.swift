import Bus
import HTTPServer
import Schema
import ServiceKit

/// Follows each request through the gateway: its trace, its line in the access log, its metrics.
struct Watch: Sendable {
  let tallies: DestinationTallies
  let metrics: Metrics
  let tracer: Tracer
  let log: Log
  let sampling: TraceSampling
  let writesAccess: Bool

  /// One request in progress.
  struct Passage: Sendable {
    let tally: RouteTally
    /// Nil for a request that the gateway answers by itself, and for one that must not be linked to a person.
    let trace: [UInt8]?
    fileprivate let span: OpenSpan?
    fileprivate let began = ContinuousClock.now
  }

  func begin(_ request: HTTPRequest, _ destination: Destination) -> Passage {
    let tally = tallies.tally(of: destination)
    guard case .route = destination, !tally.isUnlinkable else {
      return Passage(tally: tally, trace: nil, span: nil)
    }
    let parent = request.header("traceparent").flatMap { TraceContext.parse($0) }
    let trace = parent.map(TraceContext.child) ?? TraceContext.random(isSampled: sampling.takesNext)
    let span = tracer.begin("\(tally.method) \(tally.template)", .server, as: trace, in: parent)
    return Passage(tally: tally, trace: trace, span: span)
  }

  func end(_ passage: Passage, _ response: HTTPResponse) -> HTTPResponse {
    let took = ContinuousClock.now - passage.began
    let tally = passage.tally
    metrics.count(tally, status: response.status, took)
    passage.span?.end(status: response.status)
    if writesAccess, !tally.isUnlinkable {
      log.with(trace: passage.trace)(
        .info,
        Log.Access(method: tally.method, route: tally.template, status: response.status, duration: took))
    }
    guard let trace = passage.trace else { return response }
    var response = response
    response.headers.append(("traceresponse", TraceContext.text(trace)))
    return response
  }
}

/// `QUAD_TRACE_SAMPLE`: the share of requests without a trace of their own that are traced. 0, the default,
/// traces only requests that bring a trace, because a trace costs memory and shows what a person did when.
struct TraceSampling: Sendable {
  private let share: Double

  init(share: Double) { self.share = share }

  init(_ settings: Settings) throws(SettingError) {
    let text = settings.text("QUAD_TRACE_SAMPLE") ?? "0"
    guard let share = Double(text), (0...1).contains(share) else {
      throw SettingError(name: "QUAD_TRACE_SAMPLE", problem: "\(text) is not a number from 0 to 1")
    }
    self.init(share: share)
  }

  var takesNext: Bool { share > 0 && Double.random(in: 0..<1) < share }
}
