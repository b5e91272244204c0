/// A setting of the environment: its name, its readers, what counts without it, and its purpose. The page
/// `compose/settings.md` is this table; `Tests/Interop/test_settings.py` and `test_owed.py` compare it with
/// everything that reads a setting.
package struct Setting: Sendable {
  package enum Readers: Sendable {
    case everyProgram
    case programs([ProgramName])
    /// The command line of a person or an operator.
    case commandLine
    /// The launchers of sites.
    case launchers([Launcher])
  }

  package enum Launcher: String, Sendable {
    case local = "compose/local"
    case containers = "compose.yaml"
  }

  /// The file of a site in which its operator writes settings.
  package enum File: String, CaseIterable, Sendable {
    /// `DIR/site.conf` of a site that `compose/local` runs.
    case local = "site.conf"
    /// `compose/.env` of a site in containers.
    case containers = ".env"
  }

  package let name: String
  package let readers: Readers
  /// The value that counts if the setting is absent, or words for it; empty if there is none.
  package let fallback: String
  package let summary: String

  init(_ name: String, _ readers: Readers, _ summary: String, or fallback: String = "") {
    self.name = name
    self.readers = readers
    self.fallback = fallback
    self.summary = summary
  }

  init(_ name: String, _ programs: ProgramName..., is summary: String, or fallback: String = "") {
    self.init(name, .programs(programs), summary, or: fallback)
  }

  init(_ name: String, for launchers: Launcher..., is summary: String, or fallback: String = "") {
    self.init(name, .launchers(launchers), summary, or: fallback)
  }

  /// The files it may stand in. A launcher gives the rest their values.
  package var files: [File] { File.allCases.filter(stands) }

  package static let all: [Setting] =
    shared + access + channels + pictures + edge + commandLine + anySite + local + containers

  private func stands(in file: File) -> Bool {
    switch (readers, file) {
    case (.commandLine, _): false
    case (.launchers(let launchers), .local): launchers.contains(.local)
    case (.launchers(let launchers), .containers): launchers.contains(.containers)
    case (_, .local): !name.hasPrefix("QUAD_TEST_") && !Setting.decidedLocally.contains(name)
    case (_, .containers): Setting.inContainers.contains(name)
    }
  }

  /// The addresses are those of one machine.
  private static let decidedLocally = Set(
    ["BUS_ADDRESS", "BUS_BIND"]
      + Launch.rows.filter { $0.kind == .local && !$0.isDefault }.map(\.setting))
  /// The settings of programs that a file of compose passes on.
  private static let inContainers: Set = [
    "QUAD_APPS", "QUAD_LOG", "QUAD_SITE_NAME", "QUAD_SIGNUP", "QUAD_CURRENCY", "QUAD_LANGUAGE", "QUAD_SMTP",
    "QUAD_SMTP_FROM", "QUAD_SMTP_USER", "QUAD_PUSH_CONTACT", "QUAD_ALLOWED_TARGETS", "QUAD_MEDIA_PERSON_MIB",
    "QUAD_MEDIA_CACHE_MIB", "QUAD_MEDIA_HEIC", "QUAD_MEDIA_OPENVERSE", "QUAD_TILES", "QUAD_TILES_CREDIT",
  ]

  private static let shared = [
    Setting(
      "BUS_ADDRESS", .everyProgram, "where the programs are; a template", or: "ipc://{run}/{program}.{q|e}"),
    Setting(
      "BUS_BIND", .everyProgram, "where this program binds if it has several addresses",
      or: "the program's address"),
    Setting("QUAD_DATA", .everyProgram, "the site's data folder", or: "required"),
    Setting("QUAD_KEYS", .everyProgram, "the folder that `quadctl keygen` made", or: "required"),
    Setting("QUAD_RUN", .everyProgram, "the folder of the ipc sockets", or: "required for `ipc:`"),
    Setting(
      "QUAD_APPS", .everyProgram, "the apps that the site runs, with `,` between them",
      or: SiteApps.everythingListed),
    Setting("QUAD_LOG", .everyProgram, "what is logged: debug, info, warning or error", or: "info"),
    Setting(
      "QUAD_STORE", .everyProgram,
      "where the data is: sqlite, or `postgres://HOST/DATABASE` without a password", or: "sqlite"),
    Setting(
      "QUAD_STORE_READERS", .everyProgram, "how many connections a program reads by, on PostgreSQL", or: "4"),
    Setting(
      "QUAD_STORE_WRITERS", .everyProgram, "how many connections a program writes by on PostgreSQL", or: "1"),
    Setting("QUAD_BALLAST_MIB", .everyProgram, "the room on the disk that is kept for bad times", or: "32"),
    Setting(
      "QUAD_ZONEINFO", .everyProgram, "the folder of the time zone database", or: "/usr/share/zoneinfo"),
    Setting("QUAD_TEST_ACKNOWLEDGE", .everyProgram, "a control of the tests: answer before the commit"),
    Setting("QUAD_TEST_STATEMENTS", .everyProgram, "where tests have each statement's text written"),
    Setting("QUAD_TEST_SYNCHRONOUS", .everyProgram, "a control of the tests: SQLite's synchronous"),
  ]

  private static let access = [
    Setting(
      "QUAD_ORIGIN", .auth, .roomhub, .attendance, .notifier, .gateway,
      is: "the address people type; links begin with it", or: "http://127.0.0.1:8080"),
    Setting("QUAD_SITE_NAME", .auth, .events, .notifier, is: "what the site is called", or: "Quad"),
    Setting("QUAD_SIGNUP", .auth, is: "who may sign up: open, domains, invite or off", or: "invite"),
    Setting(
      "QUAD_TEST_PASSWORDS", .auth, is: "what a password's hash costs on a site of the tests", or: "usual"),
    Setting("QUAD_CURRENCY", .events, is: "the currency of a budget that names none", or: "USD"),
  ]

  private static let channels = [
    Setting("QUAD_SMTP", .auth, .notifier, is: "the mail server", or: "no mail"),
    Setting(
      "QUAD_SMTP_FROM", .auth, .notifier, is: "the address that mails come from",
      or: "required with `QUAD_SMTP`"),
    Setting(
      "QUAD_SMTP_USER", .auth, .notifier, is: "the user at the mail server", or: "nobody signs in there"),
    Setting("QUAD_SMTP_PASSWORD_FILE", .auth, .notifier, is: "the file of that user's password"),
    Setting(
      "QUAD_SMTP_CA", .auth, .notifier, is: "the certificates to trust, a PEM file", or: "the system's"),
    Setting(
      "QUAD_LANGUAGE", .auth, .notifier, .events,
      is: "the language of mails, other channels and previews of links: \(Alerts.Language.listed)", or: "en"),
    Setting(
      "QUAD_ALLOWED_TARGETS", .mediaFetcher, .notifier,
      is: "hosts of the operator's own that webhooks may reach, and feeds come from"),
    Setting("QUAD_PUSH_CONTACT", .notifier, is: "whom push services may write to", or: "the sender of mails"),
  ]

  private static let pictures = [
    Setting(
      "QUAD_MEDIA_PERSON_MIB", .mediaFetcher, is: "the space for the pictures of one person", or: "200"),
    Setting(
      "QUAD_MEDIA_CACHE_MIB", .mediaFetcher,
      is: "the space for the sizes of all pictures, which can be made again", or: "2048"),
    Setting("QUAD_MEDIA_HEIC", .mediaFetcher, is: "whether pictures in HEIC are read, where libvips can"),
    Setting(
      "QUAD_MEDIA_PICTURES", .mediaFetcher, is: "the folder of the bundled pictures",
      or: "/usr/share/quad/pictures"),
    Setting(
      "QUAD_MEDIA_FLICKR_KEY_FILE", .mediaFetcher, is: "the file of a key for Flickr's picture search"),
    Setting("QUAD_MEDIA_OPENVERSE", .mediaFetcher, is: "whether pictures are searched at Openverse"),
    Setting(
      "QUAD_GUIDE_CONTENT", .guide, is: "the folder of the first-aid guide that Quad ships",
      or: "/usr/share/quad/guide"),
    Setting("QUAD_TEST_PICTURES", .mediaFetcher, is: "the address of a picture search of the tests"),
  ]

  private static let edge = [
    Setting("QUAD_LISTEN", .gateway, is: "address and port", or: "127.0.0.1:8080"),
    Setting("QUAD_TLS_CERTIFICATE", .gateway, is: "the certificate, a PEM file"),
    Setting("QUAD_TLS_KEY", .gateway, is: "its key, a PEM file"),
    Setting("QUAD_BEHIND_PROXY", .gateway, is: "whether a proxy of the site's own stands in front"),
    Setting("QUAD_PUBLISHED", .gateway, is: "whether the port is published on the loopback alone"),
    Setting("QUAD_HSTS_SUBDOMAINS", .gateway, is: "whether hosts below the site's need TLS too"),
    Setting("QUAD_WEB", .gateway, is: "the folder of the web client"),
    Setting(
      "QUAD_TILES", .gateway, is: "the server of map tiles: https, with {z}, {x} and {y}",
      or: "a plain grid"),
    Setting(
      "QUAD_TILES_CREDIT", .gateway, is: "the words below the map that name its makers",
      or: "© OpenStreetMap contributors"),
    Setting("QUAD_CONNECTIONS", .gateway, is: "connections open at once", or: "16384"),
    Setting("QUAD_CONNECTIONS_PER_ADDRESS", .gateway, is: "connections of one address, without live streams"),
    Setting("QUAD_REFUSALS_PER_ADDRESS", .gateway, is: "refused secrets in a quarter of an hour", or: "300"),
    Setting("QUAD_REQUESTS_PER_PERSON", .gateway, is: "requests a second", or: "25"),
    Setting("QUAD_REQUESTS_PER_ADDRESS", .gateway, is: "requests a second", or: "500"),
    Setting("QUAD_METRICS_TOKEN", .gateway, is: "who reads /metrics from anywhere"),
    Setting("QUAD_METRICS_TOKEN_FILE", .gateway, is: "the file of that token"),
    Setting("QUAD_TRACE_SAMPLE", .gateway, is: "the share of requests that are traced", or: "0"),
    Setting("QUAD_OTLP", .gateway, is: "the collector of traces"),
    Setting("QUAD_ACCESS_LOG", .gateway, is: "whether each request is logged"),
    Setting("QUAD_LIVE_MIB", .gateway, is: "what is kept for live streams that come back", or: "64"),
  ]

  private static let commandLine = [
    Setting(
      "QUAD_SITE", .commandLine, "the site's address", or: "that of the last `quad signin`"),
    Setting("QUAD_TOKEN", .commandLine, "a token of the person, in place of the kept session"),
  ]
}
