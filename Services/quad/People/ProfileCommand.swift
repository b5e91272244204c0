import Schema
import SiteCommands
import Terminal

/// `quad profile`: the profile that roommates see.
enum ProfileCommand: Command {
  static let name = "profile"
  static let summary = "Your profile and who can see it"
  static let verbs = [
    Verb.person("show", "", "Show your profile and who can see each field", run: show),
    Verb.person(
      "set", "FIELD=VALUE …", "Change fields; an empty value clears a field",
      choices: fields.map { "\($0)=" },
      run: set),
    Verb.person(
      "show-to", "FIELD \(audiences)", "Choose who can see a field",
      choices: hideable, run: showTo),
  ]
  static let notes = """
    FIELD is one of \(fields.joined(separator: ", ")). Separate
    languages by commas. A color, that of your initials, is one of
    \(colors.joined(separator: ", ")).
    Everyone sees your name and color; for each other field, you choose who sees it.
    """

  private static let hideable = [
    "pronouns", "concentration", "hometown", "phone", "languages", "allergies",
  ]
  private static let fields = ["first-name", "last-name", "zone", "color"] + hideable
  private static let colors = Auth.ProfileColor.allCases.map(\.rawValue)
  private static let audiences = Auth.Visibility.allCases.map(\.rawValue).joined(separator: "|")

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
      phone: try phone(changes["phone"]), languages: try languages(changes["languages"]),
      allergies: try patch(changes["allergies"], "allergies"), zone: try zone(changes["zone"]),
      color: try color(changes["color"]))
    let me = try await visit.send(request)
    try await visit.show(me) { say(me) }
  }

  private static func changes(_ words: [String]) throws(UsageError) -> [String: String] {
    guard !words.isEmpty else { throw UsageError("missing FIELD=VALUE") }
    var changes: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, fields.contains(String(parts[0])) else {
        throw UsageError("\"\(word)\" is not FIELD=VALUE")
      }
      guard changes.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
        throw UsageError("\(parts[0]) may be set only once")
      }
    }
    return changes
  }

  private static func patch<Value: LimitedText>(_ text: String?, _ field: String) throws(Fault) -> Patch<
    Value
  > {
    guard let text else { return .keep }
    return text.isEmpty ? .clear : .set(try Typed.value(text, field))
  }

  private static func phone(_ text: String?) throws(Fault) -> Patch<PhoneNumber> {
    guard let text else { return .keep }
    return text.isEmpty ? .clear : .set(try Typed.value(text, "phone"))
  }

  private static func zone(_ text: String?) throws(Fault) -> Patch<ZoneName> {
    guard let text else { return .keep }
    return text.isEmpty ? .clear : .set(try Typed.value(text, "zone"))
  }

  private static func color(_ text: String?) throws(UsageError) -> Patch<Auth.ProfileColor> {
    guard let text else { return .keep }
    if text.isEmpty { return .clear }
    guard let color = Auth.ProfileColor(rawValue: text.lowercased()) else {
      throw UsageError("unknown color \"\(text)\"", choices: colors)
    }
    return .set(color)
  }

  private static func languages(_ text: String?) throws -> Patch<Languages> {
    guard let text else { return .keep }
    guard !text.isEmpty else { return .clear }
    let all = try text.split(separator: ",", omittingEmptySubsequences: false).map { part throws(Fault) in
      try Typed.value(String(part), "languages") as ProfileText
    }
    guard let languages = Languages(all) else { throw Fault(.languagesBad, field: "languages") }
    return .set(languages)
  }

  @Sendable private static func showTo(_ visit: Visit) async throws {
    let words = try visit.arguments.exactly("FIELD", audiences)
    guard hideable.contains(words[0]) else {
      throw UsageError("unknown field \"\(words[0])\"", choices: hideable)
    }
    guard let to = Auth.Visibility(rawValue: words[1]) else {
      throw UsageError("\"\(words[1])\" is not one of \(audiences)")
    }
    func change(_ field: String) -> Auth.Visibility? { field == words[0] ? to : nil }
    let changes = Auth.VisibilityChange(
      pronouns: change("pronouns"), concentration: change("concentration"), hometown: change("hometown"),
      phone: change("phone"), languages: change("languages"), allergies: change("allergies"))
    let version = try await visit.send(Auth.Me()).version
    let me = try await visit.send(Auth.UpdateMe(version: version, visibleTo: changes))
    try await visit.show(me) { say(me) }
  }

  private static func say(_ me: Auth.OwnProfile) {
    let seen = me.visibleTo
    var table = Table([.left("FIELD"), .text("VALUE"), .left("VISIBLE TO")])
    func add(_ field: String, _ value: String?, _ seenBy: String) {
      table.add([StyledText(field), StyledText(value ?? ""), StyledText(value == nil ? "" : seenBy, .dim)])
    }
    func add(_ field: String, _ value: String?, _ to: Auth.Visibility) {
      let who =
        switch to {
        case .nobody: "nobody"
        case .room: "your roommates"
        case .campus: "everyone here"
        }
      add(field, value, who)
    }
    add("first-name", me.firstName, "everyone here")
    add("last-name", me.lastName, "everyone here")
    add("pronouns", me.pronouns, seen.pronouns)
    add("concentration", me.concentration, seen.concentration)
    add("hometown", me.hometown, seen.hometown)
    add("phone", me.phone, seen.phone)
    add("languages", me.languages?.all.map(\.text).joined(separator: ", "), seen.languages)
    add("allergies", me.allergies, seen.allergies)
    add("zone", me.zone?.text, "nobody")
    add("color", (me.color ?? .standard(of: me.id)).rawValue, "everyone here")
    add("email", me.email, "administrators")
    add("roles", me.roles.map(\.rawValue).joined(separator: ", "), "administrators")
    Output.say(table)
    if let erases = me.erases {
      Output.note(
        "This account will be deleted \(ShownTime.exact(erases)). To keep it, run: quad keep-account")
    }
  }
}
