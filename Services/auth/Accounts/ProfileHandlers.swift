import Calendar
import Schema
import ServiceKit
import Store

/// A person's own profile, and the part of it that others see.
extension AuthService {
  /// The limit of profiles per request.
  static let maxProfiles = 100

  func me(_ request: Auth.Me, _ call: Call) async throws -> Auth.OwnProfile {
    let person = try call.person
    return try await call.read { db in
      guard let row = try db.livingPerson(person) else { throw Fault(.signInRequired) }
      return row.profile
    }
  }

  func updateMe(_ request: Auth.UpdateMe, _ call: Call) async throws -> EncodedReply<Auth.OwnProfile> {
    let person = try call.person
    let cleared = [("firstName", request.firstName == .clear), ("lastName", request.lastName == .clear)]
    let blank = cleared.filter(\.1).map { Fault.Field($0.0, .nameBlank) }
    guard blank.isEmpty else { throw Fault(.nameBlank, fields: blank) }
    if case .set(let zone) = request.zone {
      do { _ = try Zone.named(zone) } catch { throw Fault(error.code, field: "zone") }
    }
    return try await call.write { db in
      guard let current = try db.livingPerson(person) else { throw Fault(.signInRequired) }
      var row = current
      row.apply(request)
      guard try db.updateProfile(row, from: request.version) else {
        throw try Fault.changedElsewhere(current: current.profile)
      }
      try db.publishProfile(row, call)
      return row.profile
    }
  }

  /// Not a part of the profile's version: an edit of the profile elsewhere is no conflict with it.
  func arrangeToday(
    _ request: Auth.ArrangeToday, _ call: Call
  ) async throws -> EncodedReply<Auth.TodayArrangement> {
    let person = try call.person
    let today = Auth.TodayArrangement(order: request.order, hidden: request.hidden)
    return try await call.write { db in
      guard try db.livingPerson(person) != nil else { throw Fault(.signInRequired) }
      try db.setToday(today, of: person)
      try db.publish(Auth.TodayArranged(today: today), to: .people([person]), call)
      return today
    }
  }

  func getPerson(_ request: Auth.GetPerson, _ call: Call) async throws -> Auth.Profile {
    let asker = try call.person
    return try await call.read { db in
      guard let row = try db.livingPerson(request.id) else { throw Fault(.notFound) }
      return row.seen(as: request.id == asker ? .oneself : .campus)
    }
  }

  func listProfiles(_ request: Auth.ListProfiles, _ call: Call) async throws -> Auth.Profiles {
    let view: ProfileView = request.relation == .campus ? .campus : .room
    let people = request.people.prefix(AuthService.maxProfiles)
    return try await call.read { db in
      Auth.Profiles(items: try people.compactMap { try db.livingPerson($0)?.seen(as: view) })
    }
  }

  /// Returns the address to the program that mails notifications; no other program may ask.
  func getAddress(_ request: Auth.GetAddress, _ call: Call) async throws -> Auth.PersonAddress {
    try await call.read { db in
      guard let row = try db.livingPerson(request.person), !row.isBlocked else { throw Fault(.notFound) }
      return Auth.PersonAddress(email: row.email, isVerified: row.isVerified, firstName: row.firstName)
    }
  }

  func findPerson(_ request: Auth.FindPerson, _ call: Call) async throws -> Auth.FoundPerson {
    try await call.read { db in
      guard let row = try db.person(email: request.email.text), !row.isErasing else {
        throw Fault(.notFound)
      }
      return Auth.FoundPerson(person: row.id, firstName: row.firstName, lastName: row.lastName)
    }
  }

  /// The limit of addresses, and of ids, in one request.
  static let maxFound = 200

  func findPeople(_ request: Auth.FindPeople, _ call: Call) async throws -> Auth.FoundPeople {
    let (needsProof, emails) = (sendsMail, request.emails.prefix(AuthService.maxFound))
    let people = request.people.prefix(AuthService.maxFound)
    return try await call.read { db in
      let rows =
        try emails.compactMap { try db.person(email: $0.text) } + people.compactMap { try db.person($0) }
      let usable = rows.filter { !$0.isErasing && ($0.isVerified || !needsProof) }
      return Auth.FoundPeople(
        items: usable.map { row in
          Auth.FoundAccount(
            person: row.id, email: EmailAddress(checked: row.email), firstName: row.firstName,
            lastName: row.lastName)
        })
    }
  }
}

/// The relation of a viewer to a profile, from distant to close.
enum ProfileView: Int, Sendable {
  case campus, room, oneself

  func shows(_ visibility: Auth.Visibility) -> Bool {
    switch visibility {
    case .campus: true
    case .room: rawValue >= ProfileView.room.rawValue
    case .nobody: self == .oneself
    }
  }
}

extension PersonRow {
  func seen(as view: ProfileView) -> Auth.Profile {
    func shown<Value>(_ value: Value?, _ visibility: Auth.Visibility) -> Value? {
      view.shows(visibility) ? value : nil
    }
    return Auth.Profile(
      id: id, firstName: firstName, lastName: lastName, pronouns: shown(pronouns, visibleTo.pronouns),
      concentration: shown(concentration, visibleTo.concentration),
      hometown: shown(hometown, visibleTo.hometown), phone: shown(phone, visibleTo.phone),
      languages: shown(languages, visibleTo.languages), allergies: shown(allergies, visibleTo.allergies),
      color: color, picture: shown(picture, isAway ? .nobody : .room))
  }

  fileprivate mutating func apply(_ request: Auth.UpdateMe) {
    firstName = request.firstName.map(\.text).applied(to: firstName) ?? firstName
    lastName = request.lastName.map(\.text).applied(to: lastName) ?? lastName
    pronouns = request.pronouns.map(\.text).applied(to: pronouns)
    concentration = request.concentration.map(\.text).applied(to: concentration)
    hometown = request.hometown.map(\.text).applied(to: hometown)
    phone = request.phone.map(\.text).applied(to: phone)
    languages = request.languages.applied(to: languages)
    allergies = request.allergies.map(\.text).applied(to: allergies)
    zone = request.zone.applied(to: zone)
    color = request.color.applied(to: color)
    let change = request.visibleTo
    visibleTo = Auth.FieldVisibility(
      pronouns: change?.pronouns ?? visibleTo.pronouns,
      concentration: change?.concentration ?? visibleTo.concentration,
      hometown: change?.hometown ?? visibleTo.hometown, phone: change?.phone ?? visibleTo.phone,
      languages: change?.languages ?? visibleTo.languages,
      allergies: change?.allergies ?? visibleTo.allergies)
    version += 1
  }
}
