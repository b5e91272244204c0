/// The menus of lunch. A day's menu is stored and replaced as a whole.
extension Campus {
  static let lunchRequests: [any Request.Type] = [GetLunch.self, SetLunch.self]
  static let lunchEvents: [any Event.Type] = [LunchChanged.self]

  /// The limit of dishes on a day, over all stations.
  package static let maxDishes = 60
  /// The limit of stations on a day.
  package static let maxStations = 20

  /// Returns the menu of a day. A day without one is no error: its menu isn't published yet.
  package struct GetLunch: Request {
    package typealias Reply = Lunch
    package static let subject = "campus.lunch.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/school/lunch")
    package static let summary = "Get the lunch menu of a day."
    /// The day; today at school unless given.
    package let date: CivilDate?

    package init(date: CivilDate? = nil) {
      self.date = date
    }
  }

  /// The menu of a day.
  package struct Lunch: Codable, Hashable, Sendable {
    /// The day.
    package let date: CivilDate
    /// True if the day has a menu. It may still be closed.
    package let isPublished: Bool
    /// True if the day has school.
    package let isSchoolDay: Bool
    /// True if the school is closed on the day; then nothing is served and `stations` is empty.
    package let isClosed: Bool
    /// The next day with school after `date`; absent if none is known.
    package let nextDate: CivilDate?
    /// The stations in their order.
    package let stations: [LunchStation]
    /// The version of the menu, which increases with each change; 0 before the first.
    package let version: Int64

    package init(
      date: CivilDate, isPublished: Bool, isSchoolDay: Bool, isClosed: Bool, nextDate: CivilDate?,
      stations: [LunchStation], version: Int64
    ) {
      self.date = date
      self.isPublished = isPublished
      self.isSchoolDay = isSchoolDay
      self.isClosed = isClosed
      self.nextDate = nextDate
      self.stations = stations
      self.version = version
    }
  }

  /// A counter at which dishes are served.
  package struct LunchStation: Codable, Hashable, Sendable {
    package let name: StationName
    /// The dishes in their order.
    package let dishes: [Dish]

    package init(name: StationName, dishes: [Dish]) {
      self.name = name
      self.dishes = dishes
    }
  }

  /// A dish of a day. The nutrition is that of a portion; each value may be unknown.
  package struct Dish: Codable, Hashable, Sendable {
    /// The id, which the dish keeps while its station and name stay.
    package let id: DishID
    package let name: DishName
    /// The allergens in the dish. `wheat` always comes with `gluten`.
    package let allergens: [Allergen]
    package let diets: [Diet]
    /// The price in minor units of `currency`; absent if none is named.
    package let price: Int64?
    package let currency: CurrencyCode?
    /// The number of decimals of a price in this currency: 2 for USD, 0 for JPY.
    package let digits: Int?
    /// The energy in kilocalories.
    package let energy: Kilocalories?
    /// The fat in grams.
    package let fat: Grams?
    /// The saturated fat in grams, a part of the fat.
    package let saturates: Grams?
    /// The carbohydrates in grams.
    package let carbohydrates: Grams?
    /// The sugar in grams, a part of the carbohydrates.
    package let sugar: Grams?
    /// The fiber in grams.
    package let fiber: Grams?
    /// The protein in grams.
    package let protein: Grams?
    /// The salt in grams.
    package let salt: Grams?

    package init(
      id: DishID, name: DishName, allergens: [Allergen], diets: [Diet], price: Int64?,
      currency: CurrencyCode?, digits: Int?, energy: Kilocalories?, fat: Grams?, saturates: Grams?,
      carbohydrates: Grams?, sugar: Grams?, fiber: Grams?, protein: Grams?, salt: Grams?
    ) {
      self.id = id
      self.name = name
      self.allergens = allergens
      self.diets = diets
      self.price = price
      self.currency = currency
      self.digits = digits
      self.energy = energy
      self.fat = fat
      self.saturates = saturates
      self.carbohydrates = carbohydrates
      self.sugar = sugar
      self.fiber = fiber
      self.protein = protein
      self.salt = salt
    }
  }

  /// Replaces the menu of a day. Without stations the day has no published menu any more.
  package struct SetLunch: Request {
    package typealias Reply = Lunch
    package static let subject = "campus.lunch.set"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/admin/school/lunch/{date}")
    package static let faults = [
      FaultCode.changedElsewhere, .tooManyDishes, .stationEmpty, .stationTwice, .dishTwice, .sugarTooHigh,
      .saturatesTooHigh,
      .priceNegative, .currencyUnknown,
    ]
    package static let summary = "Set the lunch menu of a day."
    /// The day.
    package let date: CivilDate
    /// The version that was edited; a newer one refuses the change.
    package let version: Int64?
    /// The stations in their order, at most 20 with 60 dishes together.
    package let stations: [NewStation]
    /// The locale of prices that are texts; English unless given.
    package let locale: LocaleName?

    package init(
      date: CivilDate, version: Int64? = nil, stations: [NewStation], locale: LocaleName? = nil
    ) {
      self.date = date
      self.version = version
      self.stations = stations
      self.locale = locale
    }
  }

  /// A station of a new menu.
  package struct NewStation: Codable, Hashable, Sendable {
    package let name: StationName
    /// The dishes in their order.
    package let dishes: [NewDish]

    package init(name: StationName, dishes: [NewDish]) {
      self.name = name
      self.dishes = dishes
    }
  }

  /// A dish of a new menu. The nutrition is that of a portion.
  package struct NewDish: Codable, Hashable, Sendable {
    package let name: DishName
    /// The allergens in the dish; none unless given.
    package let allergens: Allergens?
    package let diets: Diets?
    /// The price, which needs a currency.
    package let price: PriceInput?
    package let currency: CurrencyCode?
    /// The energy in kilocalories.
    package let energy: Kilocalories?
    /// The fat in grams.
    package let fat: Grams?
    /// The saturated fat in grams, a part of the fat.
    package let saturates: Grams?
    /// The carbohydrates in grams.
    package let carbohydrates: Grams?
    /// The sugar in grams, a part of the carbohydrates.
    package let sugar: Grams?
    /// The fiber in grams.
    package let fiber: Grams?
    /// The protein in grams.
    package let protein: Grams?
    /// The salt in grams.
    package let salt: Grams?

    package init(
      name: DishName, allergens: Allergens? = nil, diets: Diets? = nil, price: PriceInput? = nil,
      currency: CurrencyCode? = nil, energy: Kilocalories? = nil, fat: Grams? = nil, saturates: Grams? = nil,
      carbohydrates: Grams? = nil, sugar: Grams? = nil, fiber: Grams? = nil, protein: Grams? = nil,
      salt: Grams? = nil
    ) {
      self.name = name
      self.allergens = allergens
      self.diets = diets
      self.price = price
      self.currency = currency
      self.energy = energy
      self.fat = fat
      self.saturates = saturates
      self.carbohydrates = carbohydrates
      self.sugar = sugar
      self.fiber = fiber
      self.protein = protein
      self.salt = salt
    }
  }

  /// The menu of a day changed: fetch it again.
  package struct LunchChanged: Event {
    package static let topic = "campus.lunch.changed"
    package static let audience = AudienceKind.everyone
    /// The day.
    package let date: CivilDate

    package init(date: CivilDate) {
      self.date = date
    }
  }

  /// The allergens that labels must name: the 14 of the European Union (Regulation 1169/2011, Annex II) and
  /// the 9 of the United States (21 U.S.C. 321(qq)). `gluten` is any cereal with gluten, `wheat` is one of
  /// them.
  package enum Allergen: String, Choice {
    case milk, eggs, fish, crustaceans, molluscs, treeNuts, peanuts, wheat, gluten, soy, sesame, celery
    case mustard, sulphites, lupin
  }

  /// Allergens, each once.
  package struct Allergens: DistinctList {
    package let all: [Allergen]
    package init(checked all: [Allergen]) { self.all = all }
    package static let minCount = 0
    package static let maxCount = Allergen.allCases.count
    package static let bad = FaultCode.allergensBad
    package static let sample = Allergens(checked: [.milk, .wheat])
  }

  /// A diet that a dish suits.
  package enum Diet: String, Choice {
    case vegan, vegetarian, halal, kosher
  }

  /// Diets, each once.
  package struct Diets: DistinctList {
    package let all: [Diet]
    package init(checked all: [Diet]) { self.all = all }
    package static let minCount = 0
    package static let maxCount = Diet.allCases.count
    package static let bad = FaultCode.dietsBad
    package static let sample = Diets(checked: [.vegetarian])
  }

  /// The name of a station, 1 to 60 characters.
  package struct StationName: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 60
    package static let maxBytes = 60 * 8
    package static let blank = FaultCode.nameBlank
    package static let sampleText = "Grill"
  }

  /// The name of a dish, 1 to 120 characters.
  package struct DishName: LimitedText {
    package let text: String
    package init(checked text: String) { self.text = text }
    package static let maxLength = 120
    package static let maxBytes = 120 * 8
    package static let blank = FaultCode.nameBlank
    package static let sampleText = "Mac and cheese"
  }

  /// The energy of a portion: 0 to 10,000 kilocalories.
  package struct Kilocalories: CheckedNumber {
    package let count: Int
    package init(checked count: Int) { self.count = count }
    package static let limits = 0...10_000
    package static let bad = FaultCode.nutritionBad
    package static let sample = Kilocalories(checked: 620)
  }

  /// An amount in a portion: 0 to 2,000 grams.
  package struct Grams: CheckedMeasure {
    package let value: Double
    package init(checked value: Double) { self.value = value }
    package static let limits = 0.0...2000.0
    package static let bad = FaultCode.nutritionBad
    package static let sample = Grams(checked: 12.5)
  }
}

extension FaultCode {
  package static let tooManyDishes = FaultCode(
    .invalidArgument, "too_many_dishes", "A day has at most 60 dishes at 20 stations.")
  package static let stationEmpty = FaultCode(
    .invalidArgument, "station_empty", "This station has no dishes. Add one or remove the station.")
  package static let stationTwice = FaultCode(
    .invalidArgument, "station_twice", "This station is listed twice. Put its dishes together.")
  package static let dishTwice = FaultCode(
    .invalidArgument, "dish_twice", "This station lists the dish twice. Remove one.")
  package static let sugarTooHigh = FaultCode(
    .invalidArgument, "sugar_too_high", "Sugar is part of the carbohydrates and can't be more than they are.")
  package static let saturatesTooHigh = FaultCode(
    .invalidArgument, "saturates_too_high", "Saturated fat is part of the fat and can't be more than it is.")
  package static let priceNegative = FaultCode(
    .invalidArgument, "price_negative", "Enter a price of 0 or more.")
  package static let nutritionBad = FaultCode(
    .invalidArgument, "nutrition_bad", "Enter 0 to 2,000 grams, or 0 to 10,000 kilocalories.")
  package static let allergensBad = FaultCode(
    .invalidArgument, "allergens_bad", "List each allergen once.")
  package static let dietsBad = FaultCode(.invalidArgument, "diets_bad", "List each diet once.")
}
