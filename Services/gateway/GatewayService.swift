import Bus
import FoundationEssentials
import HTTPServer
import Schema
import ServiceKit
import Threads

/// The HTTP edge: routes, authenticates and limits requests. Bodies pass through unchanged.
struct GatewayService: Sendable {
  private let setup: ServiceSetup
  private let settings: GatewaySettings
  private let web: WebFiles?

  init(_ setup: ServiceSetup) throws {
    self.setup = setup
    settings = try GatewaySettings(setup.settings)
    let apps = settings.apps
    let tiles = settings.tiles
    web = try settings.web.map { try GatewayService.readWeb($0, apps, tiles, setup.log) }
  }

  private static func readWeb(
    _ path: String, _ apps: SiteApps, _ tiles: MapTiles?, _ log: Log
  ) throws -> WebFiles {
    let (files, leftOut) = try WebFolder.read(path, apps, tiles)
    log(.info, "web client: \(files.count) files, \(files.size) bytes, \(files.compressedSize) compressed")
    if let first = leftOut.first { log(.warning, "web client: \(leftOut.count) left out, \(first) first") }
    return files
  }

  /// Serves until SIGTERM, then drains: streams end, requests in flight are answered.
  func run() async throws {
    let control = GatewayControl(setup)
    var options = setup.nodeOptions
    options.endpoints = control.endpoints
    let bus = try await Node.start(options)
    control.connect(bus)
    let sessions = SessionCache(bus: bus, tracer: setup.tracer)
    let spans = try SpanExport(setup.settings, bus: bus, tracer: setup.tracer, log: setup.log)
    let live = LiveStream(
      programs: settings.apps.programs, secret: setup.keys.own.curve.secretKey,
      mebibytes: settings.liveMebibytes)
    let edge = try Edge(
      bus: bus, sessions: sessions, live: live, log: setup.log, tracer: setup.tracer, spans: spans,
      settings: settings, web: web)
    try ServiceHost.makeFolder("\(settings.data)/\(PictureFiles.incoming)")
    let transport = settings.transport
    let server = try WebServer.start(settings.options(edge, connections: connections())) { request in
      await edge.answer(request).secured(transport)
    }
    edge.metrics.watch(server)
    setup.log(.info, "ready on \(settings.host) port \(server.port)")
    try announce(server.port)
    let sink = LiveSink(
      live: live, sessions: sessions, pictures: edge.replies, keeper: edge.keeper,
      tracer: setup.tracer)
    await follow(bus, sink, spans)
    setup.log(.info, "draining")
    live.finish()
    await server.drain(within: ServiceHost.drainLimit)
    await bus.drain(within: .seconds(1))
    await bus.stop()
  }

  /// The connections that fit into the limit on open files.
  private func connections() -> Int {
    let wanted = settings.maxConnections
    let fitting = DescriptorLimit.makeRoom(for: wanted)
    if fitting < wanted {
      setup.log(
        .warning,
        "\(fitting) connections instead of \(wanted), because the limit on open files is too low; raise it "
          + "to \(wanted + DescriptorLimit.reserve) (ulimit -n), or lower QUAD_CONNECTIONS")
    }
    return fitting
  }

  /// Runs the consumers of every program's stream, the live streams' pulse and the export of spans, until the
  /// signal.
  private func follow(_ bus: Node, _ sink: LiveSink, _ spans: SpanExport?) async {
    let log = setup.log
    await withTaskGroup(of: Void.self) { group in
      for producer in settings.apps.programs {
        let consumer = StreamConsumer(
          producer: producer, classes: LiveSink.classes(of: producer), bus: bus, sink: sink, log: log)
        group.addTask { await consumer.run() }
      }
      group.addTask { await sink.live.pulse() }
      if let spans { group.addTask { await spans.run() } }
      do { try await Signals.waitForTermination() } catch { log(.error, "\(error)") }
      group.cancelAll()
    }
  }

  /// Writes the port to a file, for a caller that started the gateway with port 0. A file that is already
  /// right is not written again, because the disk may be full.
  private func announce(_ port: Int) throws {
    let file = GatewayService.portFile(setup)
    let text = Data("\(port)\n".utf8)
    if FileManager.default.contents(atPath: file) == text { return }
    try ServiceHost.makeFolder("\(setup.settings.data)/gateway")
    try text.write(to: URL(filePath: file), options: .atomic)
  }
}

/// `QUAD_LISTEN` (127.0.0.1:8080), `QUAD_TLS_CERTIFICATE` and `QUAD_TLS_KEY` (PEM files),
/// `QUAD_BEHIND_PROXY`, `QUAD_PUBLISHED`, `QUAD_ORIGIN`, `QUAD_CONNECTIONS`,
/// `QUAD_CONNECTIONS_PER_ADDRESS`, `QUAD_REFUSALS_PER_ADDRESS`,
/// `QUAD_HSTS_SUBDOMAINS`, `QUAD_REQUESTS_PER_PERSON`, `QUAD_REQUESTS_PER_ADDRESS`, `QUAD_WEB`,
/// `QUAD_METRICS_TOKEN_FILE` or
/// `QUAD_METRICS_TOKEN`, `QUAD_TRACE_SAMPLE`, `QUAD_OTLP`, `QUAD_ACCESS_LOG`, `QUAD_LIVE_MIB`,
/// `QUAD_TILES`, `QUAD_TILES_CREDIT`.
struct GatewaySettings: Sendable {
  let host: String
  let port: Int
  let tls: TLSFiles?
  /// The value that a browser's Origin header must have on writes. The default is the scheme and host of the
  /// request.
  let origin: String?
  /// True if a proxy of our own is in front, which terminates TLS and names the client.
  let isBehindProxy: Bool
  let maxConnections: Int
  /// 0 sets no limit.
  let connectionsPerAddress: Int
  let maxRefusals: Int
  let requestsPerPerson: Int
  let requestsPerAddress: Int
  /// The site's data folder.
  let data: String
  /// The apps of the site; the others have no routes.
  let apps: SiteApps
  /// The folder of the web client's files; nil serves none.
  let web: String?
  /// The server of the map's tiles; nil shows a plain grid.
  let tiles: MapTiles?
  let metrics: MetricsAccess
  let sampling: TraceSampling
  /// True if the log gets a line for each request.
  let writesAccess: Bool
  /// The memory for events that reconnecting live streams may have missed.
  let liveMebibytes: Int

  /// True if browsers reach the site over TLS.
  var isSecure: Bool { tls != nil || origin?.hasPrefix("https://") == true }

  /// The value of Strict-Transport-Security; nil without TLS. Hosts below the site's may belong to others,
  /// unless the operator says that they are reached by TLS too.
  var transport: String? {
    guard isSecure else { return nil }
    return "max-age=31536000" + (includesSubdomains ? "; includeSubDomains" : "")
  }
  private let includesSubdomains: Bool

  init(_ settings: Settings) throws(SettingError) {
    let listen = settings.text("QUAD_LISTEN") ?? "127.0.0.1:8080"
    guard let colon = listen.lastIndex(of: ":"), let port = Int(listen[listen.index(after: colon)...]),
      (0...65_535).contains(port)
    else { throw SettingError(name: "QUAD_LISTEN", problem: "\(listen) is not address:port") }
    host = String(listen[..<colon].filter { $0 != "[" && $0 != "]" })
    self.port = port
    tls = try GatewaySettings.tls(settings)
    isBehindProxy = settings.text("QUAD_BEHIND_PROXY") == "yes"
    let isPublishedOnLoopback = try GatewaySettings.isPublishedOnLoopback(settings, isBehindProxy)
    maxConnections = try settings.number(
      "QUAD_CONNECTIONS", in: 64...1_000_000, otherwise: GatewaySettings.usualConnections)
    connectionsPerAddress = try settings.number(
      "QUAD_CONNECTIONS_PER_ADDRESS", in: 0...1_000_000,
      otherwise: isBehindProxy ? 0 : GatewaySettings.usualConnectionsPerAddress)
    maxRefusals = try settings.number(
      "QUAD_REFUSALS_PER_ADDRESS", in: 10...1_000_000, otherwise: GuessGuard.maxRefusals)
    requestsPerPerson = try settings.number(
      "QUAD_REQUESTS_PER_PERSON", in: 0...1_000_000, otherwise: RateLimits.perPerson)
    requestsPerAddress = try settings.number(
      "QUAD_REQUESTS_PER_ADDRESS", in: 0...1_000_000, otherwise: RateLimits.perAddress)
    let isLoopback = host.hasPrefix("127.") || host == "::1"
    guard isLoopback || tls != nil || isBehindProxy || isPublishedOnLoopback else {
      throw SettingError(
        name: "QUAD_LISTEN",
        problem:
          "\(listen) is not a loopback address: cookies and location do not work there without TLS; set "
          + "QUAD_TLS_CERTIFICATE and QUAD_TLS_KEY, or put a proxy in front and set QUAD_BEHIND_PROXY=yes")
    }
    data = settings.data
    apps = settings.apps
    let hasOrigin = settings.text("QUAD_ORIGIN") != nil
    origin = hasOrigin ? try SiteOrigin(settings, from: "QUAD_ORIGIN").text : nil
    includesSubdomains = settings.text("QUAD_HSTS_SUBDOMAINS") == "yes"
    web = settings.text("QUAD_WEB")
    tiles = try MapTiles.of(settings)
    metrics = try MetricsAccess(settings)
    sampling = try TraceSampling(settings)
    writesAccess = settings.text("QUAD_ACCESS_LOG") == "yes"
    liveMebibytes = try settings.number(
      "QUAD_LIVE_MIB", in: 1...1024, otherwise: LiveStream.maxMebibytes)
  }

  static let usualConnections = 16_384
  /// A dorm is one address: 400 people with a few connections each, which count only while they are used.
  /// Behind a proxy everybody is one address, so there the proxy counts.
  static let usualConnectionsPerAddress = 2048

  func options(_ edge: Edge, connections: Int) -> HTTPServerOptions {
    var options = HTTPServerOptions()
    options.connectionLimit = connections
    options.perAddressLimit = connectionsPerAddress
    options.host = host
    options.port = port
    options.tls = tls
    options.maxBody = { method, path in edge.bodyLimit(method, path) }
    options.bodyFolder = { method, path in edge.bodyFolder(method, path) }
    let transport = transport
    options.onReject = { Problem.response($0).secured(transport) }
    return options
  }
}
