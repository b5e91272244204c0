/// A setting of the environment: its name, its readers and its purpose. `Tests/Interop/test_owed.py` compares
/// this table with the sources; values and defaults are in the program's README.
package struct Setting: Sendable {
  package enum Readers: Sendable {
    case everyProgram
    case programs([ProgramName])
    /// The command line of a person or an operator.
    case commandLine
  }

  package let name: String
  package let readers: Readers
  package let summary: String

  private init(_ name: String, _ readers: Readers, _ summary: String) {
    self.name = name
    self.readers = readers
    self.summary = summary
  }

  private init(_ name: String, _ programs: ProgramName..., is summary: String) {
    self.init(name, .programs(programs), summary)
  }

  package static let all: [Setting] = shared + access + channels + edge + commandLine

  private static let shared = [
    Setting("BUS_ADDRESS", .everyProgram, "where the programs are; a template"),
    Setting("BUS_BIND", .everyProgram, "where this program binds if it has several addresses"),
    Setting("QUAD_DATA", .everyProgram, "the site's data folder"),
    Setting("QUAD_KEYS", .everyProgram, "the folder that `quadctl keygen` made"),
    Setting("QUAD_RUN", .everyProgram, "the folder of the ipc sockets"),
    Setting("QUAD_LOG", .everyProgram, "what is logged: debug, info, warning or error"),
    Setting("QUAD_BALLAST_MIB", .everyProgram, "the room on the disk that is kept for bad times"),
    Setting("QUAD_ZONEINFO", .everyProgram, "the folder of the time zone database"),
    Setting("QUAD_TEST_ACKNOWLEDGE", .everyProgram, "a control of the tests: answer before the commit"),
    Setting("QUAD_TEST_STATEMENTS", .everyProgram, "where tests have each statement's text written"),
    Setting("QUAD_TEST_SYNCHRONOUS", .everyProgram, "a control of the tests: SQLite's synchronous"),
  ]

  private static let access = [
    Setting(
      "QUAD_ORIGIN", .auth, .roomhub, .notifier, .gateway,
      is: "the address people type; links begin with it"),
    Setting("QUAD_SITE_NAME", .auth, .notifier, is: "what the site is called"),
    Setting("QUAD_SIGNUP", .auth, is: "who may sign up: open, domains, invite or off"),
    Setting("QUAD_TEST_PASSWORDS", .auth, is: "what a password's hash costs on a site of the tests"),
    Setting("QUAD_CURRENCY", .events, is: "the currency of a budget that names none"),
  ]

  private static let channels = [
    Setting("QUAD_SMTP", .auth, .notifier, is: "the mail server"),
    Setting("QUAD_SMTP_FROM", .auth, .notifier, is: "the address that mails come from"),
    Setting("QUAD_SMTP_USER", .auth, .notifier, is: "the user at the mail server"),
    Setting("QUAD_SMTP_PASSWORD_FILE", .auth, .notifier, is: "the file of that user's password"),
    Setting("QUAD_SMTP_CA", .auth, .notifier, is: "the certificates to trust, a PEM file"),
    Setting("QUAD_LANGUAGE", .auth, .notifier, is: "the language of mails and other channels: en or de"),
    Setting("QUAD_ALLOWED_TARGETS", .notifier, is: "hosts of the operator's own that webhooks may reach"),
    Setting("QUAD_PUSH_CONTACT", .notifier, is: "whom push services may write to"),
  ]

  private static let edge = [
    Setting("QUAD_LISTEN", .gateway, is: "address and port"),
    Setting("QUAD_TLS_CERTIFICATE", .gateway, is: "the certificate, a PEM file"),
    Setting("QUAD_TLS_KEY", .gateway, is: "its key, a PEM file"),
    Setting("QUAD_BEHIND_PROXY", .gateway, is: "whether a proxy of the site's own stands in front"),
    Setting("QUAD_PUBLISHED", .gateway, is: "whether the port is published on the loopback alone"),
    Setting("QUAD_WEB", .gateway, is: "the folder of the web client"),
    Setting("QUAD_REFUSALS_PER_ADDRESS", .gateway, is: "refused secrets in a quarter of an hour"),
    Setting("QUAD_REQUESTS_PER_PERSON", .gateway, is: "requests a second"),
    Setting("QUAD_REQUESTS_PER_ADDRESS", .gateway, is: "requests a second"),
    Setting("QUAD_METRICS_TOKEN", .gateway, is: "who reads /metrics from anywhere"),
    Setting("QUAD_METRICS_TOKEN_FILE", .gateway, is: "the file of that token"),
    Setting("QUAD_TRACE_SAMPLE", .gateway, is: "the share of requests that are traced"),
    Setting("QUAD_OTLP", .gateway, is: "the collector of traces"),
    Setting("QUAD_ACCESS_LOG", .gateway, is: "whether each request is logged"),
    Setting("QUAD_LIVE_MIB", .gateway, is: "what is kept for live streams that come back"),
  ]

  private static let commandLine = [
    Setting("QUAD_SITE", .commandLine, "the site's address"),
    Setting("QUAD_TOKEN", .commandLine, "a token of the person, in place of the kept session"),
  ]
}
