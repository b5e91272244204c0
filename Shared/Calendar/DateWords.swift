import Schema

/// The words and the order of a full date and time in a language.
struct DateWords: Sendable {
  /// From Monday on.
  let days: [String]
  let months: [String]
  /// The word before a time.
  let at: String
  let date: @Sendable (_ day: String, _ number: Int64, _ month: String) -> String

  static func of(_ language: Alerts.Language) -> DateWords {
    switch language {
    case .english: .english
    case .german: .german
    case .french: .french
    }
  }

  private static let english = DateWords(
    days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    months: [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November", "December",
    ], at: "at"
  ) { "\($0), \($2) \($1)" }

  private static let german = DateWords(
    days: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    months: [
      "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
      "November", "Dezember",
    ], at: "um"
  ) { "\($0), \($1). \($2)" }

  private static let french = DateWords(
    days: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    months: [
      "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
      "novembre", "décembre",
    ], at: "à"
  ) { "\($0) \($1 == 1 ? "1er" : "\($1)") \($2)" }
}
