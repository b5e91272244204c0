import Bus
import Schema
import Testing

@testable import gateway

/// Declarations that exist for these tests alone.
private enum Shop {
  struct Reply: Codable, Sendable {}

  struct List: Request {
    typealias Reply = Shop.Reply
    static let subject = "shop.item.list"
    static let summary = "List."
    static let route: HTTPRoute? = HTTPRoute(.get, "/v1/items")
    let colour: String?
  }

  struct Add: Request {
    typealias Reply = Shop.Reply
    static let subject = "shop.item.add"
    static let summary = "Add."
    static let route: HTTPRoute? = HTTPRoute(.post, "/v1/items", status: 201)
    let name: String
  }

  struct Move: Request {
    typealias Reply = Shop.Reply
    static let subject = "shop.item.move"
    static let summary = "Move."
    static let route: HTTPRoute? = HTTPRoute(.post, "/v1/items/{id}/to/{shelf}")
    let id: String
    let shelf: String
    let note: String?
  }

  struct Remove: Request {
    typealias Reply = Shop.Reply
    static let subject = "shop.item.remove"
    static let summary = "Remove."
    static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/items/{id}", status: 204)
    let id: String
  }

  struct Count: Request {
    typealias Reply = Shop.Reply
    static let subject = "shop.item.count"
    static let summary = "Count."
    static let route: HTTPRoute? = HTTPRoute(.get, "/v1/items/count")
  }

  struct Inner: Request {
    typealias Reply = Shop.Reply
    static let subject = "shop.item.inner"
    static let summary = "No route."
    let id: String
  }

  static let requests: [any Request.Type] = [
    List.self, Add.self, Move.self, Remove.self, Count.self, Inner.self,
  ]
}

/// A match as text: `shop.item.move id=1 shelf=2`, `allow GET POST`, `none`.
private func match(_ method: String, _ path: String, in table: RouteTable) -> String {
  switch table.match(method: method, path: path) {
  case .route(let route, let params):
    ([route.request.subject] + params.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
  case .methods(let methods): "allow " + methods.sorted().joined(separator: " ")
  case .none: "none"
  }
}

@Suite("A path leads to the request that declares it, or nowhere")
struct RouteTableTests {
  @Test(
    "with the members of the path decoded",
    arguments: [
      ("GET", "/v1/items", "shop.item.list"), ("HEAD", "/v1/items", "shop.item.list"),
      ("POST", "/v1/items", "shop.item.add"), ("DELETE", "/v1/items/7", "shop.item.remove id=7"),
      ("POST", "/v1/items/7/to/top", "shop.item.move id=7 shelf=top"),
      ("DELETE", "/v1/items/a%20b", "shop.item.remove id=a b"),
      ("DELETE", "/v1/items/a%2Fb", "shop.item.remove id=a/b"),
      ("DELETE", "/v1/items/%C3%A4", "shop.item.remove id=ä"),
      ("DELETE", "/v1/items/a+b", "shop.item.remove id=a+b"),
      ("DELETE", "/v1/items/%7Bid%7D", "shop.item.remove id={id}"),
      ("DELETE", "/v1/items/..", "shop.item.remove id=.."), ("GET", "/v1/items/count", "shop.item.count"),
      ("HEAD", "/v1/items/count", "shop.item.count"),
    ])
  func matches(method: String, path: String, found: String) throws {
    #expect(match(method, path, in: RouteTable(Shop.requests)) == found)
  }

  @Test(
    "a known path with another method says which there are",
    arguments: [
      ("DELETE", "/v1/items", "allow GET POST"), ("GET", "/v1/items/7", "allow DELETE"),
      ("get", "/v1/items", "allow GET POST"), ("DELETE", "/v1/items/count", "allow GET"),
      ("OPTIONS", "/v1/items", "allow GET POST"),
      ("PATCH", "/v1/items/7/to/top", "allow POST"),
    ])
  func methods(method: String, path: String, found: String) throws {
    #expect(match(method, path, in: RouteTable(Shop.requests)) == found)
  }

  @Test(
    "everything else leads nowhere",
    arguments: [
      "", "/", "v1/items", "/v1", "/v1/", "/v1/items/", "//v1/items", "/v1//items", "/v1/items//to/top",
      "/v1/items/7/to/", "/v1/items/7/", "/V1/items", "/v1/Items", "/v1/items/%", "/v1/items/%4",
      "/v1/items/%zz",
      "/v1/items/%00", "/v1/items/%C3", "/v1/items/%FF", "/v1/items/7/to", "/v1/items/7/to/top/it",
      "/v1/items/" + String(repeating: "a", count: FrameLimit.paramValue + 1), "/shop.item.inner",
    ])
  func nowhere(path: String) throws {
    let table = RouteTable(Shop.requests)
    for method in ["GET", "POST", "DELETE"] { #expect(match(method, path, in: table) == "none") }
  }

  @Test("the members of a query are those that are neither in the path nor in a body")
  func query() throws {
    let routes = RouteTable(Shop.requests).routes
    #expect(routes.map(\.queryMembers) == [["colour"], [], [], [], []])
  }

  @Test("every declared route is found by its own path")
  func declared() throws {
    let table = RouteTable()
    for request in Catalogue.requests {
      guard let route = request.route else { continue }
      let path = "/" + route.segments.map { $0.hasPrefix("{") ? "value" : String($0) }.joined(separator: "/")
      let params = route.pathMembers.map { " \($0)=value" }.joined()
      #expect(match(route.method.rawValue, path, in: table) == request.subject + params)
    }
  }
}
