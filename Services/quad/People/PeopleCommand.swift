import Schema
import SiteCommands
import Terminal

/// `quad people`: other people of the campus.
enum PeopleCommand: Command {
  static let name = "people"
  static let summary = "Show the profile of another person"
  static let verbs = [
    Verb.person("", "ID", summary) { visit in
      let id: PersonID = try visit.id(try visit.arguments.exactly("ID")[0], of: AdminPeople.kind)
      let person = try await visit.send(Auth.GetPerson(id: id))
      try await visit.show(person) {
        Output.say(
          Facts([
            ("Name", "\(person.firstName) \(person.lastName)"), ("Pronouns", person.pronouns),
            ("Concentration", person.concentration), ("Hometown", person.hometown), ("Phone", person.phone),
            ("Languages", person.languages?.all.map(\.text).joined(separator: ", ")),
            ("Allergies", person.allergies),
          ]))
      }
    }
  ]
  static let notes =
    "ID is an id, or a row number from quad room mates. You see what the person shares with you."
}
