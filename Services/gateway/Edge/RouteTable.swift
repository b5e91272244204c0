import Bus
import HTTPServer
import Schema
import ServiceKit

/// A declared request, prepared for the gateway.
struct Route: Sendable {
  let request: any Request.Type
  /// The request's program, which its subject names.
  let program: ProgramName
  /// The form of the request's body.
  let form: BodyForm
  /// The name of its messages on the bus: subject and version.
  let schema: String
  let http: HTTPRoute
  let segments: [Segment]
  private let inQuery: DeclaredMembers?
  let tally: RouteTally
  /// The form of the reply if it is not JSON.
  let document: ReplyDocument?
  /// The reply's type if it names a file of the media store.
  let file: (any FileReply.Type)?
  /// True if a client that has the reply already gets 304: reads in JSON.
  let isTagged: Bool

  enum Segment: Hashable, Sendable {
    case fixed(String)
    case member(String)
  }

  init(_ request: any Request.Type, _ http: HTTPRoute) {
    self.request = request
    program = request.program
    form = BodyForm(of: request)
    schema = "\(request.subject)@\(request.version)"
    self.http = http
    tally = RouteTally(http.method.rawValue, http.path, isUnlinkable: request.isUnlinkable)
    segments = http.segments.map { part in
      part.hasPrefix("{") ? .member(String(part.dropFirst().dropLast())) : .fixed(String(part))
    }
    inQuery =
      http.method.hasBody
      ? nil : Route.members(of: request, except: [request.stateMember].compactMap(\.self) + http.pathMembers)
    document = ReplyDocument(of: request)
    file = ReplyDocument.reply(of: request) as? any FileReply.Type
    let reply = ReplyDocument.reply(of: request)
    let isPlain =
      !(reply is any StatusReply.Type || reply is any SessionReply.Type || reply is any DeviceReply.Type)
    isTagged = http.method == .get && document == nil && file == nil && isPlain
  }

  private static func members<R: Request>(of request: R.Type, except others: [String]) -> DeclaredMembers {
    DeclaredMembers(request, except: Set(others))
  }

  /// Names in the query that are sent on as params.
  var queryMembers: Set<String> { inQuery?.names ?? [] }

  /// The members in the path, decoded; nil if the path does not match.
  func match(_ path: [Substring]) -> [Header.Param]? {
    for (segment, part) in zip(segments, path) {
      if case .fixed(let text) = segment, part != text { return nil }
    }
    var params: [Header.Param] = []
    for (segment, part) in zip(segments, path) {
      guard case .member(let name) = segment else { continue }
      guard !part.isEmpty, let value = PercentCoding.decode(part),
        value.utf8.count <= FrameLimit.paramValue
      else { return nil }
      params.append(Header.Param(name: name, value: value))
    }
    return params
  }
}

/// Every route of the HTTP API, compiled from the declarations.
struct RouteTable: Sendable {
  let routes: [Route]
  private let byShape: [Shape: [Route]]
  /// The routes without members in their path, by method and path, so that most requests need no search.
  private var byAddress: [Address: Route] = [:]

  private struct Address: Hashable {
    let method: String
    let path: String
  }

  /// The number of segments, and the segment after the version, which is fixed in every route.
  private struct Shape: Hashable {
    let length: Int
    let noun: String
  }

  init(_ requests: [any Request.Type] = Catalogue.requests) {
    var routes: [Route] = []
    for request in requests {
      guard let http = request.route else { continue }
      routes.append(Route(request, http))
    }
    self.routes = routes
    byShape = Dictionary(grouping: routes) { route in
      guard case .fixed(let noun)? = route.segments.dropFirst().first else {
        return Shape(length: route.segments.count, noun: "")
      }
      return Shape(length: route.segments.count, noun: noun)
    }
    for route in routes where route.http.pathMembers.isEmpty {
      let method = route.http.method.rawValue
      // The search may find another route first, which then takes precedence.
      guard case .route(let first, let params) = search(method: method, path: route.http.path), params.isEmpty
      else { continue }
      byAddress[Address(method: method, path: route.http.path)] = first
    }
  }

  enum Match {
    case route(Route, [Header.Param])
    /// A known path with an unknown method. The value is for the Allow header.
    case methods([String])
    case none
  }

  func match(method: String, path: String) -> Match {
    if let route = byAddress[Address(method: method, path: path)] { return .route(route, []) }
    return search(method: method, path: path)
  }

  private func search(method: String, path: String) -> Match {
    let parts = Array(path.split(separator: "/", omittingEmptySubsequences: false).dropFirst())
    guard parts.count > 1 else { return .none }
    let wanted = method == "HEAD" ? "GET" : method
    var found = (byShape[Shape(length: parts.count, noun: String(parts[1]))] ?? []).compactMap { route in
      route.match(parts).map { (route: route, params: $0) }
    }
    // A fixed path takes precedence over a path with members, whatever the method.
    if found.contains(where: { $0.params.isEmpty }) { found.removeAll { !$0.params.isEmpty } }
    if let first = found.first(where: { $0.route.http.method.rawValue == wanted }) {
      return .route(first.route, first.params)
    }
    return found.isEmpty ? .none : .methods(found.map(\.route.http.method.rawValue))
  }
}
