import Bus
import JSON
import Schema
import ServiceKit

/// Collects the operations and the schemas that they refer to.
struct OpenAPIBuilder {
  private let apps: SiteApps
  private let texts = SchemaTexts()
  private var paths: [JSONValue.Member] = []
  private var schemas = ["Problem": OpenAPIProblems.schema]
  /// The names of schemas that a type states itself. They stand in place where the type is used.
  private var stated: [JSONValue: String] = [:]

  init(_ apps: SiteApps) { self.apps = apps }

  var document: JSONValue {
    let tags = apps.programs.map(\.prefix).filter { texts.type($0.capitalizedASCII) != nil }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Quad", "version": .string(Release.version),
        "description": """
        The HTTP API of a Quad site. Sign in with `POST /v1/signin` and send its `token` as a bearer token, \
        or create an API token with the scopes that your program needs. Moments are UTC in RFC 3339, \
        lengths of text count what a reader sees as one character, and unknown members of a reply are to be \
        ignored. Every error is a problem (RFC 9457) with a stable `code`. A write that is sent again with \
        the same `Idempotency-Key` has one effect.
        """,
      ],
      "servers": [["url": "/", "description": "This site."]],
      "security": [["session": []]],
      "tags": .array(
        tags.map { name in
          ["name": .string(name), "description": .string(texts.type(name.capitalizedASCII) ?? "")]
        } + [["name": "gateway", "description": "The site as a whole."]]),
      "paths": .object(paths.map { JSONValue.Member($0.name, named($0.value)) }),
      "components": [
        "schemas": .object(
          schemas.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, component($0)) }),
        "headers": ["RetryAfter": OpenAPIProblems.retryAfter],
        "securitySchemes": [
          "session": [
            "type": "http", "scheme": "bearer", "description": "The token of a sign-in session.",
          ],
          "token": [
            "type": "http", "scheme": "bearer", "description": "An API token that has the scopes named.",
          ],
        ],
      ],
    ]
  }

  mutating func add(_ route: Route) throws { try add(route, route.request) }

  mutating func add(_ path: String, _ operation: JSONValue) {
    paths.append(JSONValue.Member(path, ["get": operation]))
  }

  /// Adds the schema of an event type.
  /// - Returns: the event's topic with a reference to its schema.
  mutating func form<E: Event>(_ type: E.Type) throws -> JSONValue {
    let (event, _) = try SchemaRecorder.describe(type)
    merge(event)
    let name = SchemaRecorder.name(of: type)
    schemas[name] = event.schema
    return ["event": .string(E.topic), "data": OpenAPIBuilder.reference(name)]
  }

  private mutating func add<R: Request>(_ route: Route, _ type: R.Type) throws {
    let (request, sample) = try SchemaRecorder.describe(type)
    let (reply, replySample) = try SchemaRecorder.describe(R.Reply.self)
    merge(request)
    if route.file == nil { merge(reply) }
    let names = (request: SchemaRecorder.name(of: type), reply: SchemaRecorder.name(of: R.Reply.self))
    // A 204 has no body that would refer to the schema.
    if route.http.status != 204, !(R.Reply.self is any DocumentReply.Type), route.file == nil {
      schemas[names.reply] = reply.schema
    }
    var operation: JSONValue = [
      "operationId": .string(R.subject), "summary": .string(R.summary), "tags": [.string(R.program.prefix)],
    ]
    if let text = texts.type(names.request) {
      operation = operation.setting("description", .string(text))
    }
    operation = operation.setting("security", OpenAPIBuilder.security(of: type))
    let parameters = self.parameters(route, type, request, names.request)
    if !parameters.isEmpty { operation = operation.setting("parameters", .array(parameters)) }
    let body = request.members.filter { !route.http.pathMembers.contains($0.name) }
    if route.http.method.hasBody, !body.isEmpty {
      let example = try OpenAPIBuilder.json(sample)
      operation = operation.setting(
        "requestBody",
        [
          "required": .bool(body.contains(where: \.isRequired)),
          "content": content(of: body, type, names.request, example),
        ])
    }
    operation = operation.setting(
      "responses",
      OpenAPIResponses.of(
        type, route, names.reply, request.faults + OpenAPIBuilder.queryFaults(route, request),
        try OpenAPIBuilder.json(replySample)))
    if case .role(let role) = R.access { operation = operation.setting("x-role", .string(role.rawValue)) }
    put(operation, route)
  }

  /// A query may lack a required value, as a body may.
  private static func queryFaults(_ route: Route, _ request: MessageDescription) -> [FaultCode] {
    let isRequired = request.members.contains { $0.isRequired && route.queryMembers.contains($0.name) }
    return isRequired ? [.fieldMissing] : []
  }

  private static func json<Message: Encodable>(_ message: Message) throws -> JSONValue {
    try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(message))
  }

  static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  private mutating func merge(_ description: MessageDescription) {
    schemas.merge(description.components) { first, _ in first }
    for (name, schema) in description.stated {
      schemas[name] = schema
      stated[schema] = name
    }
  }

  /// A schema among the components: described, and with references in place of the schemas inside.
  private func component(_ component: (key: String, value: JSONValue)) -> JSONValue {
    let described = texts.describing(component.value, as: component.key)
    return inside(OpenAPIAlerts.withKeys(described, as: component.key))
  }

  /// The value with a reference in place of each schema that a type states itself.
  private func named(_ value: JSONValue) -> JSONValue {
    guard case .object(let members) = value else { return inside(value) }
    // A member's description stands beside the schema of its type, and a member that may be absent has the
    // types `object` and `null`.
    let bare = JSONValue.object(members.filter { $0.name != "description" })
    let isOptional = bare["type"] == ["object", "null"]
    guard let name = stated[isOptional ? bare.setting("type", "object") : bare] else { return inside(value) }
    let reference = OpenAPIBuilder.reference(name)
    let schema: JSONValue = isOptional ? ["anyOf": [reference, ["type": "null"]]] : reference
    return value["description"].map { schema.setting("description", $0) } ?? schema
  }

  private func inside(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(named))
    case .object(let members): .object(members.map { JSONValue.Member($0.name, named($0.value)) })
    default: value
    }
  }

  /// The accepted credentials: none, a sign-in session, or a session or a token with the scope. The roles
  /// that the request accepts are in `x-role`.
  private static func security<R: Request>(of type: R.Type) -> JSONValue {
    guard R.access != .anyone else { return [] }
    guard let scope = R.scope else { return [["session": []]] }
    return [["session": []], ["token": [.string(scope.rawValue)]]]
  }

  private mutating func put(_ operation: JSONValue, _ route: Route) {
    let method = route.http.method.rawValue.lowercased()
    if let index = paths.firstIndex(where: { $0.name == route.http.path }) {
      paths[index].value = paths[index].value.setting(method, operation)
    } else {
      paths.append(JSONValue.Member(route.http.path, .object([JSONValue.Member(method, operation)])))
    }
  }
}

/// Parameters and bodies.
extension OpenAPIBuilder {
  private func parameters<R: Request>(
    _ route: Route, _ type: R.Type, _ request: MessageDescription, _ name: String
  ) -> [JSONValue] {
    let pathMembers = route.http.pathMembers
    var parameters = request.members.filter { $0.name != R.stateMember }
      .filter { pathMembers.contains($0.name) || !route.http.method.hasBody }
      .map { parameter($0, of: name, isInPath: pathMembers.contains($0.name)) }
    if R.repeats == .stored || R.repeats == .secretReply {
      parameters.append(OpenAPIBuilder.idempotencyParameter(type))
    }
    if R.stateMember != nil || route.isTagged { parameters.append(OpenAPIBuilder.stateParameter) }
    return parameters
  }

  private func parameter(
    _ member: MessageDescription.Member, of name: String, isInPath: Bool
  ) -> JSONValue {
    var schema = member.schema
    // A value in a query is present or absent, never null.
    if case .array(let types)? = schema["type"], let first = types.first {
      schema = schema.setting("type", first)
    }
    if case .array(let choices)? = schema["anyOf"], let first = choices.first { schema = first }
    let parameter: JSONValue = [
      "name": .string(member.name), "in": isInPath ? "path" : "query",
      "required": .bool(isInPath || member.isRequired), "schema": schema,
    ]
    return texts.describing(parameter, member.name, of: name)
  }

  private static func idempotencyParameter<R: Request>(_ type: R.Type) -> JSONValue {
    let form: JSONValue =
      R.isUnlinkable
      ? ["type": "string", "format": "uuid"]
      : ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"]
    return [
      "name": "Idempotency-Key", "in": "header", "required": false,
      "description": .string(
        "A name for this write, such as a UUID. The same key twice has one effect and gets the first reply."),
      "schema": form,
    ]
  }

  private static let stateParameter: JSONValue = [
    "name": "If-None-Match", "in": "header", "required": false, "schema": ["type": "string"],
    "description": "The `ETag` of the state you have.",
  ]

  /// The body by its media type. A JSON body is a schema of its own, without the members in the path.
  private mutating func content<R: Request>(
    of body: [MessageDescription.Member], _ type: R.Type, _ name: String, _ example: JSONValue
  ) -> JSONValue {
    if R.fileMember != nil {
      let picture: JSONValue = ["schema": ["type": "string", "contentMediaType": "application/octet-stream"]]
      return .object(["image/*", "application/octet-stream"].map { JSONValue.Member($0, picture) })
    }
    if let document = R.documentMember, let member = body.first(where: { $0.name == document.name }) {
      return .object([
        JSONValue.Member(
          document.type.rawValue, ["schema": texts.describing(member.schema, member.name, of: name)])
      ])
    }
    var schema: JSONValue = [
      "type": "object", "properties": .object(body.map { JSONValue.Member($0.name, $0.schema) }),
    ]
    let required = body.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { schema = schema.setting("required", .array(required)) }
    schemas[name] = schema
    let members = body.compactMap { member in example[member.name].map { JSONValue.Member(member.name, $0) } }
    return [
      "application/json": ["schema": OpenAPIBuilder.reference(name), "example": .object(members)]
    ]
  }
}

extension String {
  /// The text with its first letter in upper case: `auth` is `Auth`.
  var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
