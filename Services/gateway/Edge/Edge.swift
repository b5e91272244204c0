import Bus
import Crypto
import HTTPServer
import JSON
import Schema
import ServiceKit

/// Answers one HTTP request: finds the route, the caller, and the program that answers.
struct Edge: Sendable {
  private let bus: Node
  private let sessions: SessionCache
  private let live: LiveStream
  private let log: Log
  private let origin: String?
  private let apps: SiteApps
  private let table: RouteTable
  private let openAPI: OpenAPIPage
  private let cookies: BrowserCookies
  private let guesses: GuessGuard
  private let quota = HourlyQuota()
  private let rates: RateLimits
  private let export: PersonExport
  private let overview: SiteOverview
  private let readiness: SiteReadiness
  private let web: WebFiles?
  private let pictures: PictureFiles
  let replies: PictureReplies
  let keeper = ReplyKeeper()
  private let shared: SharedPage?
  private let tracer: Tracer
  private let watch: Watch
  let metrics: Metrics

  init(
    bus: Node, sessions: SessionCache, live: LiveStream, log: Log, tracer: Tracer, spans: SpanExport?,
    settings: GatewaySettings, web: WebFiles?
  ) throws {
    self.bus = bus
    self.sessions = sessions
    self.live = live
    self.log = log
    origin = settings.origin
    apps = settings.apps
    table = RouteTable(apps.requests)
    openAPI = OpenAPIPage(table, apps)
    cookies = BrowserCookies(isSecure: settings.isSecure)
    guesses = GuessGuard(isBehindProxy: settings.isBehindProxy, limit: settings.maxRefusals)
    rates = RateLimits(perPerson: settings.requestsPerPerson, perAddress: settings.requestsPerAddress)
    overview = SiteOverview(bus: bus, log: log, live: live, apps)
    readiness = SiteReadiness(bus: bus, live: live, programs: apps.programs)
    self.web = web
    pictures = PictureFiles(bus: bus, data: settings.data)
    export = PersonExport(bus: bus, programs: apps.exports, objects: pictures.objects)
    replies = PictureReplies(settings.apps.programs, pictures.sent)
    shared = (settings.apps.contains(.events) ? web : nil).map {
      SharedPage(bus: bus, web: $0, origin: settings.origin, log: log)
    }
    self.tracer = tracer
    let tallies = DestinationTallies(table)
    metrics = Metrics(
      bus: bus, log: log, sessions: sessions, keeper: keeper, live: live, tallies: tallies, spans: spans,
      access: settings.metrics, data: settings.data, programs: apps.programs)
    watch = Watch(
      tallies: tallies, metrics: metrics, tracer: tracer, log: log, sampling: settings.sampling,
      writesAccess: settings.writesAccess)
  }

  func bodyLimit(_ method: String, _ path: String) -> Int {
    if case .route(let route, _) = table.match(method: method, path: path) {
      let limit = route.request.bodyLimit
      return route.request.documentMember == nil ? limit : min(limit, BodyForm.maxDocumentBytes)
    }
    return 16 * 1024
  }

  /// The folder for a body that is too large for memory; nil for any other.
  func bodyFolder(_ method: String, _ path: String) -> String? {
    guard case .route(let route, _) = table.match(method: method, path: path),
      route.request.fileMember != nil
    else { return nil }
    return pictures.incoming
  }

  nonisolated(nonsending) func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let destination = destination(of: request)
    let passage = watch.begin(request, destination)
    return watch.end(passage, await answer(request, destination, passage.trace))
  }

  private func destination(of request: HTTPRequest) -> Destination {
    if let page = Destination.OwnPage(rawValue: request.path) { return .own(page) }
    return switch table.match(method: request.method, path: request.path) {
    case .route(let route, let params): .route(route, params)
    case .methods(let methods): .otherMethod(methods)
    case .none: .web
    }
  }

  nonisolated(nonsending) private func answer(
    _ request: HTTPRequest, _ destination: Destination, _ trace: [UInt8]?
  ) async -> HTTPResponse {
    switch destination {
    case .own(.health):
      plain(request) {
        HTTPResponse(status: 200, headers: CommonHeaders.json, body: .bytes(Array("{}".utf8)))
      }
    case .own(.readiness):
      if let refusal = excess(request, cost: apps.programs.count) {
        refusal
      } else {
        await readiness.answer()
      }
    case .own(.openAPI):
      plain(request) {
        do {
          return try openAPI.answer(request)
        } catch {
          log.with(trace: trace)(.error, "the OpenAPI document: \(error)")
          return Problem.response(Fault(.internalError))
        }
      }
    case .own(.metrics): await metrics.answer(request)
    case .own(.stream): if let refusal = excess(request) { refusal } else { await stream(request) }
    case .own(.export): if let refusal = excess(request) { refusal } else { await exportPerson(request) }
    case .own(.overview):
      if let refusal = excess(request, cost: apps.programs.count) {
        refusal
      } else {
        await showOverview(request)
      }
    case .route(let route, let params):
      if let refusal = excess(request) { refusal } else { await forward(request, route, params, trace) }
    case .otherMethod(let methods): Problem.methodNotAllowed(methods)
    case .web:
      if let page = await sharedPage(request, trace) {
        page
      } else {
        web?.answer(request) ?? Problem.response(Fault(.notFound))
      }
    }
  }

  /// The page of a public link with its own head, as long as the address is within its limit.
  nonisolated(nonsending) private func sharedPage(
    _ request: HTTPRequest, _ trace: [UInt8]?
  ) async -> HTTPResponse? {
    guard let shared, let link = SharedPage.link(request), excess(request) == nil else { return nil }
    return await shared.answer(request, link, trace)
  }

  /// Counts every request that costs a program work, by address. Files from memory are not counted, because
  /// they cost less than a rejection.
  private func excess(_ request: HTTPRequest, cost: Int = 1) -> HTTPResponse? {
    do { try rates.check(address: guesses.address(of: request), cost: cost) } catch {
      return Problem.response(error)
    }
    return nil
  }

  private func plain(_ request: HTTPRequest, _ respond: () -> HTTPResponse) -> HTTPResponse {
    request.method == "GET" || request.method == "HEAD" ? respond() : Problem.methodNotAllowed(["GET"])
  }

  nonisolated(nonsending) private func forward(
    _ request: HTTPRequest, _ route: Route, _ path: [Header.Param], _ trace: [UInt8]?
  ) async -> HTTPResponse {
    let log = log.with(trace: trace)
    do {
      try checkOrigin(request, route)
      guard request.body.isEmpty || BodyForm.isPlain(request) else { return Problem.encodingUnsupported }
      let form = route.form
      guard form.takes(request) else {
        return Problem.response(415, "media_type_unsupported", "Send the body as \(form.mediaType).")
      }
      let params = path + (try request.members(of: route))
      var header = try header(request, route, params)
      header.params += device(request, route) + state(request, route) + form.params(of: request)
      header.trace = trace
      let who = try await who(request, route, trace)
      header.assertion = who?.assertion
      let newest = request.method == "GET" && who != nil ? live.newest : nil
      let seen = request.header(SeenMark.header)
      let slot = ReplyKeeper.Slot(route, params, who, seen: seen)
      if let kept = slot.flatMap({ keeper.reply($0) }) {
        return .tagged(kept.tag, to: request, headers: Edge.headers(newest), body: kept.body)
      }
      let body = try form.body(of: request, limit: route.request.bodyLimit)
      let call = OutgoingCall(
        program: route.program, header: header, body: body, within: route.request.deadline)
      if let file = route.file { return try await picture(file, call, request, route, who) }
      let reply = try await send(call, request, route, who)
      if let document = route.document { return try document.response(reply.body) }
      guard route.isTagged else { return response(reply, route) }
      let tag = EntityTag.of(reply.body)
      if let slot { keeper.keep(reply, tag: tag, slot) }
      return .tagged(tag, to: request, headers: Edge.headers(newest), body: reply.body)
    } catch let error as CallError {
      return problem(error, route, log)
    } catch let fault as Fault { return Problem.response(fault) } catch {
      log(.error, "\(route.request.subject): \(error)")
      return Problem.response(Fault(.internalError))
    }
  }

  /// A file of the media store, as the owner of its object names it. Replies about share cards are not kept.
  nonisolated(nonsending) private func picture(
    _ file: any FileReply.Type, _ call: OutgoingCall, _ request: HTTPRequest, _ route: Route,
    _ who: SessionCache.Resolved?
  ) async throws -> HTTPResponse {
    let key = PictureReplies.Key(person: who?.person, path: request.path)
    let isKept = PictureReplies.keeps(route.program, file, who)
    let (known, changes) = (isKept ? replies.reply(key) : nil, replies.changes)
    if let known { return try await pictures.answer(known, request, call.header.trace) }
    let reply = try file.decode(try await send(call, request, route, who).body)
    if isKept { replies.keep(reply, key, since: changes) }
    return try await pictures.answer(reply, request, call.header.trace)
  }

  /// The caller; nil if the route needs no sign-in.
  nonisolated(nonsending) private func who(
    _ request: HTTPRequest, _ route: Route, _ trace: [UInt8]?
  ) async throws(Fault) -> SessionCache.Resolved? {
    guard route.request.access != .anyone else { return nil }
    return try await signedIn(request, isWrite: route.http.method != .get, trace)
  }

  /// The signed-in caller, counted against the person's limit.
  nonisolated(nonsending) private func signedIn(
    _ request: HTTPRequest, isWrite: Bool = false, _ trace: [UInt8]? = nil
  ) async throws(Fault) -> SessionCache.Resolved {
    guard let token = token(request) else { throw Fault(.signInRequired) }
    let hash = token.hash
    let known = sessions.known(hash)
    let who = if let known { known } else { try await sessions.ask(hash, trace) }
    try rates.check(who.person, isWrite: isWrite)
    return who
  }

  /// Sends the call within the limits of its declaration.
  nonisolated(nonsending) private func send(
    _ call: OutgoingCall, _ request: HTTPRequest, _ route: Route, _ who: SessionCache.Resolved?
  ) async throws -> Reply {
    let (type, isWrite) = (route.request, route.http.method != .get)
    let guess = type.guessesSecrets ? guesses.guess(request, route, call.body, cookies) : nil
    if let guess { try await guesses.wait(guess) }
    var ticket: HourlyQuota.Ticket?
    if let limit = type.maxPerHour, let who {
      let key = call.header.idempotencyKey ?? "\(call.header.id)"
      ticket = try quota.take(who.person, type.subject, key: key, limit: limit)
    }
    let span = tracer.begin(type.subject, .client, in: call.header.trace)
    var call = call
    if let span { call.header.trace = span.context }
    do {
      let reply = try await bus.call(call)
      keeper.note(reply, of: route.program)
      // The event that ends a session, or changes who sees a picture, comes a moment after the reply.
      if let who, route.program == .auth, isWrite { sessions.drop(who.session) }
      if isWrite { replies.apply(type.subject, of: route.program) }
      span?.end()
      if let guess { guesses.opened(guess, device: reply.deviceToken) }
      return reply
    } catch {
      let fault = error.fault
      span?.end(fault: fault.code)
      if isWrite, fault.processed != .no { replies.apply(type.subject, of: route.program) }
      if let guess { guesses.refused(guess, fault) }
      if let ticket, fault.processed == .no { quota.giveBack(ticket) }
      throw error
    }
  }

  /// The device cookie, for requests that declare it. A device token in the body counts only without the
  /// cookie.
  private func device(_ request: HTTPRequest, _ route: Route) -> [Header.Param] {
    guard let member = route.request.deviceMember,
      let value = request.header("Cookie").flatMap({ Cookies.value(cookies.device, in: $0) }),
      DeviceToken(value) != nil
    else { return [] }
    return [Header.Param(name: member, value: value)]
  }

  /// The document's state that the caller already has; the first of several tags.
  private func state(_ request: HTTPRequest, _ route: Route) -> [Header.Param] {
    guard let member = route.request.stateMember, let tags = request.header("If-None-Match"),
      let tag = EntityTag.first(in: tags)
    else { return [] }
    return [Header.Param(name: member, value: tag)]
  }

  private func problem(_ error: CallError, _ route: Route, _ log: Log) -> HTTPResponse {
    if case .unreadable(let what) = error { log(.error, "\(route.request.subject): \(what)") }
    return Problem.response(error.fault)
  }

  /// The headers of a reply to a read.
  /// - Parameter newest: the newest live event before it.
  private static func headers(_ newest: String?) -> [(String, String)] {
    CommonHeaders.json + (newest.map { [(LiveStream.newestHeader, $0)] } ?? [])
  }

  private func response(_ reply: Reply, _ route: Route) -> HTTPResponse {
    let status = reply.status.map(Int.init) ?? route.http.status
    var headers = CommonHeaders.json
    if route.http.method != .get, !route.request.isUnlinkable, let standing = reply.standing {
      headers.append((SeenMark.header, SeenMark(standing, of: route.program).text))
    }
    if let token = reply.sessionToken {
      headers.append(("Set-Cookie", cookies.settingSession(token)))
      // A sign-out. Storage is the client's own to clear, because the device's settings are in it too.
      if token.isEmpty { headers.append(("Clear-Site-Data", "\"cache\"")) }
    }
    if let token = reply.deviceToken { headers.append(("Set-Cookie", cookies.settingDevice(token))) }
    return HTTPResponse(status: status, headers: headers, body: .bytes(status == 204 ? [] : reply.body))
  }

  private func header(
    _ request: HTTPRequest, _ route: Route, _ params: [Header.Param]
  ) throws(Fault) -> Header {
    let type = route.request
    var header = Header(id: .passing())
    header.subject = type.subject
    header.schema = route.schema
    header.params = params
    if type.repeats == .stored || type.repeats == .secretReply {
      header.idempotencyKey = try request.idempotencyKey(for: type)
    }
    if type.repeats.isRepeatable(hasKey: header.idempotencyKey != nil) { header.flags.insert(.repeatable) }
    return header
  }

  /// The bearer token, else the session cookie.
  private func token(_ request: HTTPRequest) -> Token? {
    if let authorization = request.header("Authorization") {
      guard authorization.prefix(7).lowercased() == "bearer " else { return nil }
      return Token(text: String(authorization.dropFirst(7)))
    }
    return request.header("Cookie").flatMap { Cookies.value(cookies.session, in: $0) }.flatMap {
      Token(text: $0)
    }
  }

  /// Rejects a write that a browser sends with the cookie, unless it comes from our own pages.
  private func checkOrigin(_ request: HTTPRequest, _ route: Route) throws(Fault) {
    guard route.http.method != .get, request.header("Authorization") == nil, request.header("Cookie") != nil
    else { return }
    if let site = request.header("Sec-Fetch-Site") {
      guard site == "same-origin" || site == "none" else { throw Fault(.crossSite) }
      return
    }
    guard let sent = request.header("Origin") else { return }
    let own = origin ?? "\(request.isSecure ? "https" : "http")://\(request.header("Host") ?? "")"
    guard sent == own else { throw Fault(.crossSite) }
  }
}

extension Edge {
  private func exportPerson(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "GET" else { return Problem.methodNotAllowed(["GET"]) }
    do {
      let who = try await signedIn(request)
      guard who.scopes & TokenScope.sessionBit != 0 else { throw Fault(.scopeMissing) }
      return try await export.response(to: request, for: who)
    } catch let fault as Fault { return Problem.response(fault) } catch let error as CallError {
      return Problem.response(error.fault)
    } catch {
      log(.error, "export: \(error)")
      return Problem.response(Fault(.internalError))
    }
  }

  private func showOverview(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return Problem.methodNotAllowed(["GET"])
    }
    do {
      let who = try await signedIn(request)
      guard who.roles.contains(.admin) else { throw Fault(.notAllowed) }
      guard who.scopes & TokenScope.admin.bit != 0 else { throw Fault(.scopeMissing) }
      return HTTPResponse(
        status: 200, headers: CommonHeaders.json, body: .bytes(try await overview.document(for: who)))
    } catch let fault as Fault { return Problem.response(fault) } catch {
      log(.error, "overview: \(error)")
      return Problem.response(Fault(.internalError))
    }
  }

  private func stream(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "GET" else { return Problem.methodNotAllowed(["GET"]) }
    do {
      let who = try await signedIn(request)
      let after = request.header("Last-Event-ID") ?? request.queryValue("after")
      let feed = try live.open(who, after: after, isNamed: request.queryValue("named") != "no")
      return HTTPResponse(
        status: 200,
        headers: CommonHeaders.all + [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")],
        body: .stream(feed))
    } catch { return Problem.response(error) }
  }
}
