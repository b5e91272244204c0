extension Auth {
  package struct Me: Request {
    package typealias Reply = OwnProfile
    package static let subject = "auth.person.me"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me")
    package static let summary = "Your own account and profile."

    package init() {}
  }

  /// Changes what is named and keeps the rest; `null` clears.
  package struct UpdateMe: Request {
    package typealias Reply = OwnProfile
    package static let subject = "auth.person.updateMe"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/me")
    package static let faults = [FaultCode.changedElsewhere, .nameBlank]
    package static let summary = "Change your own profile."
    /// The version that was edited.
    package let version: Int64
    package let firstName: Patch<GivenName>
    package let lastName: Patch<FamilyName>
    package let pronouns: Patch<ProfileText>
    package let concentration: Patch<ProfileText>
    package let hometown: Patch<ProfileText>
    package let phone: Patch<PhoneNumber>

    package init(
      version: Int64, firstName: Patch<GivenName> = .keep, lastName: Patch<FamilyName> = .keep,
      pronouns: Patch<ProfileText> = .keep, concentration: Patch<ProfileText> = .keep,
      hometown: Patch<ProfileText> = .keep, phone: Patch<PhoneNumber> = .keep
    ) {
      self.version = version
      self.firstName = firstName
      self.lastName = lastName
      self.pronouns = pronouns
      self.concentration = concentration
      self.hometown = hometown
      self.phone = phone
    }
  }

  package struct OwnProfile: Codable, Hashable, Sendable {
    package let id: PersonID
    package let email: String
    package let firstName: String
    package let lastName: String
    package let pronouns: String?
    package let concentration: String?
    package let hometown: String?
    package let phone: String?
    package let roles: [SiteRole]
    package let version: Int64

    package init(
      id: PersonID, email: String, firstName: String, lastName: String, pronouns: String?,
      concentration: String?,
      hometown: String?, phone: String?, roles: [SiteRole], version: Int64
    ) {
      self.id = id
      self.email = email
      self.firstName = firstName
      self.lastName = lastName
      self.pronouns = pronouns
      self.concentration = concentration
      self.hometown = hometown
      self.phone = phone
      self.roles = roles
      self.version = version
    }
  }

  /// The profiles of some people as one of their room-mates may see them. Phone numbers stay hidden.
  package struct ListProfiles: Request {
    package typealias Reply = Profiles
    package static let subject = "auth.profile.list"
    package static let access = Access.programs
    package static let callers = [ProgramName.roomhub]
    package static let summary = "Profiles of some people."
    /// At most 100.
    package let people: [PersonID]

    package init(people: [PersonID]) {
      self.people = people
    }
  }

  package struct Profiles: Codable, Sendable {
    package let items: [Profile]

    package init(items: [Profile]) {
      self.items = items
    }
  }

  package struct Profile: Codable, Hashable, Sendable {
    package let id: PersonID
    package let firstName: String
    package let lastName: String
    package let pronouns: String?
    package let concentration: String?
    package let hometown: String?

    package init(
      id: PersonID, firstName: String, lastName: String, pronouns: String?, concentration: String?,
      hometown: String?
    ) {
      self.id = id
      self.firstName = firstName
      self.lastName = lastName
      self.pronouns = pronouns
      self.concentration = concentration
      self.hometown = hometown
    }
  }

  /// An account was made. Roomhub opens, joins or asks for the room named in it.
  package struct SignedUp: Event {
    package static let topic = "auth.person.signedUp"
    package static let audience = AudienceKind.programs
    package let person: PersonID
    package let firstName: String
    package let lastName: String
    package let room: RoomAddress?

    package init(person: PersonID, firstName: String, lastName: String, room: RoomAddress?) {
      self.person = person
      self.firstName = firstName
      self.lastName = lastName
      self.room = room
    }
  }

  /// A sign-in session ended: caches drop it, its live stream closes.
  package struct SessionRevoked: Event {
    package static let topic = "auth.session.revoked"
    package static let audience = AudienceKind.programs
    package let person: PersonID
    package let session: SessionID

    package init(person: PersonID, session: SessionID) {
      self.person = person
      self.session = session
    }
  }

  /// Names as others see them changed.
  package struct ProfileChanged: Event {
    package static let topic = "auth.profile.changed"
    package static let audience = AudienceKind.people
    package let person: PersonID
    package let firstName: String
    package let lastName: String

    package init(person: PersonID, firstName: String, lastName: String) {
      self.person = person
      self.firstName = firstName
      self.lastName = lastName
    }
  }
}
