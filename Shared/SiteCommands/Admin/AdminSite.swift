import Schema
import Terminal

/// The settings of a site that may change while it runs.
enum AdminSite {
  private static func zone(_ visit: any SiteVisit) throws(Fault) -> ZoneName? {
    guard let text = visit.arguments.value("zone") else { return nil }
    guard let zone = ZoneName(text) else { throw Fault(.zoneUnknown, field: "zone") }
    return zone
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
    let change = Auth.ChangeSite(
      name: try visit.option("name"), zone: try zone(visit), language: try visit.choice("language"),
      signUp: try visit.choice("sign-up") ?? domains.map { _ in .domains }, domains: domains)
    let isEmpty = change.name == nil && change.zone == nil && change.language == nil && change.signUp == nil
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
