import Schema
import ServiceKit
import Store

/// The directory: everybody reads it, administrators change it, each person decides about their own number.
extension CampusService {
  func registerContacts(in handlers: inout Handlers) {
    handlers.on(Campus.ListContacts.self, listContacts)
    handlers.on(Campus.AddContact.self, addContact)
    handlers.on(Campus.ChangeContact.self, changeContact)
    handlers.on(Campus.DeleteContact.self, deleteContact)
    handlers.on(Campus.GetOwnContact.self, getOwnContact)
    handlers.on(Campus.ChangeOwnContact.self, changeOwnContact)
  }

  func listContacts(_ request: Campus.ListContacts, _ call: Call) async throws -> Campus.Contacts {
    Campus.Contacts(items: try await call.read { try $0.contacts() })
  }

  func addContact(
    _ request: Campus.AddContact, _ call: Call
  ) async throws -> EncodedReply<Campus.Contact> {
    try await call.write { db in
      let id = ContactID.timed(call.now)
      try db.put(
        Campus.Contact(
          id: id, name: request.name, role: request.role, department: request.department,
          phone: request.phone, ownPhone: nil, email: request.email, hours: request.hours, room: request.room,
          person: request.person, isEmergency: request.isEmergency ?? false, version: 1), call)
      try db.audit(.schoolChanged, of: id.description, "added the contact \(request.name)", call)
      return try db.contact(id)
    }
  }

  func changeContact(
    _ request: Campus.ChangeContact, _ call: Call
  ) async throws -> EncodedReply<Campus.Contact> {
    try await call.write { db in
      let old = try db.contact(request.id)
      guard (request.version ?? old.version) == old.version else {
        throw try Fault.changedElsewhere(current: old)
      }
      let new = old.applying(request)
      guard new != old else { return old }
      try db.put(new.numbered(old.version + 1), call)
      try db.audit(.schoolChanged, of: old.id.description, "changed the contact \(new.name)", call)
      return try db.contact(old.id)
    }
  }

  func deleteContact(_ request: Campus.DeleteContact, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard let old = try db.storedContact(request.id) else { return Empty() }
      try db.remove(old, call)
      try db.audit(.schoolChanged, of: old.id.description, "deleted the contact \(old.name)", call)
      return Empty()
    }
  }

  func getOwnContact(_ request: Campus.GetOwnContact, _ call: Call) async throws -> Campus.OwnContact {
    let person = try call.person
    return try await call.read { try $0.ownContact(of: person) }
  }

  func changeOwnContact(
    _ request: Campus.ChangeOwnContact, _ call: Call
  ) async throws -> EncodedReply<Campus.OwnContact> {
    let person = try call.person
    return try await call.write { db in
      let old = try db.ownContact(of: person)
      let phone = request.phone.applied(to: old.phone)
      if request.isShown == true, phone == nil { throw Fault(.ownPhoneMissing, field: "phone") }
      let new = Campus.OwnContact(
        isListed: old.isListed, phone: phone, isShown: phone != nil && (request.isShown ?? old.isShown))
      guard new != old else { return old }
      try db.setOwnContact(new, of: person)
      if new.isListed, new.isShown || old.isShown {
        try db.publish(Campus.ContactChanged(), to: .everyone, call)
      }
      return new
    }
  }
}

extension Campus.Contact {
  fileprivate func applying(_ request: Campus.ChangeContact) -> Campus.Contact {
    Campus.Contact(
      id: id, name: request.name ?? name, role: request.role ?? role,
      department: request.department.applied(to: department), phone: request.phone.applied(to: phone),
      ownPhone: ownPhone, email: request.email.applied(to: email), hours: request.hours.applied(to: hours),
      room: request.room.applied(to: room), person: request.person.applied(to: person),
      isEmergency: request.isEmergency ?? isEmergency, version: version)
  }

  func numbered(_ version: Int64) -> Campus.Contact {
    Campus.Contact(
      id: id, name: name, role: role, department: department, phone: phone, ownPhone: ownPhone, email: email,
      hours: hours, room: room, person: person, isEmergency: isEmergency, version: version)
  }
}
