import Schema

/// `quad profile`: what your room-mates see of you.
enum ProfileCommand: Command {
  static let name = "profile"
  static let summary = "your profile"
  static let verbs = [
    Verb.person("show", "", "your profile", run: show),
    Verb.person(
      "set", "FIELD=VALUE …", "change fields; an empty value clears one", choices: fields.map { "\($0)=" },
      run: set),
  ]
  static let notes = "FIELD is one of \(fields.joined(separator: ", "))."

  private static let fields = [
    "first-name", "last-name", "pronouns", "concentration", "hometown", "phone",
  ]

  @Sendable private static func show(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let me = try await visit.send(Auth.Me())
    try await visit.show(me) { say(me) }
  }

  @Sendable private static func set(_ visit: Visit) async throws {
    let changes = try changes(visit.arguments.words)
    let version = try await visit.send(Auth.Me()).version
    let request = Auth.UpdateMe(
      version: version, firstName: try patch(changes["first-name"], "firstName"),
      lastName: try patch(changes["last-name"], "lastName"),
      pronouns: try patch(changes["pronouns"], "pronouns"),
      concentration: try patch(changes["concentration"], "concentration"),
      hometown: try patch(changes["hometown"], "hometown"),
      phone: try phone(changes["phone"]))
    let me = try await visit.send(request)
    try await visit.show(me) { say(me) }
  }

  private static func changes(_ words: [String]) throws(UsageError) -> [String: String] {
    guard !words.isEmpty else { throw UsageError("FIELD=VALUE is missing: \(notes)") }
    var changes: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, fields.contains(String(parts[0])) else {
        throw UsageError("\(word) is no FIELD=VALUE. \(notes)")
      }
      guard changes.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
        throw UsageError("\(parts[0]) is given twice")
      }
    }
    return changes
  }

  private static func patch<Value: LimitedText>(_ text: String?, _ field: String) throws(Fault) -> Patch<
    Value
  > {
    guard let text else { return .keep }
    return text.isEmpty ? .clear : .set(try Visit.value(text, field))
  }

  private static func phone(_ text: String?) throws(Fault) -> Patch<PhoneNumber> {
    guard let text else { return .keep }
    return text.isEmpty ? .clear : .set(try Visit.value(text, "phone"))
  }

  private static func say(_ me: Auth.OwnProfile) {
    Output.say(
      Facts([
        ("Name", "\(me.firstName) \(me.lastName)"), ("E-mail", me.email), ("Pronouns", me.pronouns),
        ("Concentration", me.concentration), ("Hometown", me.hometown), ("Phone", me.phone),
        ("Roles", me.roles.map(\.rawValue).joined(separator: ", ")),
      ]))
  }
}
