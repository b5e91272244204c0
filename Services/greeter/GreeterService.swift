import Schema
import ServiceKit
import Store

/// What each person is greeted with.
struct GreeterService: Service {
  static let program = ProgramName.greeter
  static let migrations = [GreeterStore.greetings]

  init(_ setup: ServiceSetup) throws {}

  func register(in handlers: inout Handlers) {
    handlers.on(Greeter.GetGreeting.self, getGreeting)
    handlers.on(Greeter.SetGreeting.self, setGreeting)
    handlers.on(Greeter.ExportPerson.self, exportPerson)
    handlers.on(Greeter.ErasePerson.self, erasePerson)
    handlers.tellsSnapshot { db in
      try db.greeted().map {
        try OutboxEvent.snapshot(of: Greeter.GreetingChanged(person: $0), to: .people([]))
      }
    }
  }

  func getGreeting(_ request: Greeter.GetGreeting, _ call: Call) async throws -> Greeter.Greeting {
    let person = try call.person
    return Greeter.Greeting(text: try await call.read { db in try db.greeting(of: person) })
  }

  func setGreeting(_ request: Greeter.SetGreeting, _ call: Call) async throws -> Greeter.Greeting {
    let person = try call.person
    return try await call.write { db in
      guard try db.greeting(of: person) != request.text else { return Greeter.Greeting(text: request.text) }
      try db.greet(person, with: request.text)
      try db.tell(Greeter.GreetingChanged(person: person), to: .people([person]), call)
      return Greeter.Greeting(text: request.text)
    }
  }

  func exportPerson(_ request: Greeter.ExportPerson, _ call: Call) async throws -> Greeter.PersonExport {
    let person = try call.person
    guard request.cursor == nil else { throw Fault(.cursorBad, field: "cursor") }
    return try await call.read { db in
      Greeter.PersonExport(greeting: try db.greeting(of: person), next: nil)
    }
  }

  func erasePerson(_ request: Greeter.ErasePerson, _ call: Call) async throws -> Empty {
    try await call.write { db in
      try db.forget(request.person)
      return Empty()
    }
  }
}
