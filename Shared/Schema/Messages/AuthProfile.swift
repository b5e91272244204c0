extension Auth {
  package struct Me: Request {
    package typealias Reply = OwnProfile
    package static let subject = "auth.person.me"
    package static let version = "2.5"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me")
    package static let summary = "Get your account and profile."

    package init() {}
  }

  /// Changes the given members and keeps the others; `null` clears a member. If the stored version differs,
  /// `changed_elsewhere` has the stored profile in `details.current`.
  package struct UpdateMe: Request {
    package typealias Reply = OwnProfile
    package static let subject = "auth.person.updateMe"
    package static let version = "2.6"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/me")
    package static let faults = [FaultCode.changedElsewhere, .nameBlank, .zoneUnknown, .zoneUnusable]
    package static let summary = "Edit your profile."
    /// The version that the edit began from.
    package let version: Int64
    package let firstName: Patch<GivenName>
    package let lastName: Patch<FamilyName>
    /// The pronouns, in the person's own words.
    package let pronouns: Patch<ProfileText>
    /// The field of study.
    package let concentration: Patch<ProfileText>
    /// The place where the person is from.
    package let hometown: Patch<ProfileText>
    package let phone: Patch<PhoneNumber>
    package let languages: Patch<Languages>
    package let allergies: Patch<AllergiesText>
    /// The person's time zone, in which all-day events are dates.
    package let zone: Patch<ZoneName>
    package let color: Patch<ProfileColor>
    /// The visibility of the named fields; other fields keep theirs.
    package let visibleTo: VisibilityChange?

    package init(
      version: Int64, firstName: Patch<GivenName> = .keep, lastName: Patch<FamilyName> = .keep,
      pronouns: Patch<ProfileText> = .keep, concentration: Patch<ProfileText> = .keep,
      hometown: Patch<ProfileText> = .keep, phone: Patch<PhoneNumber> = .keep,
      languages: Patch<Languages> = .keep, allergies: Patch<AllergiesText> = .keep,
      zone: Patch<ZoneName> = .keep, color: Patch<ProfileColor> = .keep,
      visibleTo: VisibilityChange? = nil
    ) {
      self.version = version
      self.firstName = firstName
      self.lastName = lastName
      self.pronouns = pronouns
      self.concentration = concentration
      self.hometown = hometown
      self.phone = phone
      self.languages = languages
      self.allergies = allergies
      self.zone = zone
      self.color = color
      self.visibleTo = visibleTo
    }
  }

  /// A person's own profile, with all its fields and who may see them.
  package struct OwnProfile: Codable, Hashable, Sendable {
    package let id: PersonID
    /// The email address of the account; no other student sees it.
    package let email: String
    /// True once the person has followed a link that was mailed to the address.
    package let isEmailVerified: Bool
    /// The first name.
    package let firstName: String
    /// The last name.
    package let lastName: String
    /// The pronouns, in the person's own words.
    package let pronouns: String?
    /// The field of study.
    package let concentration: String?
    /// The place where the person is from.
    package let hometown: String?
    /// The phone number in E.164 form: `+14015550100`.
    package let phone: String?
    package let languages: Languages?
    /// Foods and materials that the person must avoid, in their own words.
    package let allergies: String?
    /// The person's zone; absent until it is set, and then the browser's own zone is used.
    package let zone: ZoneName?
    /// The chosen color of the person's initials; absent until one is chosen, and then the id decides.
    package let color: ProfileColor?
    /// The portrait; absent unless the person set one.
    package let picture: ProfilePicture?
    /// The person's arrangement of the page Today; absent until they make one.
    package let today: TodayArrangement?
    package let visibleTo: FieldVisibility
    /// The person's roles on the site, at least one.
    package let roles: [SiteRole]
    /// The time at which the account is erased, unless the person cancels that.
    package let erases: Instant?
    /// The number of edits; an edit names the version that it began from.
    package let version: Int64

    package init(
      id: PersonID, email: String, isEmailVerified: Bool, firstName: String, lastName: String,
      pronouns: String?, concentration: String?, hometown: String?, phone: String?, languages: Languages?,
      allergies: String?, zone: ZoneName?, color: ProfileColor?, picture: ProfilePicture?,
      today: TodayArrangement?, visibleTo: FieldVisibility, roles: [SiteRole], erases: Instant?,
      version: Int64
    ) {
      self.id = id
      self.email = email
      self.isEmailVerified = isEmailVerified
      self.firstName = firstName
      self.lastName = lastName
      self.pronouns = pronouns
      self.concentration = concentration
      self.hometown = hometown
      self.phone = phone
      self.languages = languages
      self.allergies = allergies
      self.zone = zone
      self.color = color
      self.picture = picture
      self.today = today
      self.visibleTo = visibleTo
      self.roles = roles
      self.erases = erases
      self.version = version
    }
  }

  /// The audience of a profile field. Roommates always see names.
  package enum Visibility: String, Choice {
    case nobody, room, campus
  }

  /// The audience of each optional field of a profile.
  package struct FieldVisibility: Codable, Hashable, Sendable {
    package let pronouns: Visibility
    package let concentration: Visibility
    package let hometown: Visibility
    package let phone: Visibility
    package let languages: Visibility
    package let allergies: Visibility

    package init(
      pronouns: Visibility, concentration: Visibility, hometown: Visibility, phone: Visibility,
      languages: Visibility, allergies: Visibility
    ) {
      self.pronouns = pronouns
      self.concentration = concentration
      self.hometown = hometown
      self.phone = phone
      self.languages = languages
      self.allergies = allergies
    }

    /// The default visibility. Phone and allergies are hidden until the person shows them.
    package static let standard = FieldVisibility(
      pronouns: .room, concentration: .room, hometown: .room, phone: .nobody, languages: .room,
      allergies: .nobody)
  }

  /// The new audience of some fields of a profile; the others keep theirs.
  package struct VisibilityChange: Codable, Hashable, Sendable {
    package let pronouns: Visibility?
    package let concentration: Visibility?
    package let hometown: Visibility?
    package let phone: Visibility?
    package let languages: Visibility?
    package let allergies: Visibility?

    package init(
      pronouns: Visibility? = nil, concentration: Visibility? = nil, hometown: Visibility? = nil,
      phone: Visibility? = nil, languages: Visibility? = nil, allergies: Visibility? = nil
    ) {
      self.pronouns = pronouns
      self.concentration = concentration
      self.hometown = hometown
      self.phone = phone
      self.languages = languages
      self.allergies = allergies
    }
  }

  /// Returns a person of the campus: the name and the fields that they show to everyone.
  package struct GetPerson: Request {
    package typealias Reply = Profile
    package static let subject = "auth.person.get"
    package static let version = "1.3"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/people/{id}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get a person's profile, with the fields they show to everyone."
    package let id: PersonID

    package init(id: PersonID) {
      self.id = id
    }
  }

  /// Returns the profiles of some people as visible to a person with this relation to them.
  package struct ListProfiles: PeopleRequest {
    package typealias Reply = Profiles
    package static let subject = "auth.profile.list"
    package static let version = "1.4"
    package static let access = Access.programs
    package static let callers = [ProgramName.roomhub]
    package static let summary = "Profiles of some people."
    package static let changedBy: [any Event.Type]? = [ProfileChanged.self]
    /// At most 100.
    package let people: [PersonID]
    /// The relation to the people; roommates unless given.
    package let relation: Relation?

    package init(people: [PersonID], relation: Relation? = nil) {
      self.people = people
      self.relation = relation
    }
  }

  /// Returns the account with this email address. The calling program decides which person may see it.
  package struct FindPerson: Request {
    package typealias Reply = FoundPerson
    package static let subject = "auth.person.find"
    package static let access = Access.programs
    package static let callers = [ProgramName.attendance]
    package static let faults = [FaultCode.notFound]
    package static let summary = "Whose account has an email address."
    package let email: EmailAddress

    package init(email: EmailAddress) {
      self.email = email
    }
  }

  package struct FoundPerson: Codable, Hashable, Sendable {
    package let person: PersonID
    package let firstName: String
    package let lastName: String

    package init(person: PersonID, firstName: String, lastName: String) {
      self.person = person
      self.firstName = firstName
      self.lastName = lastName
    }
  }

  package enum Relation: String, Choice {
    case roommate, campus
  }

  package struct Profiles: Codable, Sendable {
    package let items: [Profile]

    package init(items: [Profile]) {
      self.items = items
    }
  }

  /// A person as others see them: hidden fields are absent.
  package struct Profile: Codable, Hashable, Sendable {
    package let id: PersonID
    /// The first name.
    package let firstName: String
    /// The last name.
    package let lastName: String
    /// The pronouns. Absent if not given or not shown to the caller.
    package let pronouns: String?
    /// The field of study. Absent if not given or not shown to the caller.
    package let concentration: String?
    /// The place where the person is from. Absent if not given or not shown to the caller.
    package let hometown: String?
    /// The phone number in E.164 form. Absent if not given or not shown to the caller.
    package let phone: String?
    /// Languages that the person speaks. Absent if not given or not shown to the caller.
    package let languages: Languages?
    /// Foods and materials that the person must avoid. Absent if not given or not shown to the caller.
    package let allergies: String?
    /// The chosen color of the person's initials; absent until one is chosen, and then the id decides.
    package let color: ProfileColor?
    /// The portrait. Absent if the person set none, or the caller may not see it.
    package let picture: ProfilePicture?

    package init(
      id: PersonID, firstName: String, lastName: String, pronouns: String?, concentration: String?,
      hometown: String?, phone: String?, languages: Languages?, allergies: String?, color: ProfileColor?,
      picture: ProfilePicture?
    ) {
      self.id = id
      self.firstName = firstName
      self.lastName = lastName
      self.pronouns = pronouns
      self.concentration = concentration
      self.hometown = hometown
      self.phone = phone
      self.languages = languages
      self.allergies = allergies
      self.color = color
      self.picture = picture
    }
  }

  /// An account was created. Roomhub opens the room named in it, joins it or asks to be let in.
  package struct SignedUp: Event {
    package static let topic = "auth.person.signedUp"
    package static let version = "1.1"
    package static let audience = AudienceKind.programs
    /// The person with the new account.
    package let person: PersonID
    /// The first name.
    package let firstName: String
    /// The last name.
    package let lastName: String
    /// The room named at sign-up.
    package let room: RoomAddress?
    package let roomCode: JoinCode?

    package init(
      person: PersonID, firstName: String, lastName: String, room: RoomAddress?, roomCode: JoinCode? = nil
    ) {
      self.person = person
      self.firstName = firstName
      self.lastName = lastName
      self.room = room
      self.roomCode = roomCode
    }
  }

  /// A sign-in session ended. Caches drop it, and its live stream closes.
  package struct SessionRevoked: Event {
    package static let topic = "auth.session.revoked"
    package static let audience = AudienceKind.programs
    /// The person who was signed in.
    package let person: PersonID
    package let session: SessionID

    package init(person: PersonID, session: SessionID) {
      self.person = person
      self.session = session
    }
  }

  /// A name visible to others, or the zone, changed.
  package struct ProfileChanged: Event {
    package static let topic = "auth.profile.changed"
    package static let version = "1.1"
    package static let audience = AudienceKind.people
    /// The person with the profile.
    package let person: PersonID
    /// The first name from now on.
    package let firstName: String
    /// The last name from now on.
    package let lastName: String
    /// The person's time zone from now on, if one is set.
    package let zone: ZoneName?

    package init(person: PersonID, firstName: String, lastName: String, zone: ZoneName?) {
      self.person = person
      self.firstName = firstName
      self.lastName = lastName
      self.zone = zone
    }
  }
}
