import Schema

/// The stations of a day as they are entered, checked against each other.
struct LunchMenu: Sendable, Hashable {
  let stations: [Campus.LunchStation]

  /// - Parameter old: The menu that it replaces. A dish keeps its id while its station and name stay.
  /// - Throws: The fault of the first member that is wrong.
  init(
    _ entered: [Campus.NewStation], replacing old: [Campus.LunchStation], locale: LocaleName?, at now: Instant
  ) throws(Fault) {
    let count = entered.reduce(0) { $0 + $1.dishes.count }
    guard entered.count <= Campus.maxStations, count <= Campus.maxDishes else {
      throw Fault(.tooManyDishes, field: "stations")
    }
    var ids: [[String]: DishID] = [:]
    for station in old {
      for dish in station.dishes { ids[[station.name.text, dish.name.text]] = dish.id }
    }
    var stations: [Campus.LunchStation] = []
    var names: Set<Campus.StationName> = []
    for (place, station) in entered.enumerated() {
      let field = "stations.\(place)"
      guard names.insert(station.name).inserted else { throw Fault(.stationTwice, field: "\(field).name") }
      guard !station.dishes.isEmpty else { throw Fault(.stationEmpty, field: "\(field).dishes") }
      var dishes: [Campus.Dish] = []
      var seen: Set<Campus.DishName> = []
      for (index, dish) in station.dishes.enumerated() {
        let member = "\(field).dishes.\(index)"
        guard seen.insert(dish.name).inserted else { throw Fault(.dishTwice, field: "\(member).name") }
        let id = ids[[station.name.text, dish.name.text]] ?? .timed(now)
        dishes.append(try dish.dish(id, locale: locale, at: "\(member)."))
      }
      stations.append(Campus.LunchStation(name: station.name, dishes: dishes))
    }
    self.stations = stations
  }
}

extension Campus.NewDish {
  /// The dish, if all of its members fit together.
  /// - Parameter path: What stands before the name of a member in a fault.
  func dish(_ id: DishID, locale: LocaleName?, at path: String = "") throws(Fault) -> Campus.Dish {
    if let sugar, let carbohydrates, sugar.value > carbohydrates.value {
      throw Fault(.sugarTooHigh, field: "\(path)sugar")
    }
    if let saturates, let fat, saturates.value > fat.value {
      throw Fault(.saturatesTooHigh, field: "\(path)saturates")
    }
    let cost = try cost(in: locale, at: path)
    return Campus.Dish(
      id: id, name: name, allergens: (allergens?.all ?? []).complete,
      diets: Campus.Diet.allCases.filter { diets?.all.contains($0) == true }, price: cost?.units,
      currency: cost?.currency, digits: cost?.digits, energy: energy, fat: fat, saturates: saturates,
      carbohydrates: carbohydrates, sugar: sugar, fiber: fiber, protein: protein, salt: salt)
  }

  private func cost(
    in locale: LocaleName?, at path: String
  ) throws(Fault) -> (units: Int64, currency: CurrencyCode, digits: Int)? {
    guard let price else { return nil }
    guard let currency, let digits = currency.digits else {
      throw Fault(.currencyUnknown, field: "\(path)currency")
    }
    guard let units = price.units(in: currency, digits: digits, locale: locale) else {
      throw Fault(.priceBad, field: "\(path)price")
    }
    guard units >= 0 else { throw Fault(.priceNegative, field: "\(path)price") }
    return (units, currency, digits)
  }
}

extension [Campus.Allergen] {
  /// Each once, in the order of the codes. Wheat is a cereal with gluten.
  var complete: [Campus.Allergen] {
    let named = Set(contains(.wheat) ? self + [.gluten] : self)
    return Campus.Allergen.allCases.filter(named.contains)
  }
}
