import Bus
import Schema
import ServiceKit

/// Problems, the form of every error.
enum OpenAPIProblems {
  static let schema: JSONValue = [
    "type": "object",
    "description": "Problem details of RFC 9457: the form of every error.",
    "properties": [
      "type": text("Always `about:blank`: `code` says which problem it is."),
      "title": text("The status in words."),
      "status": ["type": "integer", "description": "The HTTP status."],
      "detail": text("A sentence for people, in English."),
      "code": text("The stable code of the problem, for programs."),
      "errors": [
        "type": "array",
        "description": "The rejected members of the request, at most 32. `code` is the code of the first.",
        "items": [
          "type": "object",
          "properties": [
            "field": text("The path of the member: `title`, or `room.number`."),
            "code": text("The stable code of what is wrong with it."),
            "message": text("A sentence for people, in English."),
          ],
          "required": ["field", "code", "message"],
        ],
      ],
      "details": [
        "description":
          "Details in a form that the code defines: `changed_elsewhere` has the object as it is now."
      ],
      "processed": [
        "type": "string", "enum": ["no", "maybe", "yes"],
        "description": .string(
          "The effect of the request: none, unknown, or done. After `maybe`, send it again with the same "
            + "`Idempotency-Key`, or look first."),
      ],
      "service": text("The program that rejected the request."),
      "traceId": text("The id under which the site's logs have the request."),
    ],
    "required": ["type", "title", "status", "detail", "code"],
  ]

  static let retryAfter: JSONValue = [
    "description": "The number of seconds after which to try again.",
    "schema": ["type": "integer", "minimum": 1],
  ]

  static func response(_ status: Int, _ codes: [FaultCode]) -> JSONValue {
    var response: JSONValue = [
      "description": .string(codes.map { "`\($0.code)`: \($0.message)" }.joined(separator: " ")),
      "x-codes": .array(codes.map { .string($0.code) }),
      "content": content,
    ]
    if status == 429 || status == 503 {
      response = response.setting("headers", ["Retry-After": ["$ref": "#/components/headers/RetryAfter"]])
    }
    return response
  }

  /// The response for everything else, such as an error of a proxy in front of the site.
  static let other: JSONValue = ["description": "Any other error.", "content": content]

  private static let content: JSONValue = [
    "application/problem+json": ["schema": OpenAPIBuilder.reference("Problem")]
  ]

  private static func text(_ description: String) -> JSONValue {
    ["type": "string", "description": .string(description)]
  }
}

/// The responses of an operation.
enum OpenAPIResponses {
  static func of<R: Request>(
    _ type: R.Type, _ route: Route, _ replyName: String, _ valueFaults: [FaultCode], _ example: JSONValue
  ) -> JSONValue {
    var content: JSONValue = [
      "application/json": ["schema": OpenAPIBuilder.reference(replyName), "example": example]
    ]
    var responses: JSONValue = [:]
    if route.isTagged {
      responses = responses.setting("304", ["description": "You have this state already."])
    }
    if let document = R.Reply.self as? any DocumentReply.Type {
      content = .object([JSONValue.Member(document.form.rawValue, ["schema": ["type": "string"]])])
      if R.stateMember != nil {
        responses = responses.setting("304", ["description": "You have this state already."])
      }
    }
    if let file = route.file {
      content = .object(
        file.contentTypes.map { type in
          let form = type.hasPrefix("image/") ? "image/*" : type
          return JSONValue.Member(type, ["schema": ["type": "string", "contentMediaType": .string(form)]])
        })
      responses = responses.setting(
        "206", ["description": "The part asked for by `Range`.", "content": content])
      responses = responses.setting("304", ["description": "You have this file already."])
    }
    responses = responses.setting(
      "\(route.http.status)",
      route.http.status == 204 ? ["description": "Done."] : ["description": "Done.", "content": content])
    if R.Reply.self is any StatusReply.Type {
      responses = responses.setting("202", ["description": "Accepted, not done yet.", "content": content])
    }
    var problems = faults(type, route, valueFaults)
    for refusal in EdgeRefusal.all where refusal.isForBodies == false || route.http.method.hasBody {
      problems[refusal.status, default: []].append(refusal.code)
    }
    for (status, codes) in problems.sorted(by: { $0.key < $1.key }) {
      responses = responses.setting("\(status)", OpenAPIProblems.response(status, codes))
    }
    return responses.setting("default", OpenAPIProblems.other)
  }

  /// The declared faults, those of the value types, and those that any request may return, by status.
  private static func faults<R: Request>(
    _ type: R.Type, _ route: Route, _ valueFaults: [FaultCode]
  ) -> [Int: [FaultCode]] {
    var codes = R.faults + valueFaults + [.slowDown]
    if !route.queryMembers.isEmpty { codes.append(.tooLong) }
    codes += [.wrongType, .serviceUnavailable, .busy, .draining, .deadlineExceeded, .internalError]
    if R.access != .anyone { codes += [.signInRequired, .scopeMissing] }
    if case .role = R.access { codes.append(.notAllowed) }
    if route.http.method.hasBody, R.fileMember == nil { codes += [.badJSON, .fieldMissing] }
    if R.documentMember != nil { codes.append(.textBad) }
    if R.repeats != .reads { codes.append(.storageFull) }
    if R.repeats == .stored { codes += [.keyReused, .idempotencyKeyBad] }
    if R.repeats == .secretReply { codes += [.keyReused, .alreadyDone, .idempotencyKeyBad] }
    var byStatus: [Int: [FaultCode]] = [:]
    for code in codes where byStatus[code.kind.httpStatus(code: code.code)]?.contains(code) != true {
      byStatus[code.kind.httpStatus(code: code.code), default: []].append(code)
    }
    return byStatus
  }
}

/// A rejection by the HTTP edge, before it looks at the operation. The edge sets the status itself, so the
/// kinds of these codes have no meaning.
struct EdgeRefusal {
  let status: Int
  let code: FaultCode
  let isForBodies: Bool

  static let badRequest = EdgeRefusal(
    status: 400, code: FaultCode(.invalidArgument, "http.bad_request", "The request is not well-formed."),
    isForBodies: false)

  static let all = [
    badRequest,
    EdgeRefusal(
      status: 413, code: FaultCode(.invalidArgument, "http.too_large", "The body is too large."),
      isForBodies: true),
    EdgeRefusal(
      status: 415,
      code: FaultCode(
        .invalidArgument, "media_type_unsupported", "This operation doesn't accept this content type."),
      isForBodies: true),
  ]
}
