/// Crisis alerts: a person asks trained people and their roommates to come. They never replace the call for
/// the emergency services.
extension Guide {
  static let crisisRequests: [any Request.Type] = [
    RaiseCrisis.self, GetCrisis.self, ListCrises.self, CallOffCrisis.self, ComeToCrisis.self,
    ListAllCrises.self,
  ]

  /// The limit of alerts, and of drills, that a person sends in an hour.
  package static let maxCrisesPerHour = 3
  /// The limit of people who are alerted at once.
  package static let maxAlerted = 5000

  /// An alert as its sender, those who were alerted, and administrators see it.
  package struct Crisis: Codable, Hashable, Sendable {
    package let id: CrisisID
    /// The sender; absent once their account is gone.
    package let by: PersonID?
    /// The sender's name.
    package let name: String?
    /// The place to come to.
    package let place: CrisisLocation
    /// The place of the AED to bring, without its floor.
    package let aed: String?
    /// The floor of the AED.
    package let floor: AEDFloor?
    /// A note of the sender.
    package let note: CrisisNote?
    /// True for a drill.
    package let isDrill: Bool
    /// The time at which it was sent.
    package let raised: Instant
    /// The time at which it was called off.
    package let calledOff: Instant?
    /// The number of people who were alerted.
    package let people: Int
    /// The number of them who have said that they're coming.
    package let coming: Int
    /// True if the person who asks may call it off.
    package let isMine: Bool
    /// True if the person who asks has said that they're coming.
    package let isComing: Bool

    package init(
      id: CrisisID, by: PersonID?, name: String?, place: CrisisLocation, aed: String?, floor: AEDFloor?,
      note: CrisisNote?, isDrill: Bool, raised: Instant, calledOff: Instant?, people: Int, coming: Int,
      isMine: Bool, isComing: Bool
    ) {
      self.id = id
      self.by = by
      self.name = name
      self.place = place
      self.aed = aed
      self.floor = floor
      self.note = note
      self.isDrill = isDrill
      self.raised = raised
      self.calledOff = calledOff
      self.people = people
      self.coming = coming
      self.isMine = isMine
      self.isComing = isComing
    }
  }

  /// Alerts trained people who want to be called, and the person's roommates. It never replaces the call for
  /// the emergency services.
  package struct RaiseCrisis: Request {
    package typealias Reply = Crisis
    package static let subject = "guide.crisis.raise"
    package static let repeats = Repeats.stored
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/crisis-alerts", status: 201)
    package static let faults = [FaultCode.notFound, .tooManyCrises, .tooManyDrills]
    package static let summary = "Alert trained people and your roommates."
    /// The place to come to.
    package let place: CrisisLocation
    /// The AED to bring.
    package let aed: AEDID?
    /// The position from which the nearest AED is found, unless `aed` names one; it is not stored.
    package let position: AEDPosition?
    /// A note for those who come.
    package let note: CrisisNote?
    /// True for a drill, which says so in its first word. A person without a role has one a day.
    package let drill: Bool?

    package init(
      place: CrisisLocation, aed: AEDID? = nil, position: AEDPosition? = nil, note: CrisisNote? = nil,
      drill: Bool? = nil
    ) {
      self.place = place
      self.aed = aed
      self.position = position
      self.note = note
      self.drill = drill
    }
  }

  package struct GetCrisis: Request {
    package typealias Reply = Crisis
    package static let subject = "guide.crisis.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/crisis-alerts/{id}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get a crisis alert that you sent or received."
    package let id: CrisisID

    package init(id: CrisisID) {
      self.id = id
    }
  }

  /// Lists the alerts that the person sent or received within a year, the newest first.
  package struct ListCrises: Request {
    package typealias Reply = Page<Crisis>
    package static let subject = "guide.crisis.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/crisis-alerts")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List the crisis alerts that you sent or received."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Calls an alert off, and says so to everybody who was alerted. Its sender and administrators may do it.
  package struct CallOffCrisis: Request {
    package typealias Reply = Crisis
    package static let subject = "guide.crisis.callOff"
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/crisis-alerts/{id}/call-off")
    package static let faults = [FaultCode.notFound, .notAllowed]
    package static let summary = "Call off a crisis alert."
    package let id: CrisisID

    package init(id: CrisisID) {
      self.id = id
    }
  }

  /// Says to the sender that the person is coming.
  package struct ComeToCrisis: Request {
    package typealias Reply = Crisis
    package static let subject = "guide.crisis.come"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/crisis-alerts/{id}/coming")
    package static let faults = [FaultCode.notFound, .crisisOver]
    package static let summary = "Say that you're coming to help."
    package let id: CrisisID

    package init(id: CrisisID) {
      self.id = id
    }
  }

  /// Lists the alerts of everybody within a year, the newest first.
  package struct ListAllCrises: Request {
    package typealias Reply = Page<Crisis>
    package static let subject = "guide.crisis.all"
    package static let access = Access.role(.admin)
    package static let callers = [ProgramName.operator]
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/crisis-alerts")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List the crisis alerts of everybody."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Somebody is coming, or an alert was called off: its sender may fetch it again.
  package struct CrisisChanged: Event {
    package static let topic = "guide.crisis.changed"
    package static let audience = AudienceKind.people
    package let id: CrisisID

    package init(id: CrisisID) {
      self.id = id
    }
  }
}

/// The place of a crisis, 1 to 120 characters.
package struct CrisisLocation: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 120
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Main Hall, room 204"
}

/// A note for those who come, 1 to 120 characters.
package struct CrisisNote: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 120
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "The side door is open."
}

extension FaultCode {
  package static let tooManyCrises = FaultCode(
    .resourceExhausted, "too_many_crises",
    "You've sent 3 alerts in an hour. Call the emergency number instead.")
  package static let tooManyDrills = FaultCode(
    .resourceExhausted, "too_many_drills", "You've had a drill already. Try again tomorrow.")
  package static let crisisOver = FaultCode(
    .failedPrecondition, "crisis_over", "This alert was called off.")
}
