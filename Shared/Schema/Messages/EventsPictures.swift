/// The pictures of events.
extension Events {
  package static let pictureRequests: [any Request.Type] = [
    GetPicture.self, GetCard.self, GetSharedPicture.self, GetSharedCard.self,
  ]
  package static let pictureEvents: [any Event.Type] = [PictureUsed.self]

  /// Returns the picture of an event that you can see, cropped.
  package struct GetPicture: Request {
    package typealias Reply = PictureFile
    package static let subject = "events.picture.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events/{id}/picture/{variant}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get the picture of an event that you can see."
    package let id: EventID
    /// The size. `whole`, for the owner alone, is the picture without its crop.
    package let variant: PictureVariant

    package init(id: EventID, variant: PictureVariant) {
      self.id = id
      self.variant = variant
    }
  }

  /// Returns a picture that counts down to an event, as it is at this minute, to be shared elsewhere. It
  /// never shows notes, to-dos, money or people.
  package struct GetCard: Request {
    package typealias Reply = ShareCard
    package static let subject = "events.card.get"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/events/{id}/card")
    package static let faults = [FaultCode.notFound, .magicTooClose]
    package static let summary = "Get a picture of an event's countdown, to be shared elsewhere."
    package let id: EventID
    /// True applies the wand.
    package let magic: Bool?
    /// The language of the words on it; that of the site unless given.
    package let language: Alerts.Language?

    package init(id: EventID, magic: Bool? = nil, language: Alerts.Language? = nil) {
      self.id = id
      self.magic = magic
      self.language = language
    }
  }

  /// Returns the picture that previews of a public link show, to everyone who has the link.
  package struct GetSharedCard: Request {
    package typealias Reply = ShareCard
    package static let subject = "events.link.card"
    package static let version = "1.1"
    package static let access = Access.anyone
    package static let guessesSecrets = true
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/shared-events/{token}/card")
    package static let faults = [FaultCode.linkUnknown, .magicTooClose]
    package static let summary = "Get a picture of an event's countdown by its public link."
    package let token: LinkToken
    /// True applies the wand.
    package let magic: Bool?
    /// The language of the words on it; that of the site unless given.
    package let language: Alerts.Language?

    package init(token: LinkToken, magic: Bool? = nil, language: Alerts.Language? = nil) {
      self.token = token
      self.magic = magic
      self.language = language
    }
  }

  /// Returns the picture of an event to everyone who has its public link.
  package struct GetSharedPicture: Request {
    package typealias Reply = PictureFile
    package static let subject = "events.link.picture"
    package static let access = Access.anyone
    package static let guessesSecrets = true
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/shared-events/{token}/picture/{variant}")
    package static let faults = [FaultCode.linkUnknown, .notFound]
    package static let summary = "Get the picture of an event by its public link."
    package let token: LinkToken
    package let variant: PictureVariant

    package init(token: LinkToken, variant: PictureVariant) {
      self.token = token
      self.variant = variant
    }
  }

  /// The picture that an event uses from now on; none if `object` is absent. A deleted event keeps its
  /// picture as long as it can be restored.
  package struct PictureUsed: RowEvent {
    package static let topic = "events.picture.used"
    package static let audience = AudienceKind.programs
    package let event: EventID
    package let owner: PersonID
    package let object: ObjectName?

    package init(event: EventID, owner: PersonID, object: ObjectName?) {
      self.event = event
      self.owner = owner
      self.object = object
    }

    package var row: RowName { RowName("picture", event.description) }
  }
}
