import GatewayClient
internal import JSON
package import Schema
package import Terminal

/// One run of a command about a site: the typed words, the connection, and the output of the reply.
package protocol SiteVisit: Sendable {
  var arguments: Arguments { get }
  var home: Home { get }
  /// The owner of the lists shown last (`ShownLists.owner`); nil if nobody is signed in.
  var listOwner: String? { get }
  func send<R: Request>(_ request: R) async throws -> R.Reply
}

// MARK: - Output

extension SiteVisit {
  package var wantsJSON: Bool { arguments.has("json") }

  /// Prints the reply as one line of JSON with `--json`, or else runs `text`.
  package func show(_ reply: some Encodable, _ text: () async throws -> Void) async throws {
    if wantsJSON {
      Output.say(json: String(decoding: try JSONCoding.encode(reply), as: UTF8.self))
    } else {
      try await text()
    }
  }

  /// Stores the ids of the shown rows, so that a person can type their numbers.
  package func number(_ kind: String, _ ids: [String]) {
    guard let listOwner else { return }
    do {
      var lists = try shownLists() ?? ShownLists(owner: listOwner)
      lists.show(ids, of: kind)
      try home.keep(lists)
    } catch { Output.note("row numbers could not be saved: \(error)") }
  }

  /// All ids stored under that name.
  package func ids<Object>(of kind: String) throws -> [ID<Object>] {
    try (shownLists()?.ids[kind] ?? []).compactMap { ID<Object>($0) }
  }

  /// The lists shown last; nil if another person saw them.
  private func shownLists() throws -> ShownLists? {
    guard let lists = try home.lists(), lists.owner == listOwner else { return nil }
    return lists
  }
}

// MARK: - Input

extension SiteVisit {
  /// The words joined to one text.
  package func text<Value: LimitedText>(_ field: String) throws -> Value {
    try Typed.value(arguments.words.joined(separator: " "), field)
  }

  /// The option as a text; nil if it is not given.
  package func option<Value: LimitedText>(_ name: String) throws -> Value? {
    try arguments.value(name).map { try Typed.value($0, name) }
  }

  /// The change that an option makes: no option keeps the value, `none` clears it.
  package func patch<Value>(_ option: String, _ read: (String) throws -> Value) throws -> Patch<Value> {
    guard let text = arguments.value(option) else { return .keep }
    return text == "none" ? .clear : .set(try read(text))
  }

  /// The option as a whole number; nil if it is not given.
  package func number(_ name: String) throws(UsageError) -> Int? {
    guard let text = arguments.value(name) else { return nil }
    guard let number = Int(text) else { throw UsageError("--\(name) \(text): enter a whole number") }
    return number
  }

  /// The option `--days`; nil if it is not given.
  package func days() throws -> DayCount? {
    try number("days").map { number throws(Fault) in
      guard let days = DayCount(number) else { throw Fault(.daysBad, field: "days") }
      return days
    }
  }

  /// The option as one of a few values; nil if it is not given.
  package func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(UsageError) -> Value? where Value.RawValue == String {
    guard let text = arguments.value(name) else { return nil }
    guard let value = Value(rawValue: text) else {
      throw UsageError("unknown value \"\(text)\" for --\(name)", choices: Value.allCases.map(\.rawValue))
    }
    return value
  }
}

/// Parsers for typed values.
package enum Typed {
  package static func value<Value: LimitedText>(_ text: String, _ field: String) throws(Fault) -> Value {
    do { return try Value(text) } catch { throw Fault(error.code, field: field) }
  }

  package static func value<Value: CheckedText>(_ text: String, _ field: String) throws(Fault) -> Value {
    guard let value = Value(text) else { throw Fault(Value.bad, field: field) }
    return value
  }

  /// Parses a dorm's id, typed in any case.
  package static func dorm(_ text: String, _ field: String = "dorm") throws(Fault) -> DormID {
    try value(Text.trim(text).lowercased(), field)
  }

  package static func room(_ words: [String]) throws -> RoomAddress {
    RoomAddress(dorm: try dorm(words[0]), number: try value(words[1], "number"))
  }
}

extension Option {
  package static let json = Option.flag("json", "Print the reply as one line of JSON")
}
