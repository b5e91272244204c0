/// The directory of the school: offices, people, emergency numbers.
extension Campus {
  static let contactRequests: [any Request.Type] = [
    ListContacts.self, AddContact.self, ChangeContact.self, DeleteContact.self, GetOwnContact.self,
    ChangeOwnContact.self,
  ]
  static let contactEvents: [any Event.Type] = [ContactChanged.self]

  /// The limit of contacts of a school.
  package static let maxContacts = 500

  /// Somebody to reach at school.
  package struct Contact: Codable, Hashable, Sendable {
    package let id: ContactID
    /// The name of the person or the office.
    package let name: ContactText
    /// The role: `Counselor`, `Nurse`.
    package let role: ContactText
    /// The department.
    package let department: ContactText?
    /// The number at school.
    package let phone: ContactPhone?
    /// The person's own number. It shows only while the person allows it.
    package let ownPhone: PhoneNumber?
    /// The email address.
    package let email: EmailAddress?
    /// The office hours in words.
    package let hours: ContactText?
    /// The room.
    package let room: ContactText?
    /// The account of this person; absent for an office and for somebody without an account.
    package let person: PersonID?
    /// True for an emergency number, which stands above all others.
    package let isEmergency: Bool
    /// The version, which increases with each change.
    package let version: Int64

    package init(
      id: ContactID, name: ContactText, role: ContactText, department: ContactText?, phone: ContactPhone?,
      ownPhone: PhoneNumber?, email: EmailAddress?, hours: ContactText?, room: ContactText?,
      person: PersonID?, isEmergency: Bool, version: Int64
    ) {
      self.id = id
      self.name = name
      self.role = role
      self.department = department
      self.phone = phone
      self.ownPhone = ownPhone
      self.email = email
      self.hours = hours
      self.room = room
      self.person = person
      self.isEmergency = isEmergency
      self.version = version
    }
  }

  /// Lists the whole directory, so that a device has it when it is offline.
  package struct ListContacts: Request {
    package typealias Reply = Contacts
    package static let subject = "campus.contact.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/contacts")
    package static let summary = "List the directory of the school, emergency numbers first."

    package init() {}
  }

  /// The directory of the school.
  package struct Contacts: Codable, Hashable, Sendable {
    /// Emergency numbers first, then by department and name, at most 500.
    package let items: [Contact]

    package init(items: [Contact]) {
      self.items = items
    }
  }

  /// Adds a contact to the directory. Administrators may send it.
  package struct AddContact: Request {
    package typealias Reply = Contact
    package static let subject = "campus.contact.add"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/contacts", status: 201)
    package static let faults = [
      FaultCode.contactTwice, .personUnknown, .emergencyPhoneMissing, .tooManyContacts,
    ]
    package static let summary = "Add a contact to the directory."
    /// The name of the person or the office.
    package let name: ContactText
    /// The role: `Counselor`, `Nurse`.
    package let role: ContactText
    /// The department.
    package let department: ContactText?
    /// The number at school; an emergency number needs one.
    package let phone: ContactPhone?
    /// The email address.
    package let email: EmailAddress?
    /// The office hours in words.
    package let hours: ContactText?
    /// The room.
    package let room: ContactText?
    /// The account of this person.
    package let person: PersonID?
    /// True for an emergency number; false unless given.
    package let isEmergency: Bool?

    package init(
      name: ContactText, role: ContactText, department: ContactText? = nil, phone: ContactPhone? = nil,
      email: EmailAddress? = nil, hours: ContactText? = nil, room: ContactText? = nil,
      person: PersonID? = nil, isEmergency: Bool? = nil
    ) {
      self.name = name
      self.role = role
      self.department = department
      self.phone = phone
      self.email = email
      self.hours = hours
      self.room = room
      self.person = person
      self.isEmergency = isEmergency
    }
  }

  /// Changes a contact. An absent member keeps its value, null removes it.
  package struct ChangeContact: Request {
    package typealias Reply = Contact
    package static let subject = "campus.contact.change"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/school/contacts/{id}")
    package static let faults = [
      FaultCode.notFound, .changedElsewhere, .contactTwice, .personUnknown, .emergencyPhoneMissing,
    ]
    package static let summary = "Change a contact of the directory."
    package let id: ContactID
    /// The version that was edited; a newer one refuses the change.
    package let version: Int64?
    /// The new name.
    package let name: ContactText?
    /// The new role.
    package let role: ContactText?
    /// The department.
    package let department: Patch<ContactText>
    /// The number at school.
    package let phone: Patch<ContactPhone>
    /// The email address.
    package let email: Patch<EmailAddress>
    /// The office hours in words.
    package let hours: Patch<ContactText>
    /// The room.
    package let room: Patch<ContactText>
    /// The account of this person.
    package let person: Patch<PersonID>
    /// True for an emergency number.
    package let isEmergency: Bool?

    package init(
      id: ContactID, version: Int64? = nil, name: ContactText? = nil, role: ContactText? = nil,
      department: Patch<ContactText> = .keep, phone: Patch<ContactPhone> = .keep,
      email: Patch<EmailAddress> = .keep, hours: Patch<ContactText> = .keep, room: Patch<ContactText> = .keep,
      person: Patch<PersonID> = .keep, isEmergency: Bool? = nil
    ) {
      self.id = id
      self.version = version
      self.name = name
      self.role = role
      self.department = department
      self.phone = phone
      self.email = email
      self.hours = hours
      self.room = room
      self.person = person
      self.isEmergency = isEmergency
    }
  }

  /// Deletes a contact. It also succeeds for one that does not exist.
  package struct DeleteContact: Request {
    package typealias Reply = Empty
    package static let subject = "campus.contact.delete"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/admin/school/contacts/{id}", status: 204)
    package static let summary = "Delete a contact from the directory."
    package let id: ContactID

    package init(id: ContactID) {
      self.id = id
    }
  }

  /// Returns the own number of the person and whether the directory shows it.
  package struct GetOwnContact: Request {
    package typealias Reply = OwnContact
    package static let subject = "campus.contact.own"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me/contact")
    package static let summary = "Get your own number in the directory."

    package init() {}
  }

  /// A person's own number. Nobody but the person stores or shows it.
  package struct OwnContact: Codable, Hashable, Sendable {
    /// True if the directory has a contact of this person.
    package let isListed: Bool
    /// The own number.
    package let phone: PhoneNumber?
    /// True if the directory shows the number.
    package let isShown: Bool

    package init(isListed: Bool, phone: PhoneNumber?, isShown: Bool) {
      self.isListed = isListed
      self.phone = phone
      self.isShown = isShown
    }
  }

  /// Changes the own number and whether the directory shows it. A removed number is no longer shown.
  package struct ChangeOwnContact: Request {
    package typealias Reply = OwnContact
    package static let subject = "campus.contact.changeOwn"
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/me/contact")
    package static let faults = [FaultCode.ownPhoneMissing]
    package static let summary = "Set your own number in the directory."
    /// The own number.
    package let phone: Patch<PhoneNumber>
    /// True shows it to everybody on the site.
    package let isShown: Bool?

    package init(phone: Patch<PhoneNumber> = .keep, isShown: Bool? = nil) {
      self.phone = phone
      self.isShown = isShown
    }
  }

  /// The directory changed: fetch it again.
  package struct ContactChanged: Event {
    package static let topic = "campus.contact.changed"
    package static let audience = AudienceKind.everyone

    package init() {}
  }

  /// A line of a contact, 1 to 120 characters.
  package struct ContactText: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 120
    /// The maximum size, so that the whole directory fits into one reply.
    package static let maxBytes = 120 * 8
    package static let blank = FaultCode.valueBlank
    package static let sampleText = "School nurse"
  }

  /// A number that people at school call: an extension, an emergency number or a whole one. It has 2 to 40
  /// digits, spaces and `+ - ( ) . / x # *`, of which at least 2 are digits.
  package struct ContactPhone: CheckedText {
    package let text: String
    package static let bad = FaultCode.contactPhoneBad
    package static let sampleText = "(202) 555-0143 x12"
    package init(checked text: String) { self.text = text }

    package init?(_ input: String) {
      let trimmed = Text.trim(input)
      let digits = trimmed.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard (2...40).contains(trimmed.utf8.count), digits.count >= 2,
        trimmed.utf8.allSatisfy({ "0123456789+-().,/x#* ".utf8.contains($0) })
      else { return nil }
      text = trimmed
    }

    package static var schema: JSONValue {
      ["type": "string", "minLength": 2, "maxLength": 40, "pattern": "^[0-9+().,/x#* -]+$"]
    }
  }
}

extension FaultCode {
  package static let contactPhoneBad = FaultCode(
    .invalidArgument, "contact_phone_bad", "Enter a number like (202) 555-0143 x12.")
  package static let contactTwice = FaultCode(
    .alreadyExists, "contact_twice", "The directory has this name in this role already.")
  package static let emergencyPhoneMissing = FaultCode(
    .invalidArgument, "emergency_phone_missing", "Enter the number to call in an emergency.")
  package static let tooManyContacts = FaultCode(
    .failedPrecondition, "too_many_contacts", "The directory has reached the limit of 500 contacts.")
  package static let ownPhoneMissing = FaultCode(
    .invalidArgument, "own_phone_missing", "Enter your number first.")
}
