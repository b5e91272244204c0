import Calendar
import Schema
import SiteCommands
import Terminal

/// Lunch and the directory.
enum SchoolLists {
  @Sendable static func lunch(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    var date: CivilDate?
    if let text = visit.arguments.words.first {
      let zone = try SchoolDayVerbs.zone(of: try await visit.send(Campus.GetSchool()))
      date = try SchoolDayVerbs.typedDate(text, in: zone)
    }
    let lunch = try await visit.send(Campus.GetLunch(date: date))
    try await visit.show(lunch) {
      Output.say(StyledText(Phrases.date(lunch.date), .bold))
      guard !lunch.stations.isEmpty else {
        Output.say(lunch.isSchoolDay ? "Not published yet." : "No school.")
        if let next = lunch.nextDate { Output.say("Next school day: \(Phrases.date(next))") }
        return
      }
      var table = Table([.text("STATION"), .text("DISH"), .right("PRICE"), .text("CONTAINS")])
      for station in lunch.stations {
        for (index, dish) in station.dishes.enumerated() {
          let price = dish.price.map { Price.text($0, digits: dish.digits ?? 0, in: MoneyLocale.environment) }
          let cost = [price, dish.currency?.text].compactMap { $0 }.joined(separator: " ")
          let contains = dish.allergens.map { words(for: $0) }.joined(separator: ", ")
          table.add([
            StyledText(index == 0 ? Plain.line(station.name.text) : ""),
            StyledText(Plain.line(dish.name.text)), StyledText(price == nil ? "" : cost),
            StyledText(contains, .dim),
          ])
        }
      }
      Output.say(table.filled)
    }
  }

  private static func words(for allergen: Campus.Allergen) -> String {
    allergen == .treeNuts ? "tree nuts" : allergen.rawValue
  }

  @Sendable static func contacts(_ visit: Visit) async throws {
    let words = visit.arguments.words.map { $0.lowercased() }
    let items = try await visit.send(Campus.ListContacts()).items.filter { contact in
      let text = [
        contact.name.text, contact.role.text, contact.department?.text, contact.room?.text,
        contact.email?.text,
      ].compactMap { $0 }.joined(separator: " ").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    try await visit.show(items) {
      guard !items.isEmpty else {
        return Output.say(words.isEmpty ? "The directory is empty." : "No contact has these words.")
      }
      var table = Table([.text("NAME"), .text("ROLE"), .left("PHONE"), .left("EMAIL"), .text("HOURS")])
      for contact in items {
        let phone = contact.phone?.text ?? contact.ownPhone?.text ?? ""
        table.add([
          StyledText(Plain.line(contact.name.text), contact.isEmergency ? .red : .plain),
          StyledText(Plain.line(contact.role.text)), StyledText(Plain.line(phone)),
          StyledText(Plain.line(contact.email?.text ?? "")),
          StyledText(Plain.line(contact.hours?.text ?? "")),
        ])
      }
      Output.say(table.filled)
    }
  }
}
