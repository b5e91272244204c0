import JSON
import Schema
import Testing

@testable import gateway

extension JSONValue {
  fileprivate var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Every `$ref` in it.
  fileprivate var references: [String] {
    members.flatMap { $0.name == "$ref" ? [$0.value.text ?? ""] : $0.value.references }
      + elements.flatMap(\.references)
  }
}

@Suite("The OpenAPI document says what the declarations say")
struct OpenAPITests {
  private let document: JSONValue

  /// Made once for all tests.
  private static let made = Result {
    try JSONCoding.decode(JSONValue.self, from: OpenAPIDocument(RouteTable()).bytes)
  }

  init() throws { document = try Self.made.get() }

  private struct Operation {
    let method: String
    let path: String
    let value: JSONValue
    var name: String { "\(method) \(path)" }
  }

  /// Those of the declarations; the live stream, the export and the overview are the gateway's own.
  private var operations: [Operation] {
    let own = ["/v1/stream", "/v1/me/export", "/v1/admin/overview"]
    return (document["paths"]?.members ?? []).filter { !own.contains($0.name) }.flatMap { path in
      path.value.members.map { Operation(method: $0.name, path: path.name, value: $0.value) }
    }
  }

  @Test("it is an OpenAPI 3.1.0 document with a title and a version")
  func head() {
    #expect(document["openapi"] == "3.1.0")
    #expect(document["info"]?["title"] == "Quad")
    #expect(document["info"]?["version"]?.text?.isEmpty == false)
  }

  @Test("the keys of alert texts and reasons are listed with their values (I6)")
  func alertKeys() throws {
    let schemas = try #require(document["components"]?["schemas"])
    let texts = try #require(schemas["AlertsAlertText"]?["x-keys"])
    #expect(texts.members.map(\.name).sorted() == Alerts.TextKey.allCases.map(\.rawValue).sorted())
    for key in Alerts.TextKey.allCases {
      #expect(texts[key.rawValue]?.elements.map(\.text) == key.values, "\(key)")
    }
    let reasons = try #require(schemas["AlertsAlertReason"]?["x-keys"])
    #expect(reasons.members.map(\.name).sorted() == Alerts.ReasonKey.allCases.map(\.rawValue).sorted())
    for key in Alerts.ReasonKey.allCases {
      #expect(reasons[key.rawValue]?.elements.map(\.text) == key.values, "\(key)")
    }
    for name in ["NotifierPlannedAlert", "NotifierNotice"] {
      #expect(schemas[name]?["properties"]?["rendered"] != nil, "\(name)")
    }
  }

  @Test("it holds every declared route with its status of success, and no other")
  func routes() throws {
    let declared = Catalogue.requests.filter { $0.route != nil }
    for request in declared {
      let route = try #require(request.route as HTTPRoute?)
      let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
      #expect(operation?["operationId"] == .string(request.subject), "\(route.method) \(route.path)")
      let success = operation?["responses"]?["\(route.status)"]
      #expect(success != nil, "\(route.method) \(route.path) has no \(route.status)")
      #expect((success?["content"] == nil) == (route.status == 204), "\(route.path): 204 alone has no body")
      #expect(operation?["summary"] == .string(request.summary))
    }
    #expect(operations.count == declared.count)
  }

  @Test("every error has codes and is a problem; every fault that is declared is among them")
  func errors() throws {
    for operation in operations {
      let responses = operation.value["responses"]?.members ?? []
      for response in responses where response.name.hasPrefix("4") || response.name.hasPrefix("5") {
        #expect(response.value["x-codes"]?.elements.isEmpty == false, "\(operation.name) \(response.name)")
        #expect(response.value["content"]?["application/problem+json"] != nil, "\(operation.name)")
      }
      let request = try #require(
        Catalogue.requests.first { operation.value["operationId"] == .string($0.subject) })
      for code in request.faults {
        let codes = operation.value["responses"]?["\(code.kind.httpStatus(code: code.code))"]?["x-codes"]
        #expect(codes?.elements.contains(.string(code.code)) == true, "\(operation.name): \(code.code)")
      }
    }
  }

  @Test("the live stream names every event type that people may see, and no other")
  func stream() {
    let stream = document["paths"]?["/v1/stream"]?["get"]?["responses"]?["200"]?["content"]
    let text = "\(stream?["text/event-stream"]?["x-events"] ?? .null)"
    for event in Catalogue.events {
      #expect(text.contains("\"\(event.topic)\"") == (event.audience != .programs), "\(event.topic)")
    }
  }

  @Test("every part of a path in braces is a required parameter, and every parameter has a schema")
  func parameters() {
    for operation in operations {
      let parameters = operation.value["parameters"]?.elements ?? []
      let inPath = parameters.filter { $0["in"] == "path" }
      let names = inPath.compactMap { $0["name"]?.text }
      let braced = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }
        .map { String($0.dropFirst().dropLast()) }
      #expect(names == braced, "\(operation.name)")
      #expect(inPath.allSatisfy { $0["required"] == true }, "\(operation.name)")
      #expect(parameters.allSatisfy { $0["schema"]?.members.isEmpty == false }, "\(operation.name)")
    }
  }

  @Test("a body is there where members travel in one")
  func bodies() {
    for operation in operations {
      guard operation.value["requestBody"] != nil else { continue }
      #expect(["post", "patch", "put"].contains(operation.method), "\(operation.name)")
    }
    let content = document["paths"]?["/v1/tasks"]?["post"]?["requestBody"]?["content"]?["application/json"]
    #expect(content?["schema"]?["$ref"] == "#/components/schemas/RoomhubAddTask")
    #expect(content?["example"]?["title"] != nil)
    let add = document["components"]?["schemas"]?["RoomhubAddTask"]
    #expect(add?["required"] == ["title"])
    #expect(add?["properties"]?["title"]?["maxLength"] == 200)
  }

  /// The paths of members and parameters without a description, and of objects without a name.
  private func undescribed(_ value: JSONValue, at path: String) -> [String] {
    var missing: [String] = []
    if case .object(let properties)? = value["properties"] {
      for property in properties where property.value["description"]?.text?.isEmpty != false {
        missing.append("\(path).\(property.name)")
      }
    }
    for member in value.members { missing += undescribed(member.value, at: "\(path)/\(member.name)") }
    for element in value.elements { missing += undescribed(element, at: path) }
    return missing
  }

  @Test("every operation, schema, member and parameter is described")
  func descriptions() {
    for operation in operations {
      let summary = operation.value["summary"]?.text ?? ""
      #expect(summary.split(separator: " ").count >= 3, "\(operation.name): \(summary)")
      for parameter in operation.value["parameters"]?.elements ?? [] {
        let isDescribed = parameter["description"]?.text?.isEmpty == false
        #expect(isDescribed, "\(operation.name): \(parameter["name"]?.text ?? "")")
      }
    }
    let schemas = document["components"]?["schemas"]?.members ?? []
    #expect(schemas.filter { $0.value["description"] == nil }.map(\.name) == [])
    let missing = schemas.flatMap { undescribed($0.value, at: $0.name) }
    #expect(missing == [])
  }

  @Test("the schemas are named where they are used, and every JSON body has an example")
  func names() {
    for operation in operations {
      let content = operation.value["requestBody"]?["content"]?["application/json"]
      guard let content else { continue }
      #expect(content["schema"]?["$ref"] != nil, "\(operation.name)")
      #expect(content["example"]?.members.isEmpty == false, "\(operation.name)")
    }
  }

  @Test("a caller who has to wait gets to know how long, and every operation has a default response")
  func waiting() {
    for operation in operations {
      for status in ["429", "503"] {
        let header = operation.value["responses"]?[status]?["headers"]?["Retry-After"]
        #expect(header?["$ref"] == "#/components/headers/RetryAfter", "\(operation.name) \(status)")
      }
      #expect(operation.value["responses"]?["default"] != nil, "\(operation.name)")
    }
  }

  @Test("what anybody may ask needs no sign-in, all else does")
  func security() throws {
    for operation in operations {
      let request = try #require(
        Catalogue.requests.first { operation.value["operationId"] == .string($0.subject) })
      #expect((operation.value["security"] == []) == (request.access == .anyone), "\(operation.name)")
      let hasSignIn =
        operation.value["responses"]?["401"]?["x-codes"]?.elements.contains("signin_required") == true
      #expect(hasSignIn == (request.access != .anyone), "\(operation.name)")
    }
  }

  @Test("every reference leads to a schema, and no schema is left over")
  func references() {
    let schemas = document["components"]?["schemas"]?.members.map(\.name) ?? []
    let wanted = Set(document.references).filter { $0.hasPrefix("#/components/schemas/") }
    for reference in wanted {
      #expect(schemas.contains { reference == "#/components/schemas/\($0)" }, "\(reference)")
    }
    #expect(schemas.filter { !wanted.contains("#/components/schemas/\($0)") } == [])
  }
}
