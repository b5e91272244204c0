import Bus
import FoundationEssentials
import GatewayClient
import Schema

/// One command of a person at a site: the typed words, the sender, and the output of the reply.
struct Visit: Sendable {
  let arguments: Arguments
  let home: Home
  let site: SiteAddress
  /// The bearer token; nil if nobody is signed in.
  let token: String?
  /// The stored session, if the token is its own.
  let session: SiteSession?
  let client: SiteClient
  /// The operator's bus node, used in place of a session; nil for people.
  let bus: Node?

  /// - Parameters:
  ///   - site: the one named on the command line; else that of `QUAD_SITE`, of the session, or of this
  ///     machine.
  ///   - bus: the node that sends the requests, with its own key.
  init(
    _ arguments: Arguments, site: SiteAddress? = nil, bus: Node? = nil,
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    self.arguments = arguments
    self.bus = bus
    home = try Home(environment)
    let kept = try home.session()
    self.site = try site ?? Visit.site(environment, kept)
    // A token is sent only to the site that issued it.
    session = kept?.site == self.site.text ? kept : nil
    token = environment["QUAD_TOKEN"].flatMap { $0.isEmpty ? nil : $0 } ?? session?.token
    client = try SiteClient(base: self.site.text, token: token)
  }

  private static func site(_ environment: [String: String], _ kept: SiteSession?) throws -> SiteAddress {
    if let text = environment["QUAD_SITE"], !text.isEmpty {
      do { return try SiteAddress(text) } catch {
        throw EnvironmentError(problem: "QUAD_SITE: \(error.problem)")
      }
    }
    guard let kept else { return .standard }
    do { return try SiteAddress(kept.site) } catch {
      throw Failure("the kept session cannot be used: \(error.problem)")
    }
  }

  /// Sends a request as the signed-in person, or as the operator.
  func send<R: Request>(_ request: R) async throws -> R.Reply {
    if let bus { return try await BusSender(bus: bus).send(request) }
    if R.access != .anyone, token == nil { throw Failure.signInFirst }
    return try await HTTPSender(client: client).send(request)
  }

  /// Checks for a session before a command asks questions whose answers the site would reject.
  func needSession() throws(Failure) {
    if token == nil { throw .signInFirst }
  }

  /// The person of the token.
  func person() async throws -> PersonID {
    if let session, session.token == token { return session.person }
    return try await send(Auth.Me()).id
  }

  // MARK: - Output

  var wantsJSON: Bool { arguments.has("json") }

  /// Prints the reply as one line of JSON with `--json`, or else runs `text`.
  func show(
    _ reply: some Encodable, _ text: () async throws -> Void
  ) async throws {
    if wantsJSON {
      Output.say(json: String(decoding: try JSONCoding.encode(reply), as: UTF8.self))
    } else {
      try await text()
    }
  }

  /// Stores the ids of the shown rows, so that a person can type their numbers.
  func number(_ kind: String, _ ids: [String]) {
    guard let owner else { return }
    do {
      var lists = try shownLists() ?? ShownLists(owner: owner)
      lists.show(ids, of: kind)
      try home.keep(lists)
    } catch { Output.note("the numbers of the rows cannot be used: \(error)") }
  }

  /// The id for a row number or a part of an id.
  func id<Object>(_ word: String, of kind: String) throws -> ID<Object> {
    try ShownLists.id(word, in: try shownLists()?.ids[kind] ?? [], what: kind)
  }

  /// All ids stored under that name.
  func ids<Object>(of kind: String) throws -> [ID<Object>] {
    try (shownLists()?.ids[kind] ?? []).compactMap { ID<Object>($0) }
  }

  private var owner: String? {
    if bus != nil {
      let run = ProcessInfo.processInfo.environment["QUAD_RUN"] ?? ""
      return ShownLists.owner(site: "operator at \(run)", token: "")
    }
    return token.map { ShownLists.owner(site: site.text, token: $0) }
  }

  /// The lists shown last; nil if another person saw them.
  private func shownLists() throws -> ShownLists? {
    guard let lists = try home.lists(), lists.owner == owner else { return nil }
    return lists
  }

  // MARK: - Input

  /// The words joined to one text.
  func text<Value: LimitedText>(_ field: String) throws -> Value {
    try Visit.value(arguments.words.joined(separator: " "), field)
  }

  /// The option as a text; nil if it is not given.
  func option<Value: LimitedText>(_ name: String) throws -> Value? {
    try arguments.value(name).map { try Visit.value($0, name) }
  }

  /// The change that an option makes: no option keeps the value, `none` clears it.
  func patch<Value>(_ option: String, _ read: (String) throws -> Value) throws -> Patch<Value> {
    guard let text = arguments.value(option) else { return .keep }
    return text == "none" ? .clear : .set(try read(text))
  }

  static func value<Value: LimitedText>(_ text: String, _ field: String) throws(Fault) -> Value {
    do { return try Value(text) } catch { throw Fault(error.code, field: field) }
  }

  static func value<Value: CheckedText>(_ text: String, _ field: String) throws(Fault) -> Value {
    guard let value = Value(text) else { throw Fault(Value.bad, field: field) }
    return value
  }

  /// Parses a dorm's id, typed in any case.
  static func dorm(_ text: String, _ field: String = "dorm") throws(Fault) -> DormID {
    try value(Text.trim(text).lowercased(), field)
  }

  static func room(_ words: [String]) throws -> RoomAddress {
    RoomAddress(dorm: try dorm(words[0]), number: try value(words[1], "number"))
  }
}

extension Option {
  static let json = Option.flag("json", "the site's reply as one line of JSON")
}

extension Verb {
  /// A verb of a person at the site of their session. It can print JSON.
  static func person(
    _ name: String, _ takes: String = "", _ summary: String, options: [Option] = [], choices: [String] = [],
    run: @escaping @Sendable (Visit) async throws -> Void
  ) -> Verb {
    Verb(name, takes, summary, options: options + [.json], choices: choices) { arguments in
      try await run(try Visit(arguments))
    }
  }

  /// A verb of an administrator. It runs as the signed-in person, or with `--operator` on the site's own
  /// machine, which is how a new site gets its first administrator.
  static func admin(
    _ name: String, _ takes: String = "", _ summary: String, options: [Option] = [], choices: [String] = [],
    run: @escaping @Sendable (Visit) async throws -> Void
  ) -> Verb {
    let byOperator = Option.flag("operator", "over the bus, with the operator's key (QUAD_KEYS, QUAD_RUN)")
    return Verb(
      name, takes, summary, options: options + [byOperator, .json], choices: choices
    ) { arguments in
      guard arguments.has("operator") else { return try await run(try Visit(arguments)) }
      try await BusSettings().with(key: .operator) { try await run(try Visit(arguments, bus: $0)) }
    }
  }
}
