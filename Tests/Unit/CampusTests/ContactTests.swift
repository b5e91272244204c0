import Schema
import Testing
import TestSupport

@testable import campus

@Suite("The directory shows emergency numbers first, and an own number only to whom its person allows")
struct ContactTests {
  private func add(
    _ name: String, _ role: String = "Counselor", phone: String? = nil, person: PersonID? = nil,
    department: String? = nil, isEmergency: Bool? = nil
  ) throws -> Campus.AddContact {
    Campus.AddContact(
      name: try Campus.ContactText(name), role: try Campus.ContactText(role),
      department: try department.map { try Campus.ContactText($0) },
      phone: phone.map { Campus.ContactPhone(checked: $0) }, person: person, isEmergency: isEmergency)
  }

  private func code(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch { return (error as? Fault)?.code ?? "\(error)" }
  }

  @Test("contacts stand by department and name, below the emergency numbers")
  func order() async throws {
    try await CampusProgram.with { campus in
      let ruth = TestPerson([.admin])
      for request in [
        try add("Zoe", department: "Arts"), try add("Bob", department: "Music"),
        try add("Amy", department: "Music"),
        try add("Security", "Emergency", phone: "911", isEmergency: true), try add("Front office"),
      ] { _ = try await campus.program.ask(request, as: ruth) }
      let list = try await campus.program.ask(Campus.ListContacts(), as: TestPerson()).items
      #expect(list.map(\.name.text) == ["Security", "Front office", "Zoe", "Amy", "Bob"])
    }
  }

  @Test("a change keeps what it does not name, and an older version is refused")
  func change() async throws {
    try await CampusProgram.with { campus in
      let ruth = TestPerson([.admin])
      let amy = try await campus.program.ask(try add("Amy", phone: "555-0143"), as: ruth)
      let changed = try await campus.program.ask(
        Campus.ChangeContact(id: amy.id, version: 1, department: .set(try Campus.ContactText("Music"))),
        as: ruth)
      #expect(
        changed.version == 2 && changed.phone?.text == "555-0143" && changed.department?.text == "Music")
      #expect(
        await code {
          _ = try await campus.program.ask(
            Campus.ChangeContact(id: amy.id, version: 1, phone: .clear), as: ruth)
        } == "changed_elsewhere")
      #expect(
        await code {
          _ = try await campus.program.ask(
            Campus.ChangeContact(id: amy.id, phone: .clear, isEmergency: true), as: ruth)
        } == "emergency_phone_missing")
      #expect(await code { _ = try await campus.program.ask(try add("Amy"), as: ruth) } == "contact_twice")
      for _ in 1...2 { _ = try await campus.program.ask(Campus.DeleteContact(id: amy.id), as: ruth) }
      #expect(try campus.program.published(Campus.ContactChanged.self).count == 3)
    }
  }

  @Test("an own number shows only while its person allows it, and an erased person leaves no trace")
  func own() async throws {
    try await CampusProgram.with { campus in
      let (ruth, ada) = (TestPerson([.admin]), TestPerson())
      #expect(
        await code { _ = try await campus.program.ask(try add("Ada", person: ada.id), as: ruth) }
          == "person_unknown")
      try await campus.know(ada)
      _ = try await campus.program.ask(try add("Ada", person: ada.id), as: ruth)
      func shown() async throws -> String? {
        try await campus.program.ask(Campus.ListContacts(), as: ruth).items[0].ownPhone?.text
      }
      #expect(
        await code { _ = try await campus.program.ask(Campus.ChangeOwnContact(isShown: true), as: ada) }
          == "own_phone_missing")
      let hidden = try await campus.program.ask(Campus.ChangeOwnContact(phone: .set(.sample)), as: ada)
      #expect(hidden.isListed && !hidden.isShown)
      #expect(try await shown() == nil)
      _ = try await campus.program.ask(Campus.ChangeOwnContact(isShown: true), as: ada)
      #expect(try await shown() == "+12025550143")
      let gone = try await campus.program.ask(Campus.ChangeOwnContact(phone: .clear), as: ada)
      #expect(!gone.isShown)
      #expect(try await shown() == nil)
      _ = try await campus.program.ask(Campus.ChangeOwnContact(phone: .set(.sample), isShown: true), as: ada)
      _ = try await campus.program.ask(Campus.ErasePerson(person: ada.id), from: .auth)
      let left = try await campus.program.ask(Campus.ListContacts(), as: ruth).items[0]
      #expect(left.ownPhone == nil && left.person == nil && left.name.text == "Ada")
    }
  }

  @Test("the directory has at most 500 contacts")
  func limit() async throws {
    try await CampusProgram.with { campus in
      let ruth = TestPerson([.admin])
      for number in 1...Campus.maxContacts {
        _ = try await campus.program.ask(try add("C\(number)"), as: ruth)
      }
      #expect(
        await code { _ = try await campus.program.ask(try add("One more"), as: ruth) } == "too_many_contacts")
    }
  }

  @Test(
    "a number that can be called is taken as it is typed",
    arguments: [
      ("911", true), ("(202) 555-0143 x12", true), ("+49 30 1234/56", true), ("1", false), ("call me", false),
      ("9", false), (String(repeating: "1", count: 41), false), ("12\n34", false),
    ])
  func phones(text: String, isGood: Bool) {
    #expect((Campus.ContactPhone(text) != nil) == isGood)
  }
}
