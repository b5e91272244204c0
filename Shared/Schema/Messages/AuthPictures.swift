/// The portraits of people.
extension Auth {
  package static let pictureRequests: [any Request.Type] = [
    SetPicture.self, RemovePicture.self, GetPicture.self,
  ]
  package static let pictureEvents: [any Event.Type] = [PictureUsed.self]

  /// A person's picture: a stored picture, and the part of it that others see.
  package struct ProfilePicture: Codable, Hashable, Sendable {
    /// The stored picture: the SHA-256 of its bytes.
    package let object: ObjectName
    /// The visible part; the whole picture unless given.
    package let crop: Crop?
    /// The author and the license of a picture that a search found.
    package let credit: PictureCredit?

    package init(object: ObjectName, crop: Crop?, credit: PictureCredit?) {
      self.object = object
      self.crop = crop
      self.credit = credit
    }
  }

  /// Shows a picture that you uploaded as your portrait, in place of an earlier one. The same picture may be
  /// sent again with another crop.
  package struct SetPicture: Request {
    package typealias Reply = OwnProfile
    package static let subject = "auth.picture.set"
    package static let version = "1.1"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/me/picture")
    package static let faults = [FaultCode.pictureBad]
    package static let summary = "Set your portrait: a picture that you uploaded."
    /// The stored picture: the SHA-256 of its bytes.
    package let object: ObjectName
    /// The visible part; the whole picture unless given.
    package let crop: Crop?

    package init(object: ObjectName, crop: Crop? = nil) {
      self.object = object
      self.crop = crop
    }
  }

  /// Removes the portrait; others see the initials again.
  package struct RemovePicture: Request {
    package typealias Reply = OwnProfile
    package static let subject = "auth.picture.remove"
    package static let version = "1.1"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/me/picture")
    package static let summary = "Remove your portrait."

    package init() {}
  }

  /// Returns the portrait of a person, cropped: to the person, to roommates and to administrators. For
  /// everybody else it does not exist, and neither does that of a blocked or deleted account.
  package struct GetPicture: Request {
    package typealias Reply = PictureFile
    package static let subject = "auth.picture.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/people/{id}/picture/{variant}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get the portrait of a person that you can see."
    package let id: PersonID
    /// The size. `whole`, for the person alone, is the picture without its crop.
    package let variant: PictureVariant

    package init(id: PersonID, variant: PictureVariant) {
      self.id = id
      self.variant = variant
    }
  }

  /// The picture that a person's profile uses from now on; none if `object` is absent.
  package struct PictureUsed: RowEvent {
    package static let topic = "auth.picture.used"
    package static let audience = AudienceKind.programs
    package let person: PersonID
    package let object: ObjectName?

    package init(person: PersonID, object: ObjectName?) {
      self.person = person
      self.object = object
    }

    package var row: RowName { RowName("picture", person.description) }
  }
}
