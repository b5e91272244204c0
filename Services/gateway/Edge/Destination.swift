import Bus

/// The destination of a request's path.
enum Destination: Sendable {
  case route(Route, [Header.Param])
  case own(OwnPage)
  /// A known path with an unknown method. The value is for the Allow header.
  case otherMethod([String])
  /// A file or a page of the web client, or nothing at all.
  case web

  /// A path that the gateway answers by itself.
  enum OwnPage: String, CaseIterable, Sendable {
    case health = "/healthz"
    case readiness = "/readyz"
    case openAPI = "/openapi.json"
    case metrics = "/metrics"
    case stream = "/v1/stream"
    case export = "/v1/me/export"
    case overview = "/v1/admin/overview"
  }
}

/// The counters of all destinations.
struct DestinationTallies: Sendable {
  private let own: [Destination.OwnPage: RouteTally]
  private let otherMethod = RouteTally("*", "*")
  private let web = RouteTally("*", "web")
  let all: [RouteTally]

  init(_ table: RouteTable) {
    own = Dictionary(
      uniqueKeysWithValues: Destination.OwnPage.allCases.map { ($0, RouteTally("GET", $0.rawValue)) })
    all = table.routes.map(\.tally) + Array(own.values) + [otherMethod, web]
  }

  func tally(of destination: Destination) -> RouteTally {
    switch destination {
    case .route(let route, _): route.tally
    case .own(let page): own[page] ?? web
    case .otherMethod: otherMethod
    case .web: web
    }
  }
}
