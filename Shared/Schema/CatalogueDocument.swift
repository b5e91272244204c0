/// The catalogue as JSON: sections of rows, one line each, so that a change of a row is a change of a line
/// and `sed` can read the programs.
package struct CatalogueDocument: Sendable {
  package let sections: [(name: String, rows: [JSONValue])]

  /// - Throws: an error of a message's own `init(from:)` for its sample, which is a bug in the message.
  package init() throws {
    let requests = try Catalogue.requests.map { ($0, try CatalogueDocument.description(of: $0)) }
    sections = [
      ("programs", Catalogue.rows.map(CatalogueDocument.row)),
      ("apps", App.allCases.map(CatalogueDocument.row)),
      ("topics", Catalogue.events.map(CatalogueDocument.row)),
      ("scopes", TokenScope.allCases.map { .string($0.rawValue) }),
      ("settings", Setting.all.map(CatalogueDocument.row)),
      ("launch", Launch.rows.map(CatalogueDocument.row)),
      ("launchTimes", CatalogueDocument.launchTimes),
      ("limits", CatalogueDocument.limits),
      ("alertTexts", Alerts.TextKey.allCases.map(CatalogueDocument.row)),
      ("alertReasons", Alerts.ReasonKey.allCases.map { .string($0.rawValue) }),
      ("requests", requests.map(CatalogueDocument.row)),
      ("faults", CatalogueDocument.faults(requests.map { $0.0.faults + $0.1.faults })),
    ]
  }

  private static func row(_ program: CatalogueRow) -> JSONValue {
    var row: JSONValue = [
      "name": .string(program.name.text), "hasStore": .bool(program.hasStore),
      "summary": .string(program.summary),
    ]
    if program.name.prefix != program.name.text {
      row = row.setting("prefix", .string(program.name.prefix))
    }
    if let app = program.app { row = row.setting("neededBy", .string(app.rawValue)) }
    return program.name == Catalogue.edge ? row.setting("readyPath", .string(Catalogue.readyPath)) : row
  }

  private static func row(_ app: App) -> JSONValue {
    [
      "name": .string(app.rawValue),
      "programs": .array(app.programs.map { .string($0.text) }),
    ]
  }

  private static func row(_ row: Launch.Row) -> JSONValue {
    [
      "kind": .string(row.kind.rawValue), "setting": .string(row.setting), "value": .string(row.value),
      "isDefault": .bool(row.isDefault),
    ]
  }

  private static func row(_ event: any Event.Type) -> JSONValue {
    ["topic": .string(event.topic), "audience": .string(event.audience.rawValue)]
  }

  private static func row(_ text: Alerts.TextKey) -> JSONValue {
    [
      "key": .string(text.rawValue), "values": .array(text.values.map(JSONValue.string)),
      "inInbox": .bool(text.isInInbox),
    ]
  }

  private static func row(_ setting: Setting) -> JSONValue {
    let readers =
      switch setting.readers {
      case .everyProgram: ["*"]
      case .programs(let programs): programs.map(\.text)
      case .commandLine: ["quad"]
      case .launchers(let launchers): launchers.map(\.rawValue)
      }
    return [
      "name": .string(setting.name), "readers": .array(readers.map(JSONValue.string)),
      "summary": .string(setting.summary), "fallback": .string(setting.fallback),
      "files": .array(setting.files.map { .string($0.rawValue) }),
    ]
  }

  private static func row(_ request: any Request.Type, _ description: MessageDescription) -> JSONValue {
    var row: JSONValue = [
      "subject": .string(request.subject), "access": .string(request.access.text),
      "callers": .array(request.callers.map { .string($0.text) }),
      "scope": request.scope.map { .string($0.rawValue) } ?? .null,
      "deadlineMs": .int(request.deadline.milliseconds), "bodyLimit": .int(Int64(request.bodyLimit)),
    ]
    if let route = request.route {
      row = row.setting("route", .string("\(route.method.rawValue) \(route.path)"))
    }
    if let limit = request.maxPerHour { row = row.setting("maxPerHour", .int(Int64(limit))) }
    let members = description.members.compactMap { member in
      limits(of: member.schema).map { JSONValue.Member(member.name, $0) }
    }
    return members.isEmpty ? row : row.setting("members", .object(members))
  }

  /// The limits of a member; nil if its schema states none.
  private static func limits(of schema: JSONValue) -> JSONValue? {
    let names = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"]
    var found = names.compactMap { name in schema[name].map { JSONValue.Member(name, $0) } }
    // An optional member has a choice of null and its own form.
    if found.isEmpty, case .array(let choices)? = schema["anyOf"] {
      return choices.lazy.compactMap(limits).first
    }
    found.removeAll { $0.value == .null }
    return found.isEmpty ? nil : .object(found)
  }

  /// Limits that hold for every message, and limits that people meet.
  private static let limits: [JSONValue] = [
    ["name": "audience", "max": .int(Int64(Audience.maxPeople))],
    ["name": "armedAlerts", "max": .int(Int64(Notifier.Slots.maxArmed))],
    ["name": "pinnedAlerts", "max": .int(Int64(Notifier.Slots.maxPinned))],
  ]

  private static let launchTimes: [JSONValue] = [
    ["name": "ready", "seconds": .int(Launch.maxReady.components.seconds)],
    ["name": "stop", "seconds": .int(Launch.maxStop.components.seconds)],
  ]

  private static func faults(_ declared: [[FaultCode]]) -> [JSONValue] {
    var codes: [String: FaultCode] = [:]
    for code in FaultCode.anyRequest + declared.flatMap({ $0 }) { codes[code.code] = code }
    return codes.values.sorted { $0.code < $1.code }.map { code in
      [
        "code": .string(code.code), "kind": .string(code.kind.rawValue),
        "status": .int(Int64(code.kind.httpStatus(code: code.code))),
      ]
    }
  }

  private static func description<R: Request>(of type: R.Type) throws -> MessageDescription {
    try SchemaRecorder.describe(type).0
  }
}

extension Access {
  fileprivate var text: String {
    switch self {
    case .anyone: "anyone"
    case .signedIn: "signedIn"
    case .role(let role): role.rawValue
    case .programs: "programs"
    }
  }
}
