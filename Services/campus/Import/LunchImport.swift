import Schema
import ServiceKit
import Store

/// The menus of lunch as a table: a row for each dish. The dishes of a day are those of the file.
enum LunchImport: ImportTable {
  static let kind = Campus.ImportKind.lunch
  static let key = ["date"]
  static let columns =
    [
      ImportColumn("date", .date, as: nil, "day", "datum"),
      .part("station", as: nil, "counter", "ausgabe"),
      .part("dish", as: "name", "meal", "name", "gericht"),
      .part("allergens", .words, as: nil, "allergene"),
      .part("diets", .words, as: nil, "diet"),
      .part("price", as: nil, "preis"),
      .part("currency", as: nil, "währung"),
    ] + nutrition.map { .part($0, .number) }

  private static let nutrition = [
    "energy", "fat", "saturates", "carbohydrates", "sugar", "fiber", "protein", "salt",
  ]
  /// More days than a school has menus of at once.
  static let maxDays = 4000

  static func stored(_ db: borrowing Database) throws -> [ImportEntry] {
    try db.importedLunches().map { row in
      ImportEntry(
        head: ["date": .string(row.date.description)],
        parts: row.stations.flatMap { station in station.dishes.map { cells(of: $0, at: station.name.text) } }
      )
    }
  }

  private static func cells(of dish: Campus.Dish, at station: String) -> ImportCells {
    var cells: ImportCells = ["station": .string(station), "dish": .string(dish.name.text)]
    if !dish.allergens.isEmpty { cells["allergens"] = .array(dish.allergens.map { .string($0.rawValue) }) }
    if !dish.diets.isEmpty { cells["diets"] = .array(dish.diets.map { .string($0.rawValue) }) }
    if let price = dish.price {
      cells["price"] = .string(text(of: price, digits: dish.digits ?? 0))
      cells["currency"] = dish.currency.map { .string($0.text) }
    }
    cells["energy"] = dish.energy.map { .int(Int64($0.count)) }
    let grams = [
      ("fat", dish.fat), ("saturates", dish.saturates), ("carbohydrates", dish.carbohydrates),
      ("sugar", dish.sugar), ("fiber", dish.fiber), ("protein", dish.protein), ("salt", dish.salt),
    ]
    for (name, value) in grams {
      cells[name] = value.map { value in Int64(exactly: value.value).map { .int($0) } ?? .double(value.value)
      }
    }
    return cells
  }

  /// `4.25` for 425 minor units with two decimals.
  private static func text(of units: Int64, digits: Int) -> String {
    guard digits > 0 else { return String(units) }
    let all = String(units)
    let padded = String(repeating: "0", count: max(0, digits + 1 - all.count)) + all
    return "\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }

  /// The dishes of a station are together, and allergens in the order of the codes.
  static func normal(_ entry: ImportEntry) -> ImportEntry {
    var entry = entry
    for index in entry.parts.indices {
      for (name, order) in [
        ("allergens", Campus.Allergen.allCases.map(\.rawValue)),
        ("diets", Campus.Diet.allCases.map(\.rawValue)),
      ] {
        guard case .array(let words)? = entry.parts[index][name] else { continue }
        entry.parts[index][name] = .array(
          words.sorted { left, right in
            func place(_ word: JSONValue) -> Int {
              guard case .string(let text) = word else { return order.count }
              return order.firstIndex(of: text) ?? order.count
            }
            return place(left) < place(right)
          })
      }
    }
    return entry
  }

  static func put(_ changes: [ImportChange], _ run: inout ImportRun, _ db: borrowing Database) throws {
    let call = run.call
    for change in changes {
      var stations: [(name: JSONValue, dishes: [JSONValue], parts: [Int])] = []
      for (index, part) in change.entry.parts.enumerated() {
        guard let name = part["station"] else {
          run.refuse(change, column: "station", part: index, .importCellEmpty)
          continue
        }
        let dish = JSONValue.object(members(of: part, parts: true).filter { $0.name != "station" })
        if let place = stations.firstIndex(where: { $0.name == name }) {
          stations[place].dishes.append(dish)
          stations[place].parts.append(index)
        } else {
          stations.append((name, [dish], [index]))
        }
      }
      let listed = stations.map { station in
        JSONValue.object([
          JSONValue.Member("name", station.name), JSONValue.Member("dishes", .array(station.dishes)),
        ])
      }
      let members = self.members(of: change.entry.head) + [JSONValue.Member("stations", .array(listed))]
      let places = stations.map(\.parts)
      try run.store(Campus.SetLunch.self, members, of: change) { numbers in
        guard let station = numbers.first, places.indices.contains(station) else { return nil }
        guard numbers.count > 1 else { return places[station].first }
        return places[station].indices.contains(numbers[1]) ? places[station][numbers[1]] : nil
      } _: { request in
        try request.date.checkEntered("date")
        let old = try db.lunch(on: request.date)?.stations ?? []
        let menu = try LunchMenu(request.stations, replacing: old, locale: request.locale, at: call.now)
        try db.setLunch(menu, on: request.date, call)
      }
    }
  }
}

extension Database {
  /// The menus of all days, by date.
  func importedLunches() throws -> [LunchRow] {
    try all(
      "SELECT date, stations, version FROM lunch ORDER BY date LIMIT ?", LunchImport.maxDays,
      map: LunchRow.init(row:)
    ).filter { !$0.stations.isEmpty }
  }
}
