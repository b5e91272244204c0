/// What a person is greeted with.
package enum Greeter {
  package static let requests: [any Request.Type] = [
    GetGreeting.self, SetGreeting.self, ExportPerson.self, ErasePerson.self,
  ]
  package static let events: [any Event.Type] = [GreetingChanged.self]

  package struct Greeting: Codable, Hashable, Sendable {
    /// Absent until a person has chosen one.
    package let text: GreetingText?

    package init(text: GreetingText?) {
      self.text = text
    }
  }

  package struct GetGreeting: Request {
    package typealias Reply = Greeting
    package static let subject = "greeter.greeting.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/greeting")
    package static let summary = "What you are greeted with."

    package init() {}
  }

  package struct SetGreeting: Request {
    package typealias Reply = Greeting
    package static let subject = "greeter.greeting.set"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/greeting")
    package static let summary = "Choose what you are greeted with."
    package let text: GreetingText

    package init(text: GreetingText) {
      self.text = text
    }
  }

  package struct GreetingChanged: Event {
    package static let topic = "greeter.greeting.changed"
    package static let audience = AudienceKind.people
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }

  package struct ExportPerson: Request {
    package typealias Reply = PersonExport
    package static let subject = "greeter.person.export"
    package static let scope: TokenScope? = nil
    package static let callers = [ProgramName.gateway]
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "Everything the greeter holds on a person."
    package let cursor: Cursor?

    package init(cursor: Cursor? = nil) {
      self.cursor = cursor
    }
  }

  package struct PersonExport: Codable, Sendable {
    package let greeting: GreetingText?
    package let next: Cursor?

    package init(greeting: GreetingText?, next: Cursor?) {
      self.greeting = greeting
      self.next = next
    }
  }

  package struct ErasePerson: PersonErasure {
    package typealias Reply = Empty
    package static let subject = "greeter.person.erase"
    package static let access = Access.programs
    package static let callers = [ProgramName.auth]
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let summary = "Forget a person."
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }
}

package struct GreetingText: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let longest = 60
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Good morning, Ada!"
}

extension ProgramName {
  package static let greeter = ProgramName("greeter")
}
