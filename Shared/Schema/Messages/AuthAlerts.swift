extension Auth {
  /// Takes alerts from the site's monitoring, in the form of Alertmanager's webhook, and notifies
  /// administrators. An alert is identified by its fingerprint and its start, so a repeated webhook notifies
  /// nobody twice. Members of Alertmanager that are not listed here are ignored. Beyond the limits, alerts
  /// are only counted.
  package struct ReportAlerts: Request {
    package typealias Reply = ReportedAlerts
    package static let subject = "auth.alert.report"
    package static let access = Access.role(.admin)
    package static let scope: TokenScope? = .siteAlert
    package static let repeats = Repeats.natural
    package static let bodyLimit = 1024 * 1024
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/alerts")
    package static let faults = [FaultCode.dateBad]
    package static let summary = "Notify administrators of alerts from Alertmanager."
    /// The version of the webhook's form.
    package let version: WebhookVersion
    /// The alerts of a group, firing and resolved ones.
    package let alerts: [ReportedAlert]
    /// The number of alerts that Alertmanager left out; none unless given.
    package let truncatedAlerts: Int?

    package init(version: WebhookVersion, alerts: [ReportedAlert], truncatedAlerts: Int? = nil) {
      self.version = version
      self.alerts = alerts
      self.truncatedAlerts = truncatedAlerts
    }
  }

  /// The version of Alertmanager's webhook: `4`, since Alertmanager 0.6.
  package enum WebhookVersion: String, Choice {
    case four = "4"
  }

  /// An alert of the site's monitoring.
  package struct ReportedAlert: Codable, Hashable, Sendable {
    package let status: ReportedStatus
    /// The identity of the alert's labels: 1 to 64 hexadecimal digits.
    package let fingerprint: AlertFingerprint
    /// The time at which the alert began.
    package let startsAt: Instant
    package let labels: ReportedLabels?
    package let annotations: ReportedAnnotations?

    package init(
      status: ReportedStatus, fingerprint: AlertFingerprint, startsAt: Instant, labels: ReportedLabels?,
      annotations: ReportedAnnotations?
    ) {
      self.status = status
      self.fingerprint = fingerprint
      self.startsAt = startsAt
      self.labels = labels
      self.annotations = annotations
    }
  }

  /// The state of an alert of the site's monitoring.
  package enum ReportedStatus: String, Choice {
    case firing, resolved
  }

  /// The labels of an alert that notifications use.
  package struct ReportedLabels: Codable, Hashable, Sendable {
    /// The name of the alert's rule.
    package let alertname: ReportedText?
    /// The severity: `page` and `critical` ignore quiet hours.
    package let severity: ReportedText?

    package init(alertname: ReportedText?, severity: ReportedText?) {
      self.alertname = alertname
      self.severity = severity
    }
  }

  /// The annotations of an alert that notifications use.
  package struct ReportedAnnotations: Codable, Hashable, Sendable {
    /// The sentence that says what is wrong.
    package let summary: ReportedText?
    /// The sentence that says what to do.
    package let `do`: ReportedText?
    /// The sentence that other rules have instead of `do`.
    package let description: ReportedText?

    package init(summary: ReportedText?, do: ReportedText?, description: ReportedText? = nil) {
      self.summary = summary
      self.do = `do`
      self.description = description
    }
  }

  /// The effect of a report.
  package struct ReportedAlerts: Codable, Hashable, Sendable {
    /// The number of alerts that administrators are notified of.
    package let told: Int
    /// The number of alerts that administrators are notified of as resolved.
    package let resolved: Int
    /// The number of other new alerts, beyond the limits.
    package let counted: Int

    package init(told: Int, resolved: Int, counted: Int) {
      self.told = told
      self.resolved = resolved
      self.counted = counted
    }
  }
}

/// The identity of an alert's labels, as Alertmanager computes it.
package struct AlertFingerprint: CheckedText {
  package let text: String
  package static let bad = FaultCode.fingerprintBad
  package static let sampleText = "b5d8f5b1d2a6c3e4"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    let text = input.utf8.count <= 64 ? input.lowercased() : ""
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }

  package static var schema: JSONValue {
    ["type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[0-9A-Fa-f]+$"]
  }
}

/// A line that a program wrote into a label or an annotation. It is cleaned and shortened, never rejected: an
/// alert with an odd text is still an alert.
package struct ReportedText: Codable, Hashable, Sendable, SchemaDescribed, CustomStringConvertible {
  /// The line: at most `maxLength` characters on one line; empty if nothing of it is visible.
  package let text: String
  /// The limit in characters. A longer line ends with an ellipsis.
  package static let maxLength = 200

  package init(_ input: String, maxLength: Int = maxLength) {
    // A character seldom has more scalars, and a longer text is never read to its end.
    var scalars = String.UnicodeScalarView()
    for scalar in input.unicodeScalars.prefix(maxLength * 8) {
      let isControl = scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
      scalars.append(isControl ? " " : scalar)
    }
    let line = Text.normalize(Text.removingTurns(String(scalars), allowsLines: false))
      .split(separator: " ").joined(separator: " ")
    let cut = line.count > maxLength ? line.prefix(maxLength - 1) + "…" : line[...]
    do {
      text = try Text.check(
        String(cut), maxLength: maxLength, maxBytes: maxLength * 64, blank: .valueBlank, allowsLines: false)
    } catch {
      // Nothing of it is visible.
      text = ""
    }
  }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  package var description: String { text }

  /// The limit of what is read is the body's.
  package static var schema: JSONValue { ["type": "string", "maxLength": 1_048_576] }
  package static var sample: ReportedText { ReportedText("The gateway does not answer; the site is down.") }
  package static var faults: [FaultCode] { [] }
}

extension FaultCode {
  package static let fingerprintBad = FaultCode(
    .invalidArgument, "fingerprint_bad", "Enter a fingerprint of 1 to 64 hexadecimal digits.")
}
