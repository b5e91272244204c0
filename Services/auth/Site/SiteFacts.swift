import Calendar
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

    var setting: Auth.SiteSetting {
      switch self {
      case .name: .name
      case .zone: .zone
      case .language: .language
      case .signUp: .signUp
      }
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

  /// The facts as administrators see them.
  var values: Auth.SiteValues {
    Auth.SiteValues(
      name: name, zone: zone, language: language, signUp: signUp.mode, domains: signUp.domains)
  }

  private static func read<Value>(_ value: Value?, _ key: Key) throws -> Value {
    guard let value else { throw StoreError.column(detail: "site_setting holds no \(key.rawValue)") }
    return value
  }
}

/// The facts that a request stores or deletes, checked: each in the form of the environment's.
struct SiteChange: Sendable {
  let texts: [SiteFacts.Key: Patch<String>]

  init(_ request: Auth.ChangeSite) throws {
    if case .set(let zone) = request.zone {
      do { _ = try Zone.named(zone) } catch { throw Fault(error.code, field: "zone") }
    }
    let signUp: Patch<String> =
      switch request.signUp {
      case .keep: .keep
      case .clear: .clear
      case .set(let mode): .set(try SignUpRule(mode, request.domains).text)
      }
    texts = [
      .name: request.name.map(\.text), .zone: request.zone.map(\.text),
      .language: request.language.map(\.rawValue), .signUp: signUp,
    ]
  }
}

extension SignUpRule {
  init(_ mode: Auth.SignUpMode, _ domains: EmailDomains?) throws(Fault) {
    switch mode {
    case .open: self = .open
    case .invite: self = .invite
    case .off: self = .off
    case .domains:
      guard let domains else { throw Fault(.fieldMissing, field: "domains") }
      self = .domains(domains.all.map(\.text))
    }
  }
}

extension AuthService {
  func getSite(_ request: Auth.GetSite, _ call: Call) async throws -> Auth.SiteInfo {
    let (first, sendsMail, apps, isDemo) = (settings.site, sendsMail, apps, isDemo)
    return try await call.read { try $0.siteInfo(over: first, sendsMail: sendsMail, apps, isDemo: isDemo) }
  }

  func getSettings(_ request: Auth.GetSettings, _ call: Call) async throws -> Auth.SiteSettings {
    let (first, sendsMail) = (settings.site, sendsMail)
    return try await call.read { db in
      Auth.SiteSettings(
        now: try db.site(over: first).values, file: first.values,
        stored: try db.storedFacts().map(\.0.setting), sendsMail: sendsMail)
    }
  }

  func changeSite(_ request: Auth.ChangeSite, _ call: Call) async throws -> EncodedReply<Auth.SiteInfo> {
    let change = try SiteChange(request)
    let (first, sendsMail, apps, isDemo) = (settings.site, sendsMail, apps, isDemo)
    return try await call.write { db in
      try db.store(change, by: call.identity?.person, call)
      return try db.siteInfo(over: first, sendsMail: sendsMail, apps, isDemo: isDemo)
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

  fileprivate func siteInfo(
    over first: SiteFacts, sendsMail: Bool, _ apps: SiteApps, isDemo: Bool
  ) throws -> Auth.SiteInfo {
    let site = try site(over: first)
    return Auth.SiteInfo(
      name: site.name, zone: site.zone, language: site.language, signUp: site.signUp.mode,
      domains: site.signUp.domains, sendsMail: sendsMail, needsSetup: try setupCode() != nil,
      apps: apps.sorted, isDemo: isDemo)
  }

  /// Stores or deletes the given facts and publishes what is stored, unless nothing is new.
  ///
  /// - Parameter person: The administrator; nil for the operator on the command line.
  func store(_ change: SiteChange, by person: PersonID?, _ call: Call) throws {
    let before = Dictionary(try storedFacts()) { _, last in last }
    let new = change.texts.filter { $0.value.applied(to: before[$0.key]) != before[$0.key] }
    guard !new.isEmpty else { return }
    for (key, patch) in new {
      guard case .set(let text) = patch else {
        try run("DELETE FROM site_setting WHERE key = ?", key.rawValue)
        continue
      }
      try run(
        """
        INSERT INTO site_setting(key, value) VALUES (?, ?)
        ON CONFLICT(key) DO UPDATE SET value = excluded.value
        """,
        key.rawValue, text)
    }
    let changes = new.map { "\($0.key.rawValue) \($0.value.applied(to: nil) ?? "as in the file")" }.sorted()
    try audit(.siteChanged, of: "site", changes.joined(separator: ", "), by: person, call)
    // Without a stored fact, other programs go back to what their file says.
    let stored = try storedSite() ?? Auth.SiteChanged(name: nil, zone: nil, language: nil)
    try publish(stored, to: .everyone, call)
  }

  /// The stored facts as other programs learn them; nil if there are none.
  func storedSite() throws -> Auth.SiteChanged? {
    let stored = Dictionary(try storedFacts()) { _, last in last }
    guard !stored.isEmpty else { return nil }
    return Auth.SiteChanged(
      name: stored[.name].map { SiteName(checked: $0) }, zone: stored[.zone].map { ZoneName(checked: $0) },
      language: stored[.language].flatMap { Alerts.Language(rawValue: $0) })
  }

  fileprivate func storedFacts() throws -> [(SiteFacts.Key, String)] {
    let rows = try all("SELECT key, value FROM site_setting ORDER BY key LIMIT 100") { row in
      (SiteFacts.Key(rawValue: try row.text("key")), try row.text("value"))
    }
    return rows.compactMap { row in row.0.map { ($0, row.1) } }
  }
}
