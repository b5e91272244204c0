import Schema
import Testing
import TestSupport

@testable import campus

@Suite("A menu is stored as a whole and checked dish by dish")
struct LunchTests {
  private static let day = CivilDate(daysSince1970: 20_743)  // 2026-10-17, a Saturday

  private func station(_ name: String, _ dishes: Campus.NewDish...) throws -> Campus.NewStation {
    Campus.NewStation(name: try Campus.StationName(name), dishes: dishes)
  }

  private func dish(
    _ name: String, allergens: [Campus.Allergen] = [], price: PriceInput? = nil, currency: String? = nil,
    fat: Double? = nil, saturates: Double? = nil, carbohydrates: Double? = nil, sugar: Double? = nil
  ) throws -> Campus.NewDish {
    Campus.NewDish(
      name: try Campus.DishName(name), allergens: Campus.Allergens(allergens), price: price,
      currency: currency.map { CurrencyCode(checked: $0) }, fat: fat.map { Campus.Grams(checked: $0) },
      saturates: saturates.map { Campus.Grams(checked: $0) },
      carbohydrates: carbohydrates.map { Campus.Grams(checked: $0) },
      sugar: sugar.map { Campus.Grams(checked: $0) })
  }

  private func refusal(_ stations: [Campus.NewStation]) -> [String] {
    do throws(Fault) {
      _ = try LunchMenu(stations, replacing: [], locale: nil, at: Program.start)
      return []
    } catch { return [error.code, error.fields?.first?.field ?? ""] }
  }

  @Test("a menu is published, changed and withdrawn, and a dish keeps its id while its name stays")
  func whole() async throws {
    try await CampusProgram.with { campus in
      let ruth = TestPerson([.admin])
      let before = try await campus.program.ask(Campus.GetLunch(date: Self.day), as: ruth)
      #expect(!before.isPublished && before.stations.isEmpty && before.version == 0)
      let grill = try station("Grill", try dish("Burger", price: .text("4.50"), currency: "USD"))
      let first = try await campus.program.ask(
        Campus.SetLunch(date: Self.day, version: 0, stations: [grill]), as: ruth)
      #expect(first.isPublished && first.version == 1 && !first.isSchoolDay)
      #expect(first.stations[0].dishes[0].price == 450 && first.stations[0].dishes[0].digits == 2)
      let more = try station("Grill", try dish("Fries"), try dish("Burger"))
      let second = try await campus.program.ask(Campus.SetLunch(date: Self.day, stations: [more]), as: ruth)
      #expect(second.version == 2 && second.stations[0].dishes[1].id == first.stations[0].dishes[0].id)
      #expect(second.stations[0].dishes[1].price == nil)
      _ = try await campus.program.ask(Campus.SetLunch(date: Self.day, stations: [more]), as: ruth)
      let none = try await campus.program.ask(Campus.SetLunch(date: Self.day, stations: []), as: ruth)
      #expect(!none.isPublished && none.version == 3)
      #expect(try campus.program.published(Campus.LunchChanged.self).count == 3)
    }
  }

  @Test("an edit of an older version shows the newer one")
  func elsewhere() async throws {
    try await CampusProgram.with { campus in
      let ruth = TestPerson([.admin])
      let grill = try station("Grill", try dish("Burger"))
      _ = try await campus.program.ask(Campus.SetLunch(date: Self.day, stations: [grill]), as: ruth)
      await #expect(throws: Fault.self) {
        _ = try await campus.program.ask(Campus.SetLunch(date: Self.day, version: 0, stations: []), as: ruth)
      }
      #expect(try await campus.program.ask(Campus.GetLunch(date: Self.day), as: ruth).version == 1)
    }
  }

  @Test("only an administrator sets a menu")
  func access() async throws {
    try await CampusProgram.with { campus in
      await #expect(throws: Fault.self) {
        _ = try await campus.program.ask(Campus.SetLunch(date: Self.day, stations: []), as: TestPerson())
      }
    }
  }

  @Test("a dish that cannot be is refused by its member")
  func impossible() throws {
    let grill = "Grill"
    #expect(
      refusal([try station(grill, try dish("A"), try dish("B", carbohydrates: 20, sugar: 20.1))])
        == ["sugar_too_high", "stations.0.dishes.1.sugar"])
    #expect(refusal([try station(grill, try dish("B", carbohydrates: 20, sugar: 20))]) == [])
    #expect(
      refusal([try station(grill, try dish("A", fat: 1, saturates: 2))])
        == ["saturates_too_high", "stations.0.dishes.0.saturates"])
    for (price, currency, code, member) in [
      (PriceInput.minorUnits(-1), "USD" as String?, "price_negative", "price"),
      (.text("free"), "USD", "price_bad", "price"), (.text("1.00"), nil, "currency_unknown", "currency"),
      (.text("1.00"), "XXQ", "currency_unknown", "currency"),
    ] {
      #expect(
        refusal([try station(grill, try dish("A", price: price, currency: currency))])
          == [code, "stations.0.dishes.0.\(member)"])
    }
    #expect(refusal([try station(grill, try dish("A"), try dish("A"))])[0] == "dish_twice")
    #expect(
      refusal([try station(grill, try dish("A")), try station(grill, try dish("B"))])
        == ["station_twice", "stations.1.name"])
    #expect(refusal([try station(grill)]) == ["station_empty", "stations.0.dishes"])
  }

  @Test("a day has at most 60 dishes and 20 stations")
  func limits() throws {
    func menu(_ stations: Int, _ dishes: Int) throws -> [Campus.NewStation] {
      try (1...stations).map { number in
        Campus.NewStation(
          name: try Campus.StationName("S\(number)"), dishes: try (1...dishes).map { try dish("D\($0)") })
      }
    }
    #expect(refusal(try menu(1, 60)) == [])
    #expect(refusal(try menu(1, 61)) == ["too_many_dishes", "stations"])
    #expect(refusal(try menu(20, 3)) == [])
    #expect(refusal(try menu(21, 1)) == ["too_many_dishes", "stations"])
  }

  @Test("wheat comes with gluten, and the codes stand in one order")
  func allergens() throws {
    #expect([Campus.Allergen.wheat, .milk].complete == [.milk, .wheat, .gluten])
    #expect([Campus.Allergen.gluten].complete == [.gluten])
    #expect(Campus.Allergens([.milk, .milk]) == nil && Campus.Allergen.allCases.count == 15)
  }
}
