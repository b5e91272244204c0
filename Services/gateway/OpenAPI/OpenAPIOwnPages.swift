import Bus
import Schema
import ServiceKit

/// The gateway's own operations: the live stream, the export and the overview.
extension OpenAPIBuilder {
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
      "401": OpenAPIProblems.response(401, [.signInRequired]),
      "429": OpenAPIProblems.response(429, [.tooManyStreams]),
      "503": OpenAPIProblems.response(503, [.serviceUnavailable]),
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
          "name": "after", "in": "query", "required": false, "schema": ["type": "string"],
          "description": .string(
            "The same for a reader that can't send headers; several ids are separated by commas. Each reply "
              + "to a signed-in GET has such an id in its header `\(LiveStream.newestHeader)`: a stream "
              + "opened after it misses nothing."),
        ],
        [
          "name": "named", "in": "query", "required": false,
          "schema": ["type": "string", "enum": ["yes", "no"]],
          "description": .string(
            "`no` leaves `event` out; `data` is then `{\"topic\": …, \"data\": …}`, for readers such as a "
              + "browser's EventSource, which hear only events whose names they know beforehand. An id "
              + "without an event is then the event `position`."),
        ],
      ],
      "responses": responses,
    ]
    add("/v1/stream", operation)
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
          ],
          "application/zip": ["schema": ["type": "string", "format": "binary"]],
        ],
      ],
      "400": OpenAPIProblems.response(400, [EdgeRefusal.badRequest.code]),
      "401": OpenAPIProblems.response(401, [.signInRequired]),
      "403": OpenAPIProblems.response(403, [.scopeMissing]),
      "422": OpenAPIProblems.response(422, [.valueUnknown]),
      "429": OpenAPIProblems.response(429, [.exportTooLarge]),
      "500": OpenAPIProblems.response(500, [.internalError]),
      "503": OpenAPIProblems.response(503, [.serviceUnavailable, .busy]),
    ]
    let operation: JSONValue = [
      "operationId": "gateway.person.export", "tags": ["gateway"],
      "summary": "Everything this site holds on you, as one document.", "security": [["session": []]],
      "parameters": [
        [
          "name": "pictures", "in": "query", "required": false, "schema": ["type": "boolean"],
          "description": .string(
            "`true` returns a ZIP archive: the document as `\(PersonExport.documentName)`, and the files of "
              + "your pictures in the folder `pictures`, named after their `object`."),
        ]
      ],
      "responses": responses,
    ]
    add("/v1/me/export", operation)
  }
}
