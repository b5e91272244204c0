/// Alerts: what reminds a person of something at a moment. A program plans them in its own stream, together
/// with what they are about; the notifier keeps and fires them.
///
/// An alert is known by its key and its person. Planning it again replaces what was planned; the snapshot of
/// a program tells all of its alerts that are still to come.
package enum Alerts {
  package static let events: [any Event.Type] = [
    AlertPlanned.self, AlertCancelled.self, AlertRaised.self,
  ]
}

extension Alerts {
  /// An alert is to come, or comes at another time or with other words than was told before.
  package struct AlertPlanned: Event, Hashable {
    package static let topic = "alert.planned"
    package static let version = "1.1"
    package static let audience = AudienceKind.programs
    package let key: AlertKey
    package let person: PersonID
    /// When it fires.
    package let at: Instant
    /// Past it the alert is of no use: the start of the event.
    package let until: Instant
    package let text: AlertText
    package let importance: AlertImportance
    /// Why this person gets it.
    package let because: AlertReasons
    /// Set when it comes again by this rule: it is one alert, and once it has fired its program plans its
    /// next time under the same key.
    package let recurrence: RecurrenceText?

    package init(
      key: AlertKey, person: PersonID, at: Instant, until: Instant, text: AlertText,
      importance: AlertImportance, because: AlertReasons, recurrence: RecurrenceText?
    ) {
      self.key = key
      self.person = person
      self.at = at
      self.until = until
      self.text = text
      self.importance = importance
      self.because = because
      self.recurrence = recurrence
    }
  }

  /// An alert that was planned is not to come. Of one that has fired, or was never planned, it says nothing.
  package struct AlertCancelled: Event {
    package static let topic = "alert.cancelled"
    package static let audience = AudienceKind.programs
    package let key: AlertKey
    package let person: PersonID

    package init(key: AlertKey, person: PersonID) {
      self.key = key
      self.person = person
    }
  }

  /// Something has just happened that these people are told at once, outside of the 64. It does not say why
  /// they get it and has no time of its own, so that it may tell of what nobody may trace.
  package struct AlertRaised: Event, Hashable {
    package static let topic = "alert.raised"
    package static let audience = AudienceKind.programs
    package static let isUnlinkable = true
    package let program: ProgramName
    /// What it is about; a random id where even that must not be told.
    package let object: AlertObjectID
    /// At most `Audience.maxPeople`.
    package let people: [PersonID]
    package let text: AlertText
    package let importance: AlertImportance

    package init(
      program: ProgramName, object: AlertObjectID, people: [PersonID], text: AlertText,
      importance: AlertImportance
    ) {
      self.program = program
      self.object = object
      self.people = people
      self.text = text
      self.importance = importance
    }
  }

  /// What an alert is about: an object of a program, and which of its reminders.
  package struct AlertKey: Codable, Hashable, Sendable {
    package let program: ProgramName
    package let object: AlertObjectID
    package let lead: LeadTime

    package init(program: ProgramName, object: AlertObjectID, lead: LeadTime) {
      self.program = program
      self.object = object
      self.lead = lead
    }
  }

  /// What is of `crisis` fires the moment it is planned, takes no slot and waits for no quiet hours.
  package enum AlertImportance: String, Choice {
    case low, normal, high, crisis
  }

  /// A sentence by its key, with what stands in it: whoever shows it has the words in the person's language.
  package struct AlertText: Codable, Hashable, Sendable {
    package let key: String
    package let values: [AlertValue]

    package init(key: String, values: [AlertValue]) {
      self.key = key
      self.values = values
    }
  }

  package struct AlertValue: Codable, Hashable, Sendable, SchemaDescribed {
    package let name: String
    package let text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }

    package static var schema: JSONValue {
      [
        "type": "object", "properties": ["name": ["type": "string"], "text": ["type": "string"]],
        "required": ["name", "text"],
      ]
    }
    package static var sample: AlertValue { AlertValue(name: "title", text: "Mom’s Birthday") }
    package static var faults: [FaultCode] { [] }
  }

  /// Why somebody gets an alert, as 1 to 5 different sentences.
  package struct AlertReasons: DistinctList {
    package let all: [AlertReason]
    package init(checked all: [AlertReason]) { self.all = all }
    package static let maxCount = 5
    package static let bad = FaultCode.reasonsBad
    package static let sample = AlertReasons(checked: [.sample])
  }

  package struct AlertReason: Codable, Hashable, Sendable, SchemaDescribed {
    package let key: String
    package let values: [AlertValue]

    package init(key: String, values: [AlertValue] = []) {
      self.key = key
      self.values = values
    }

    package static var schema: JSONValue {
      [
        "type": "object",
        "properties": ["key": ["type": "string"], "values": ["type": "array", "items": AlertValue.schema]],
        "required": ["key", "values"],
      ]
    }
    package static var sample: AlertReason { AlertReason(key: "yours") }
    package static var faults: [FaultCode] { [] }
  }
}

extension FaultCode {
  package static let reasonsBad = FaultCode(
    .invalidArgument, "reasons_bad", "An alert has 1 to 5 different reasons.")
}
