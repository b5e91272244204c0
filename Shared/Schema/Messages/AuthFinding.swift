/// Accounts that other programs find by address.
extension Auth {
  /// Returns the accounts with these email addresses, and those with these ids. On a site that sends mail, an
  /// account with an address that nobody has confirmed is left out: its address is only a claim.
  package struct FindPeople: Request {
    package typealias Reply = FoundPeople
    package static let subject = "auth.person.findMany"
    package static let access = Access.programs
    package static let callers = [ProgramName.attendance, .campus]
    package static let summary = "Whose accounts have these email addresses or ids."
    /// At most 200.
    package let emails: [EmailAddress]
    /// At most 200.
    package let people: [PersonID]

    package init(emails: [EmailAddress] = [], people: [PersonID] = []) {
      self.emails = emails
      self.people = people
    }
  }

  package struct FoundPeople: Codable, Hashable, Sendable {
    package let items: [FoundAccount]

    package init(items: [FoundAccount]) {
      self.items = items
    }
  }

  /// An account and its address.
  package struct FoundAccount: Codable, Hashable, Sendable {
    package let person: PersonID
    /// The email address of the account.
    package let email: EmailAddress
    /// The first name.
    package let firstName: String
    /// The last name.
    package let lastName: String

    package init(person: PersonID, email: EmailAddress, firstName: String, lastName: String) {
      self.person = person
      self.email = email
      self.firstName = firstName
      self.lastName = lastName
    }
  }
}
