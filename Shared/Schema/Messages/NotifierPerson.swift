/// Export and erasure of everything stored about one person.
extension Notifier {
  package struct ExportPerson: Request {
    package typealias Reply = PersonExport
    package static let subject = "notifier.person.export"
    package static let version = "1.3"
    package static let scope: TokenScope? = nil
    package static let callers = [ProgramName.gateway]
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "Everything the notifier holds on a person."
    package let cursor: Cursor?

    package init(cursor: Cursor? = nil) {
      self.cursor = cursor
    }
  }

  package struct PersonExport: Codable, Sendable {
    /// The alert times; on the first page, like `counts` and `channels`.
    package let times: AlertTimes?
    package let counts: AlertCounts?
    package let channels: [Channel]
    /// The upcoming alerts, followed by the inbox.
    package let alerts: [PlannedAlert]
    package let notices: [Notice]
    package let next: Cursor?

    package init(
      times: AlertTimes?, counts: AlertCounts?, channels: [Channel], alerts: [PlannedAlert],
      notices: [Notice], next: Cursor?
    ) {
      self.times = times
      self.counts = counts
      self.channels = channels
      self.alerts = alerts
      self.notices = notices
      self.next = next
    }
  }

  package struct ErasePerson: PersonErasure {
    package typealias Reply = Empty
    package static let subject = "notifier.person.erase"
    package static let access = Access.programs
    package static let callers = [ProgramName.auth]
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let summary = "Forget a person."
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }
}
