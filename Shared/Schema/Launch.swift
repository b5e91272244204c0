/// The launch of a whole site. The programs, in the order of start, are `Catalogue.rows`; a site stops in the
/// opposite order. Each launcher reads this table, or its copy in `compose/catalogue.json`, and adds what
/// differs for it: folders, a port, and the settings of a single test.
package enum Launch {
  /// A kind of site, by what starts it.
  package enum Kind: String, CaseIterable, Sendable {
    /// `compose/local`, with invitations.
    case local
    /// `compose/local` with the demo campus, where anybody may sign up.
    case campus
    /// `compose/compose.yaml`: each program in a container of its own.
    case container
    /// Tests: no request limits, no ballast and cheap passwords.
    case test
    /// Tests in which each program has a network namespace of its own.
    case network
    /// Benchmarks: no request limits, passwords at their real cost.
    case benchmark
    /// The semester that `quadctl demo` plays.
    case demo
  }

  /// A setting at a kind of site.
  package struct Row: Sendable {
    package let kind: Kind
    package let setting: String
    /// The value; `{data}`, `{keys}`, `{run}` and `{port}` stand for what the launcher chose.
    package let value: String
    /// True if the operator's own value takes precedence.
    package let isDefault: Bool
  }

  /// The time within which all programs of a site are ready.
  package static let maxReady = Duration.seconds(30)
  /// The time within which a program ends after SIGTERM; then it is killed. A drain takes 4 s at most.
  package static let maxStop = Duration.seconds(8)

  /// The file of the data folder with the time of the last complete backup.
  package static let backupMark = "backed-up"

  package static let rows: [Row] = Kind.allCases.flatMap { kind in
    settings(of: kind).map { Row(kind: kind, setting: $0, value: $1, isDefault: false) }
      + defaults(of: kind).map { Row(kind: kind, setting: $0, value: $1, isDefault: true) }
  }

  /// Returns the environment of every program of a site.
  /// - Parameter values: The values for the words in braces, such as `data`.
  package static func environment(of kind: Kind, _ values: [String: String]) -> [String: String] {
    let settings = rows.filter { $0.kind == kind }.map { row in
      (row.setting, values.reduce(row.value) { $0.replacing("{\($1.key)}", with: $1.value) })
    }
    return Dictionary(settings) { _, last in last }
  }

  private typealias Values = [(String, String)]

  private static let folders: Values = [("QUAD_DATA", "{data}"), ("QUAD_KEYS", "{keys}")]
  private static let sockets: Values = [("QUAD_RUN", "{run}")]
  private static let ports: Values = [("BUS_ADDRESS", "tcp://{program}:{5501|5502}")]
  private static let loopback: Values = [("QUAD_LISTEN", "127.0.0.1:{port}")]
  /// One machine sends the requests of many people.
  private static let unlimited: Values = [
    ("QUAD_SIGNUP", "open"), ("QUAD_REQUESTS_PER_PERSON", "0"), ("QUAD_REQUESTS_PER_ADDRESS", "0"),
  ]
  private static let quick: Values = [("QUAD_BALLAST_MIB", "0"), ("QUAD_TEST_PASSWORDS", "cheap")]
  private static let published: Values = [
    ("QUAD_ORIGIN", "http://127.0.0.1:{port}"), ("QUAD_LISTEN", "0.0.0.0:8080"),
    ("QUAD_PUBLISHED", "loopback"), ("QUAD_METRICS_TOKEN_FILE", "/keys/metrics/token"),
  ]
  private static let proxied: Values = [("QUAD_LISTEN", "0.0.0.0:{port}"), ("QUAD_BEHIND_PROXY", "yes")]
  private static let campus: Values = [("QUAD_SITE_NAME", "Hilltop College")]
  private static let local: Values = [("QUAD_ORIGIN", "http://127.0.0.1:{port}"), ("QUAD_LOG", "info")]

  private static func settings(of kind: Kind) -> Values {
    switch kind {
    case .local, .campus: folders + sockets + loopback
    case .container: folders + ports + published
    case .test: folders + sockets + loopback + unlimited + quick + [("QUAD_LOG", "info")]
    case .network: folders + ports + proxied + unlimited + quick + [("QUAD_LOG", "info")]
    case .benchmark: folders + sockets + loopback + unlimited + [("QUAD_LOG", "warning")]
    case .demo:
      folders + sockets + loopback + unlimited + campus
        + [("QUAD_LOG", "warning"), ("QUAD_BALLAST_MIB", "0")]
    }
  }

  private static func defaults(of kind: Kind) -> Values {
    switch kind {
    case .local: local + [("QUAD_SIGNUP", "invite")]
    case .campus: local + campus + [("QUAD_SIGNUP", "open")]
    case .container:
      [
        ("QUAD_APPS", SiteApps.everythingListed), ("QUAD_LOG", "info"), ("QUAD_SITE_NAME", "Quad"),
        ("QUAD_SIGNUP", "invite"), ("QUAD_CURRENCY", "USD"), ("QUAD_LANGUAGE", "en"),
        ("QUAD_MEDIA_PERSON_MIB", "200"),
      ]
    case .test, .network, .benchmark, .demo: []
    }
  }
}
