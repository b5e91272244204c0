import Schema
import SiteCommands
import Terminal

/// `quad people`: other people of the campus.
enum PeopleCommand: Command {
  static let name = "people"
  static let summary = "Show the profile of another person"
  static let verbs = [
    Verb.person("", "WHO", summary) { visit in
      let id = try await visit.roommate(visit.arguments.exactly("WHO")[0])
      let person = try await visit.send(Auth.GetPerson(id: id))
      try await visit.show(person) {
        Output.say(
          Facts([
            ("Name", "\(person.firstName) \(person.lastName)"), ("Pronouns", person.pronouns),
            ("Concentration", person.concentration), ("Hometown", person.hometown), ("Phone", person.phone),
            ("Languages", person.languages?.all.map(\.text).joined(separator: ", ")),
            ("Allergies", person.allergies),
            ("Color", (person.color ?? .standard(of: person.id)).rawValue),
          ]))
      }
    }
  ]
  static let notes =
    "WHO is an id, a row number from quad room mates, or the name of a roommate. You see what they share."
}
