import Bus
import Schema
import Testing

/// A declared request, with a name to show.
struct Declared: Sendable, CustomTestStringConvertible {
  let request: any Request.Type
  var testDescription: String { request.subject }

  static let all = Catalogue.requests.map { Declared(request: $0) }
  static let routed = all.filter { $0.request.route != nil }

  var route: HTTPRoute? { request.route }

  func describe() throws -> MessageDescription { try Self.description(of: request) }

  private static func description<R: Request>(of type: R.Type) throws -> MessageDescription {
    try SchemaRecorder.describe(type).0
  }
}

extension Array where Element: Hashable {
  /// Those that stand more than once.
  fileprivate var repeated: [Element] { filter { element in count { $0 == element } > 1 } }
}

@Suite("A declaration is complete and clashes with no other")
struct DeclarationTests {
  private static let lowerCase = "abcdefghijklmnopqrstuvwxyz"

  /// `<program>.<noun>.<verb>`, each a word in camel case.
  private func isName(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3
      && parts.allSatisfy { part in
        part.first.map { Self.lowerCase.contains($0) } == true
          && part.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0 == "-") }
      }
  }

  @Test("subjects and topics are <program>.<noun>.<verb>")
  func names() {
    let programs = Set(Catalogue.rows.map(\.name.prefix))
    // Any program's stream may hold these.
    let common: Set<String> = ["alert.planned", "alert.cancelled", "alert.raised"]
    for name in Catalogue.requests.map({ $0.subject }) + Catalogue.events.map({ $0.topic })
    where !common.contains(name) {
      #expect(isName(name), "\(name)")
      #expect(programs.contains(String(name.prefix { $0 != "." })), "\(name) is of no program")
      #expect(name.utf8.count <= FrameLimit.subject, "\(name) is too long")
    }
  }

  @Test("no two messages share a subject, a topic or a route")
  func unique() {
    #expect((Catalogue.requests.map { $0.subject } + Catalogue.events.map { $0.topic }).repeated == [])
    let routes = Catalogue.requests.compactMap { $0.route }
    #expect(routes.map { "\($0.method) \($0.path)" }.repeated == [])
  }

  @Test("no path is two routes: where one has a member, no other of the same method has a word")
  func unambiguous() {
    let routes = Catalogue.requests.compactMap { $0.route }
    for (index, route) in routes.enumerated() {
      for other in routes[(index + 1)...] where other.method == route.method {
        guard route.segments.count == other.segments.count else { continue }
        let isDistinct = zip(route.segments, other.segments).contains {
          !$0.hasPrefix("{") && !$1.hasPrefix("{") && $0 != $1
        }
        #expect(isDistinct, "\(route.method) \(route.path) and \(other.path)")
      }
    }
  }

  @Test("every request and event describes itself", arguments: Form.all)
  func describes(form: Form) throws {
    for part in form.parts { _ = try part.describe() }
  }

  @Test("a version is two numbers", arguments: Form.all)
  func version(form: Form) {
    let parts = form.version.split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 2 && parts.allSatisfy { Int($0) != nil }, "\(form.version)")
  }

  @Test("a route stands under /v1 and its parts in braces are members", arguments: Declared.routed)
  func route(declared: Declared) throws {
    let route = try #require(declared.route)
    let members = try declared.describe().members
    #expect(route.path.hasPrefix("/v1/") && !route.path.hasSuffix("/") && !route.path.contains("//"))
    for name in route.pathMembers {
      let member = try #require(members.first { $0.name == name }, "no member \(name) for \(route.path)")
      #expect(member.isRequired, "\(name) is in the path and optional")
    }
    #expect(route.pathMembers.repeated == [])
    #expect([200, 201, 202, 204].contains(route.status))
  }

  @Test("what travels as text in a path or a query is a single value", arguments: Declared.routed)
  func texts(declared: Declared) throws {
    let route = try #require(declared.route)
    let members = try declared.describe().members
    for member in members where route.pathMembers.contains(member.name) || !route.method.hasBody {
      var type = member.schema["type"]
      if case .array(let types)? = type { type = types.first }
      if type == nil, case .array(let choices)? = member.schema["anyOf"] { type = choices.first?["type"] }
      #expect(type != nil && type != "object" && type != "array", "\(member.name): \(member.schema)")
    }
    #expect(route.method != .get || declared.request.repeats == .reads, "GET changes nothing")
  }

  @Test("every text that a person sends has a limit", arguments: Declared.routed)
  func limits(declared: Declared) throws {
    let description = try declared.describe()
    for schema in [description.schema] + description.components.values { expectLimits(schema) }
  }

  private func expectLimits(_ schema: JSONValue) {
    if case .array(let choices)? = schema["anyOf"] { choices.forEach(expectLimits) }
    if case .object(let members)? = schema["properties"] {
      for member in members { expectLimits(member.value) }
    }
    if let items = schema["items"] { expectLimits(items) }
    guard schema["type"] == "string" || schema["type"] == .array(["string", "null"]) else { return }
    let limits = ["maxLength", "enum", "pattern", "format"]
    #expect(limits.contains { schema[$0] != nil }, "a text without a limit: \(schema)")
  }

  @Test("a code means one thing everywhere")
  func codes() throws {
    var meanings: [String: FaultCode] = [:]
    for declared in Declared.all {
      for code in declared.request.faults + (try declared.describe().faults) {
        #expect(meanings[code.code] == nil || meanings[code.code] == code, "\(code.code)")
        meanings[code.code] = code
      }
    }
    for code in meanings.values {
      #expect(
        code.code.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (97...122).contains($0) }, "\(code.code)")
      #expect(code.message.hasSuffix("."), "\(code.code): \(code.message)")
    }
  }

  @Test(
    "a request has a summary, a deadline and a body limit within the message limit", arguments: Declared.all)
  func bounds(declared: Declared) {
    #expect(declared.request.summary.hasSuffix("."))
    // A body that the gateway puts in a file does not cross the bus, and may wait for its turn.
    let longest = Duration.seconds(declared.request.fileMember == nil ? 60 : 120)
    #expect(declared.request.deadline > .zero && declared.request.deadline <= longest)
    let limit = declared.request.fileMember == nil ? FrameLimit.message : 10_000_000
    #expect((1...limit).contains(declared.request.bodyLimit))
    #expect(declared.request.access != .programs || declared.request.route == nil, "programs have no route")
    #expect(declared.request.access != .programs || !declared.request.callers.isEmpty, "nobody may call it")
  }

  @Test("an unlinkable event says nothing to people")
  func unlinkable() throws {
    for type in Catalogue.events where type.isUnlinkable && type.audience != .programs {
      let form = try #require(Form.all.first { $0.name == type.topic })
      for part in form.parts { #expect(try part.describe().sample == Array("{}".utf8), "\(type.topic)") }
    }
    #expect(Catalogue.events.contains { $0.isUnlinkable })
  }
}

@Suite("A fault has one HTTP status")
struct StatusTests {
  private static let table: [(Fault.Kind, Int)] = [
    (.invalidArgument, 422), (.unauthenticated, 401), (.permissionDenied, 403), (.notFound, 404),
    (.alreadyExists, 409), (.failedPrecondition, 409), (.resourceExhausted, 429), (.unavailable, 503),
    (.deadlineExceeded, 504), (.cancelled, 503), (.unimplemented, 501), (.versionMismatch, 422),
    (.internal, 500), (.storageFull, 507), (.badUpstream, 502),
  ]

  @Test("fixed by its kind", arguments: table)
  func status(kind: Fault.Kind, status: Int) {
    #expect(kind.httpStatus(code: "any_code") == status)
  }

  @Test("a body that is no JSON is 400, and every kind has its row")
  func badJSON() {
    #expect(FaultCode.badJSON.kind.httpStatus(code: FaultCode.badJSON.code) == 400)
    #expect(Set(Self.table.map(\.0)) == Set(Fault.Kind.allCases))
  }
}
