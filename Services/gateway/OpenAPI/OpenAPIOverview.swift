import Bus
import Schema
import ServiceKit

extension OpenAPIBuilder {
  /// Adds the administrators' overview of the site.
  mutating func addOverview() {
    let responses: JSONValue = [
      "200": [
        "description": "The state and the numbers of now. Programs that did not answer are in `away`.",
        "content": ["application/json": ["schema": Self.overview]],
      ],
      "401": OpenAPIProblems.response(401, [.signInRequired]),
      "403": OpenAPIProblems.response(403, [.notAllowed, .scopeMissing]),
      "500": OpenAPIProblems.response(500, [.internalError]),
      "503": OpenAPIProblems.response(503, [.serviceUnavailable, .busy]),
    ]
    let operation: JSONValue = [
      "operationId": "gateway.site.overview", "tags": ["gateway"],
      "summary": "The state of the site and its numbers, from what each program reports.",
      "security": [["session": []], ["token": [.string(TokenScope.admin.rawValue)]]],
      "responses": responses,
    ]
    add("/v1/admin/overview", operation)
  }

  private static var overview: JSONValue {
    [
      "type": "object", "required": ["made", "programs", "away", "counts"],
      "properties": [
        "made": instant, "programs": ["type": "array", "items": program],
        "away": [
          "type": "array", "items": ["type": "string"],
          "description": "Programs that did not answer in time.",
        ],
        "disk": disk, "backup": backup, "counts": counts,
      ],
    ]
  }

  private static var instant: JSONValue { ["type": "string", "format": "date-time"] }

  private static var program: JSONValue {
    [
      "type": "object", "required": ["program", "state"],
      "properties": [
        "program": ["type": "string"],
        "state": [
          "type": "string", "enum": .array(SiteOverview.State.allCases.map { .string($0.rawValue) }),
          "description":
            "`degraded`: it rejects changes, because its disk is full or its database takes none.",
        ],
        "version": ["type": "string"], "started": instant,
        "behind": [
          "type": "integer", "description": "Events of other programs that it has not applied yet.",
        ],
        "deadLetters": ["type": "integer", "description": "Events that it gave up."],
      ],
    ]
  }

  private static var disk: JSONValue {
    [
      "type": "object", "required": ["freeBytes", "bytes", "isLow"],
      "description": "The fullest disk that holds data of the site.",
      "properties": [
        "freeBytes": ["type": "integer"], "bytes": ["type": "integer"],
        "isLow": ["type": "boolean", "description": "True if less than a tenth is free."],
      ],
    ]
  }

  private static var backup: JSONValue {
    [
      "type": "object", "required": ["isOld"],
      "description": "The last good backup, as of `GET /v1/admin/backup`.",
      "properties": ["last": instant, "isOld": ["type": "boolean"]],
    ]
  }

  private static var counts: JSONValue {
    [
      "type": "object", "description": "Counts by name, without those of programs that are away.",
      "properties": .object(
        Control.Count.allCases.map { JSONValue.Member($0.rawValue, ["type": "integer", "minimum": 0]) }),
    ]
  }
}
