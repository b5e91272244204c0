/// The pictures of events.
extension Events {
  package static let pictureRequests: [any Request.Type] = [GetPicture.self, GetSharedPicture.self]
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
