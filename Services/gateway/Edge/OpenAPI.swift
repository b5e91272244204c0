import Bus
import JSON
import Schema
import ServiceKit
import Synchronization

/// The OpenAPI 3.1 document, generated from the declarations and not written by hand.
struct OpenAPIDocument: Sendable {
  let bytes: [UInt8]

  init(_ table: RouteTable) throws {
    var builder = OpenAPIBuilder()
    for route in table.routes { try builder.add(route) }
    try builder.addStream(Catalogue.events)
    builder.addExport()
    bytes = try JSONCoding.encode(builder.document)
  }
}

/// The document of a running gateway. It is generated at the first request, because it would take up most of
/// the startup time.
final class OpenAPIPage: Sendable {
  private let table: RouteTable
  private let document = Mutex<OpenAPIDocument?>(nil)

  init(_ table: RouteTable) { self.table = table }

  func bytes() throws -> [UInt8] {
    try document.withLock { document in
      if let document { return document.bytes }
      let made = try OpenAPIDocument(table)
      document = made
      return made.bytes
    }
  }
}

private struct OpenAPIBuilder {
  private var paths: [JSONValue.Member] = []
  private var components: [String: JSONValue] = [
    "Problem": [
      "type": "object",
      "description": "RFC 9457 problem details.",
      "properties": [
        "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
        "detail": ["type": "string"], "code": ["type": "string"],
        "errors": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": [
              "field": ["type": "string"], "code": ["type": "string"], "message": ["type": "string"],
            ],
            "required": ["field", "code", "message"],
          ],
        ],
        "details": ["description": "What the code is about, in a form of its own."],
        "processed": ["type": "string", "enum": ["no", "maybe", "yes"]],
        "service": ["type": "string"], "traceId": ["type": "string"],
      ],
      "required": ["type", "title", "status", "detail", "code"],
    ]
  ]

  var document: JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "Quad", "version": .string(Release.version),
        "description":
          "The HTTP API of a Quad site. Every error is a problem (RFC 9457) with a stable `code`.",
      ],
      "security": [["session": []]],
      "paths": .object(paths),
      "components": [
        "schemas": .object(components.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }),
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

  private mutating func add<R: Request>(_ route: Route, _ type: R.Type) throws {
    let (request, _) = try SchemaRecorder.describe(type)
    let (reply, replySample) = try SchemaRecorder.describe(R.Reply.self)
    components.merge(request.components) { first, _ in first }
    components.merge(reply.components) { first, _ in first }
    let replyName = SchemaRecorder.name(of: R.Reply.self)
    // A 204 has no body that would refer to the schema.
    if route.http.status != 204, !(R.Reply.self is any DocumentReply.Type) {
      components[replyName] = reply.schema
    }
    var operation: JSONValue = [
      "operationId": .string(R.subject), "summary": .string(R.summary), "tags": [.string(R.program.text)],
    ]
    operation = operation.setting("security", OpenAPIBuilder.security(of: type))
    let pathMembers = route.http.pathMembers
    var parameters = request.members.filter { $0.name != R.stateMember }
      .filter { pathMembers.contains($0.name) || !route.http.method.hasBody }
      .map { parameter($0, isInPath: pathMembers.contains($0.name)) }
    if R.repeats == .stored || R.repeats == .secretReply { parameters.append(idempotencyParameter(type)) }
    if R.stateMember != nil { parameters.append(OpenAPIBuilder.stateParameter) }
    if !parameters.isEmpty { operation = operation.setting("parameters", .array(parameters)) }
    let body = request.members.filter { !pathMembers.contains($0.name) }
    if route.http.method.hasBody, !body.isEmpty {
      operation = operation.setting(
        "requestBody",
        [
          "required": .bool(body.contains(where: \.isRequired)),
          "content": content(of: body, type),
        ])
    }
    operation = operation.setting(
      "responses",
      responses(
        type, route, replyName, request.faults,
        try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(replySample))))
    if case .role(let role) = R.access { operation = operation.setting("x-role", .string(role.rawValue)) }
    put(operation, route)
  }

  /// Adds the live stream: server-sent events whose data is one of the event types that people may see.
  mutating func addStream(_ events: [any Event.Type]) throws {
    var forms: [JSONValue] = []
    for event in events where event.audience != .programs { forms.append(try form(event)) }
    let responses: JSONValue = [
      "200": [
        "description": .string(
          "Events as they happen: `id`, `event` (the topic) and `data`. "
            + "`event: reset` asks to fetch all lists again."
        ),
        "content": ["text/event-stream": ["schema": ["type": "string"], "x-events": .array(forms)]],
      ],
      "401": problem([.signInRequired]), "429": problem([.tooManyStreams]),
      "503": problem([.serviceUnavailable]),
    ]
    let operation: JSONValue = [
      "operationId": "gateway.stream.open", "tags": ["gateway"],
      "summary": "The live stream of what you may see, resumable.",
      // Any token: its scopes decide which events it receives.
      "security": [["session": []], ["token": []]],
      "parameters": [
        [
          "name": "Last-Event-ID", "in": "header", "required": false, "schema": ["type": "string"],
          "description": "The id of the last event you got: what came after it is sent first.",
        ],
        [
          "name": "named", "in": "query", "required": false,
          "schema": ["type": "string", "enum": ["yes", "no"]],
          "description": .string(
            "`no` leaves `event` out; `data` is then `{\"topic\": …, \"data\": …}`, for readers such as a "
              + "browser's EventSource, which hear only events whose names they know beforehand."),
        ],
      ],
      "responses": responses,
    ]
    paths.append(JSONValue.Member("/v1/stream", ["get": operation]))
  }

  /// Adds the export of everything that the programs store about a person.
  mutating func addExport() {
    let responses: JSONValue = [
      "200": [
        "description": .string(
          "One document with the pages of each program. `version` is \(PersonExport.format); "
            + "refuse a higher one."
        ),
        "content": [
          "application/json": [
            "schema": [
              "type": "object", "required": ["format", "version", "made", "person", "programs"],
              "properties": [
                "format": ["const": "quad-person"], "version": ["type": "integer"],
                "made": ["type": "string", "format": "date-time"],
                "person": ["type": "string", "format": "uuid"],
                "programs": [
                  "type": "object", "additionalProperties": ["type": "array", "items": ["type": "object"]],
                ],
              ],
            ]
          ]
        ],
      ],
      "401": problem([.signInRequired]), "403": problem([.scopeMissing]),
      "429": problem([.exportTooLarge]), "500": problem([.internalError]),
      "503": problem([.serviceUnavailable, .busy]),
    ]
    let operation: JSONValue = [
      "operationId": "gateway.person.export", "tags": ["gateway"],
      "summary": "Everything this site holds on you, as one document.", "security": [["session": []]],
      "responses": responses,
    ]
    paths.append(JSONValue.Member("/v1/me/export", ["get": operation]))
  }

  /// The accepted credentials: none, a sign-in session, or a session or a token with the scope. The roles
  /// that the request accepts are in `x-role`.
  private static func security<R: Request>(of type: R.Type) -> JSONValue {
    guard R.access != .anyone else { return [] }
    guard let scope = R.scope else { return [["session": []]] }
    return [["session": []], ["token": [.string(scope.rawValue)]]]
  }

  private mutating func form<E: Event>(_ type: E.Type) throws -> JSONValue {
    let (event, _) = try SchemaRecorder.describe(type)
    components.merge(event.components) { first, _ in first }
    let name = SchemaRecorder.name(of: type)
    components[name] = event.schema
    return ["event": .string(E.topic), "data": ["$ref": .string("#/components/schemas/\(name)")]]
  }

  private func problem(_ codes: [FaultCode]) -> JSONValue {
    [
      "description": .string(codes.map { "`\($0.code)`: \($0.message)" }.joined(separator: " ")),
      "x-codes": .array(codes.map { .string($0.code) }),
      "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
    ]
  }

  private func parameter(_ member: MessageDescription.Member, isInPath: Bool) -> JSONValue {
    var schema = member.schema
    // A value in a query is present or absent, never null.
    if case .array(let types)? = schema["type"], let first = types.first {
      schema = schema.setting("type", first)
    }
    if case .array(let choices)? = schema["anyOf"], let first = choices.first { schema = first }
    return [
      "name": .string(member.name), "in": isInPath ? "path" : "query",
      "required": .bool(isInPath || member.isRequired), "schema": schema,
    ]
  }

  private func idempotencyParameter<R: Request>(_ type: R.Type) -> JSONValue {
    let form: JSONValue =
      R.isUnlinkable
      ? ["type": "string", "format": "uuid"]
      : ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"]
    return [
      "name": "Idempotency-Key", "in": "header", "required": false,
      "description": "The same key twice has one effect and gets the first reply.", "schema": form,
    ]
  }

  private func objectSchema(_ members: [MessageDescription.Member]) -> JSONValue {
    var schema: JSONValue = [
      "type": "object", "properties": .object(members.map { JSONValue.Member($0.name, $0.schema) }),
    ]
    let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { schema = schema.setting("required", .array(required)) }
    return schema
  }

  private func content<R: Request>(of body: [MessageDescription.Member], _ type: R.Type) -> JSONValue {
    guard let document = R.documentMember, let member = body.first(where: { $0.name == document.name }) else {
      return ["application/json": ["schema": objectSchema(body)]]
    }
    return .object([JSONValue.Member(document.type.rawValue, ["schema": member.schema])])
  }

  private static let stateParameter: JSONValue = [
    "name": "If-None-Match", "in": "header", "required": false, "schema": ["type": "string"],
    "description": "The `ETag` of the state you have.",
  ]

  private func responses<R: Request>(
    _ type: R.Type, _ route: Route, _ replyName: String, _ valueFaults: [FaultCode], _ example: JSONValue
  ) -> JSONValue {
    var content: JSONValue = [
      "application/json": [
        "schema": ["$ref": .string("#/components/schemas/\(replyName)")], "example": example,
      ]
    ]
    var responses: JSONValue = [:]
    if let document = R.Reply.self as? any DocumentReply.Type {
      content = .object([JSONValue.Member(document.form.rawValue, ["schema": ["type": "string"]])])
      if R.stateMember != nil {
        responses = responses.setting("304", ["description": "You have this state already."])
      }
    }
    responses = responses.setting(
      "\(route.http.status)",
      route.http.status == 204 ? ["description": "Done."] : ["description": "Done.", "content": content])
    if R.Reply.self is any StatusReply.Type {
      responses = responses.setting("202", ["description": "Accepted, not done yet.", "content": content])
    }
    var problems = Dictionary(uniqueKeysWithValues: OpenAPIBuilder.faults(type, route, valueFaults))
    for refusal in EdgeRefusal.all where refusal.isForBodies == false || route.http.method.hasBody {
      problems[refusal.status, default: []].append(refusal.code)
    }
    for (status, codes) in problems.sorted(by: { $0.key < $1.key }) {
      responses = responses.setting("\(status)", problem(codes))
    }
    return responses
  }

  /// The declared faults, those of the value types, and those that any request may return.
  private static func faults<R: Request>(
    _ type: R.Type, _ route: Route, _ valueFaults: [FaultCode]
  ) -> [(Int, [FaultCode])] {
    var codes = R.faults + valueFaults
    if !route.queryMembers.isEmpty { codes.append(.tooLong) }
    if R.guessesSecrets || R.maxPerHour != nil { codes.append(.slowDown) }
    codes += [.wrongType, .serviceUnavailable, .busy, .draining, .deadlineExceeded, .internalError]
    if R.access != .anyone { codes += [.signInRequired, .scopeMissing] }
    if case .role = R.access { codes.append(.notAllowed) }
    if route.http.method.hasBody { codes += [.badJSON, .fieldMissing] }
    if R.documentMember != nil { codes += [.encodingBad, .textBad] }
    if R.repeats != .reads { codes.append(.storageFull) }
    if R.repeats == .stored { codes += [.keyReused, .idempotencyKeyBad] }
    if R.repeats == .secretReply { codes += [.keyReused, .alreadyDone, .idempotencyKeyBad] }
    var byStatus: [Int: [FaultCode]] = [:]
    for code in codes where byStatus[code.kind.httpStatus(code: code.code)]?.contains(code) != true {
      byStatus[code.kind.httpStatus(code: code.code), default: []].append(code)
    }
    return byStatus.sorted { $0.key < $1.key }
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

/// A rejection by the HTTP edge, before it looks at the operation. The edge sets the status itself, so the
/// kinds of these codes have no meaning.
private struct EdgeRefusal {
  let status: Int
  let code: FaultCode
  let isForBodies: Bool

  static let all = [
    EdgeRefusal(
      status: 400, code: FaultCode(.invalidArgument, "http.bad_request", "The request is not well-formed."),
      isForBodies: false),
    EdgeRefusal(
      status: 413, code: FaultCode(.invalidArgument, "http.too_large", "The body is too large."),
      isForBodies: true),
    EdgeRefusal(
      status: 415,
      code: FaultCode(
        .invalidArgument, "media_type_unsupported", "The body is in another form than the operation takes."),
      isForBodies: true),
  ]
}
