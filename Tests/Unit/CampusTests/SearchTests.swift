import Schema
import TestSupport
import Testing

@testable import campus

@Suite("A search finds what the school shows to everybody")
struct SearchTests {
  @Test("classes, activities, contacts, dishes and entries, each of a kind by how well it matches")
  func kinds() async throws {
    try await SampleSchool.with { school in
      let ruth = TestPerson([.admin])
      let today = SampleSchool.friday
      let dish = Campus.NewDish(name: try Campus.DishName("Crêpes"), allergens: Campus.Allergens([]))
      _ = try await school.program.ask(
        Campus.SetLunch(
          date: today, stations: [Campus.NewStation(name: try Campus.StationName("Grill"), dishes: [dish])]),
        as: ruth)
      _ = try await school.program.ask(
        Campus.AddContact(name: try Campus.ContactText("Crepe van"), role: try Campus.ContactText("Kitchen")),
        as: ruth)
      _ = try await school.program.ask(
        Campus.AddEntry(title: try Campus.EntryTitle("Crepe day"), starts: today), as: ruth)
      func found(_ words: String) async throws -> [String] {
        try await school.program.ask(Campus.SearchSchool(q: SearchWords(checked: words)), as: TestPerson())
          .items.map { "\($0.kind.rawValue) \($0.title)" }
      }
      #expect(try await found("crepe") == ["contact Crepe van", "dish Crêpes", "entry Crepe day"])
      #expect(try await found("crpees") == ["dish Crêpes"])
      #expect(try await found("kitchen") == ["contact Crepe van"])
      #expect(try await found("nothing here") == [])
    }
  }
}
