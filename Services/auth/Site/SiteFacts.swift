import Schema
import ServiceKit
import Store

/// The name of a site and how it greets people. Each fact has a first value from the environment, which
/// counts until one is stored.
struct SiteFacts: Sendable {
  var name: String
  /// The zone of people who have set none.
  var zone: ZoneName
  /// The language of mails.
  var language: Alerts.Language
  var signUp: SignUpRule

  /// The keys under which facts are stored; the values are in the form of the environment's.
  enum Key: String, CaseIterable, Sendable {
    case name, zone, language
    case signUp = "sign_up"
  }

  func text(_ key: Key) -> String {
    switch key {
    case .name: name
    case .zone: zone.text
    case .language: language.rawValue
    case .signUp: signUp.text
    }
  }

  fileprivate mutating func set(_ key: Key, _ text: String) throws {
    switch key {
    case .name: name = text
    case .zone: zone = ZoneName(checked: text)
    case .language: language = try SiteFacts.read(Alerts.Language(rawValue: text), key)
    case .signUp: signUp = try SiteFacts.read(SignUpRule(text), key)
    }
  }

  private static func read<Value>(_ value: Value?, _ key: Key) throws -> Value {
    guard let value else { throw StoreError.column(detail: "site_setting holds no \(key.rawValue)") }
    return value
  }
}

extension AuthService {
  func getSite(_ request: Auth.GetSite, _ call: Call) async throws -> Auth.SiteInfo {
    let (first, sendsMail) = (settings.site, sendsMail)
    return try await call.read { db in
      let site = try db.site(over: first)
      return Auth.SiteInfo(
        name: site.name, zone: site.zone, language: site.language, signUp: site.signUp.mode,
        domains: site.signUp.domains, sendsMail: sendsMail, needsSetup: try db.setupCode() != nil)
    }
  }

  /// The facts that count now.
  func site(_ call: Call) async throws -> SiteFacts {
    let first = settings.site
    return try await call.read { try $0.site(over: first) }
  }
}

extension Database {
  /// The stored facts, and the first values of those that are not stored.
  func site(over first: SiteFacts) throws -> SiteFacts {
    var site = first
    for (key, value) in try storedFacts() { try site.set(key, value) }
    return site
  }

  /// Stores all facts and publishes them.
  func store(_ site: SiteFacts, _ call: Call) throws {
    for key in SiteFacts.Key.allCases {
      try run(
        """
        INSERT INTO site_setting(key, value) VALUES (?, ?)
        ON CONFLICT(key) DO UPDATE SET value = excluded.value
        """,
        key.rawValue, site.text(key))
    }
    if let stored = try storedSite() { try publish(stored, to: .everyone, call) }
  }

  /// The stored facts as other programs learn them; nil if there are none.
  func storedSite() throws -> Auth.SiteChanged? {
    let stored = Dictionary(try storedFacts()) { _, last in last }
    guard !stored.isEmpty else { return nil }
    return Auth.SiteChanged(
      name: stored[.name].map { SiteName(checked: $0) }, zone: stored[.zone].map { ZoneName(checked: $0) },
      language: stored[.language].flatMap { Alerts.Language(rawValue: $0) })
  }

  private func storedFacts() throws -> [(SiteFacts.Key, String)] {
    let rows = try all("SELECT key, value FROM site_setting ORDER BY key LIMIT 100") { row in
      (SiteFacts.Key(rawValue: try row.text("key")), try row.text("value"))
    }
    return rows.compactMap { row in row.0.map { ($0, row.1) } }
  }
}
