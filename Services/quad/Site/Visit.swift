import Bus
import FoundationEssentials
import GatewayClient
import Schema

/// One command of a person at a site: what was typed, who asks, and how the answer is shown.
struct Visit: Sendable {
  let arguments: Arguments
  let home: Home
  let site: SiteAddress
  /// Nil where nobody is signed in.
  let token: String?
  /// Who that is, if it is the session that was kept.
  let session: SiteSession?
  let client: SiteClient
  /// The operator's way, in place of a session; nil for everybody else.
  let bus: Node?

  /// - Parameters:
  ///   - site: the one named on the command line; else `QUAD_SITE`, the session's, this machine's.
  ///   - bus: what is asked goes there, with the key that it has.
  init(
    _ arguments: Arguments, site: SiteAddress? = nil, bus: Node? = nil,
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    self.arguments = arguments
    self.bus = bus
    home = try Home(environment)
    let kept = try home.session()
    self.site = try site ?? Visit.site(environment, kept)
    // A token is shown to the site that made it, to nobody else.
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

  /// Sends a request as the person who is signed in, or as the operator.
  func send<R: Request>(_ request: R) async throws -> R.Reply {
    if let bus { return try await BusSender(bus: bus).send(request) }
    if R.access != .anyone, token == nil { throw Failure.signInFirst }
    return try await HTTPSender(client: client).send(request)
  }

  /// Before anything is asked of somebody whom the site would refuse.
  func needSession() throws(Failure) {
    if token == nil { throw .signInFirst }
  }

  /// The person behind the token.
  func person() async throws -> PersonID {
    if let session, session.token == token { return session.person }
    return try await send(Auth.Me()).id
  }

  // MARK: - What is shown

  var wantsJSON: Bool { arguments.has("json") }

  /// The reply as one line of JSON if that was asked for, else whatever `text` says.
  func show(
    _ reply: some Encodable, _ text: () async throws -> Void
  ) async throws {
    if wantsJSON {
      Output.say(json: String(decoding: try JSONCoding.encode(reply), as: UTF8.self))
    } else {
      try await text()
    }
  }

  /// Keeps the ids of the rows that are shown, so that their numbers can be typed.
  func number(_ kind: String, _ ids: [String]) {
    guard let owner else { return }
    do {
      var lists = try shownLists() ?? ShownLists(owner: owner)
      lists.show(ids, of: kind)
      try home.keep(lists)
    } catch { Output.tell("the numbers of the rows cannot be used: \(error)") }
  }

  /// The id behind a row's number, or a part of an id.
  func id<Object>(_ word: String, of kind: String) throws -> ID<Object> {
    try ShownLists.id(word, in: try shownLists()?.ids[kind] ?? [], what: kind)
  }

  /// All that were shown, or kept, under that name.
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

  /// Nil where they were somebody else's.
  private func shownLists() throws -> ShownLists? {
    guard let lists = try home.lists(), lists.owner == owner else { return nil }
    return lists
  }

  // MARK: - What was typed

  /// The words as one text.
  func text<Value: LimitedText>(_ field: String) throws -> Value {
    try Visit.value(arguments.words.joined(separator: " "), field)
  }

  /// The option as a text; nil where it is not given.
  func option<Value: LimitedText>(_ name: String) throws -> Value? {
    try arguments.value(name).map { try Visit.value($0, name) }
  }

  /// What an option changes: not given keeps, `none` clears.
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

  /// Typed in any case.
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
  /// A verb of a person, at the site where they are signed in. Each can answer in JSON.
  static func person(
    _ name: String, _ takes: String = "", _ summary: String, options: [Option] = [], choices: [String] = [],
    run: @escaping @Sendable (Visit) async throws -> Void
  ) -> Verb {
    Verb(name, takes, summary, options: options + [.json], choices: choices) { arguments in
      try await run(try Visit(arguments))
    }
  }

  /// A verb of an administrator: as the person who is signed in, or with `--operator` on the site's own
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
