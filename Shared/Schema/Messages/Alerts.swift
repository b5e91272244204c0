/// Alerts: reminders for a person at a moment. A program plans them in its own stream, together with the
/// objects they are about; the notifier stores and fires them.
///
/// An alert is identified by its key and its person. Planning it again replaces the earlier plan. A program's
/// snapshot has all of its upcoming alerts.
package enum Alerts {
  package static let events: [any Event.Type] = [
    AlertPlanned.self, AlertCancelled.self, AlertRaised.self,
  ]
}

extension Alerts {
  /// An alert is upcoming, or its time or words have changed.
  package struct AlertPlanned: Event, Hashable {
    package static let topic = "alert.planned"
    package static let version = "1.1"
    package static let audience = AudienceKind.programs
    package let key: AlertKey
    /// The person whom the alert is for.
    package let person: PersonID
    /// The time at which it fires.
    package let at: Instant
    /// The time from which the alert is of no use: the start of the event.
    package let until: Instant
    package let text: AlertText
    package let importance: AlertImportance
    /// The reasons why this person gets it.
    package let because: AlertReasons
    /// The rule of a recurring alert. It is one alert: once it has fired, its program plans the next time
    /// under the same key.
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

  /// A planned alert is canceled. It has no effect on an alert that has fired or was never planned.
  package struct AlertCancelled: Event {
    package static let topic = "alert.cancelled"
    package static let audience = AudienceKind.programs
    package let key: AlertKey
    /// The person whom the alert was for.
    package let person: PersonID

    package init(key: AlertKey, person: PersonID) {
      self.key = key
      self.person = person
    }
  }

  /// A notification for these people about something that has just happened, outside of the 64 slots. It has
  /// no reasons and no time of its own, so that it may be about something untraceable.
  package struct AlertRaised: Event, Hashable {
    package static let topic = "alert.raised"
    package static let audience = AudienceKind.programs
    package static let isUnlinkable = true
    /// The program that the notification is from.
    package let program: ProgramName
    /// The object that it is about; a random id if even that is secret.
    package let object: AlertObjectID
    /// The recipients, at most `Audience.maxPeople`.
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

  /// The key of an alert: the program, the object it is about, and the lead time of the reminder.
  package struct AlertKey: Codable, Hashable, Sendable {
    /// The program that plans the alert.
    package let program: ProgramName
    package let object: AlertObjectID
    package let lead: LeadTime

    package init(program: ProgramName, object: AlertObjectID, lead: LeadTime) {
      self.program = program
      self.object = object
      self.lead = lead
    }
  }

  /// The importance of an alert. A `crisis` alert fires the moment it is planned, takes no slot and ignores
  /// quiet hours.
  package enum AlertImportance: String, Choice {
    case low, normal, high, crisis
  }

  /// A sentence as a key with values. `rendered` of an alert or a notification has it in words.
  package struct AlertText: Codable, Hashable, Sendable {
    /// The sentence, such as `event.reminder` or `task.due`. Keys are added over time; a client shows
    /// something neutral for an unknown one.
    package let key: String
    /// The values inside the sentence, each name at most once.
    package let values: [AlertValue]

    package init(key: String, values: [AlertValue]) {
      self.key = key
      self.values = values
    }
  }

  /// A value inside the sentence of an alert.
  package struct AlertValue: Codable, Hashable, Sendable, SchemaDescribed {
    /// The name of the value, such as `title`, `start` or `count`.
    package let name: String
    /// The value: a title, a name, a number, or a moment in the form of an instant.
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

  /// The reasons why a person gets an alert: 1 to 5 different sentences.
  package struct AlertReasons: DistinctList {
    package let all: [AlertReason]
    package init(checked all: [AlertReason]) { self.all = all }
    package static let maxCount = 5
    package static let bad = FaultCode.reasonsBad
    package static let sample = AlertReasons(checked: [.sample])
  }

  /// A reason for an alert as a key with values.
  package struct AlertReason: Codable, Hashable, Sendable, SchemaDescribed {
    /// The reason, such as `event.yours` or `task.room`.
    package let key: String
    /// The values inside the reason: `answer`, or the `minutes` before the start.
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
    .invalidArgument, "reasons_bad", "Enter 1 to 5 different reasons.")
}
