import Schema
import Terminal

/// The settings of a site that may change while it runs.
enum AdminSite {
  private static func zone(_ visit: any SiteVisit) throws(Fault) -> ZoneName? {
    guard let text = visit.arguments.value("zone") else { return nil }
    guard let zone = ZoneName(text) else { throw Fault(.zoneUnknown, field: "zone") }
    return zone
  }

  /// The names of the settings on the command line.
  static let names = ["name", "zone", "language", "sign-up"]

  /// The settings named by `--reset`, which the operator's file decides again.
  private static func resets(_ visit: any SiteVisit) throws(UsageError) -> Set<String> {
    let named = (visit.arguments.value("reset") ?? "").split(separator: ",").map(String.init)
    for name in named where !names.contains(name) {
      throw UsageError("unknown value \"\(name)\" for --reset", choices: names)
    }
    return Set(named)
  }

  private static func patch<Value>(_ value: Value?, _ isReset: Bool) -> Patch<Value> {
    isReset ? .clear : value.map { .set($0) } ?? .keep
  }

  @Sendable static func showOrChange(_ visit: any SiteVisit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let domains: EmailDomains? = try visit.arguments.value("domains").map { text in
      let all = try text.split(separator: ",").map { part in
        guard let domain = EmailDomain(String(part)) else { throw Fault(EmailDomain.bad, field: "domains") }
        return domain
      }
      guard let domains = EmailDomains(all) else { throw Fault(EmailDomains.bad, field: "domains") }
      return domains
    }
    let resets = try resets(visit)
    let signUp: Auth.SignUpMode? = try visit.choice("sign-up") ?? domains.map { _ in .domains }
    let change = Auth.ChangeSite(
      name: patch(try visit.option("name"), resets.contains("name")),
      zone: patch(try zone(visit), resets.contains("zone")),
      language: patch(try visit.choice("language"), resets.contains("language")),
      signUp: patch(signUp, resets.contains("sign-up")), domains: domains)
    let isEmpty =
      change.name == .keep && change.zone == .keep && change.language == .keep && change.signUp == .keep
    let site = isEmpty ? try await visit.send(Auth.GetSite()) : try await visit.send(change)
    try await visit.show(site) {
      Output.say(
        Facts([
          ("Name", site.name), ("Sign-up", site.signUp.rawValue),
          ("Domains", site.domains.isEmpty ? nil : site.domains.joined(separator: ", ")),
          ("Time zone", site.zone?.text), ("Language", site.language?.rawValue),
          ("Email", site.sendsMail ? "yes" : "none"),
        ]))
      AdminPeople.warn(site)
    }
  }
}
