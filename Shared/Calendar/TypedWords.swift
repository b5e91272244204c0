/// The words of typed times, English, German and French together: no word of one means something else in
/// another. So French "hier" is missing: in German it means "here".
enum TypedWords {
  /// Words before a day or a time that change nothing.
  static let fillers: Set<String> = [
    "at", "on", "by", "the", "um", "am", "bis", "den", "à", "le", "vers", "pour", "avant",
  ]
  static let next: Set<String> = ["next", "this", "nächsten", "nächste", "diesen", "kommenden", "ce"]
  /// Words after a weekday that change nothing.
  static let nextAfter: Set<String> = ["prochain"]
  static let distances: Set<String> = ["in", "dans"]
  /// Words after an hour.
  static let hours: Set<String> = ["uhr", "h", "heure", "heures"]

  static let days = [
    "today": 0, "heute": 0, "tomorrow": 1, "morgen": 1, "übermorgen": 2, "yesterday": -1, "gestern": -1,
    "vorgestern": -2, "aujourd’hui": 0, "aujourd'hui": 0, "demain": 1, "après-demain": 2,
  ]

  /// The hour of a named time.
  static let times = ["noon": 12, "mittag": 12, "mittags": 12, "midi": 12]

  static let daysOfUnit = [
    "day": 1, "days": 1, "tag": 1, "tagen": 1, "jour": 1, "jours": 1, "week": 7, "weeks": 7, "woche": 7,
    "wochen": 7, "semaine": 7, "semaines": 7,
  ]

  static let seconds = [
    "min": 60, "minute": 60, "minutes": 60, "minuten": 60, "h": 3600, "hour": 3600, "hours": 3600,
    "stunde": 3600, "stunden": 3600, "std": 3600, "heure": 3600, "heures": 3600,
  ]

  private static let counts = [
    "a": 1, "an": 1, "one": 1, "ein": 1, "eine": 1, "einem": 1, "einer": 1, "un": 1, "une": 1, "two": 2,
    "zwei": 2, "deux": 2, "three": 3, "drei": 3, "trois": 3,
  ]

  /// Full names from Monday on; three letters are enough in English.
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  /// Full names from Monday on; two letters are enough in German.
  private static let germanWeekdays = [
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag",
  ]
  /// Full names from Monday on. Five letters are enough in French: "same" and "vend" are English words.
  private static let frenchWeekdays = [
    "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
  ]
  /// Without "mar", which is March.
  private static let shortWeekdays = ["lun": 1, "mer": 3, "jeu": 4, "ven": 5, "sam": 6, "dim": 7]
  private static let weekends: Set<String> = ["weekend", "wochenende", "week-end"]

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]
  private static let germanMonths = [
    "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
    "dezember",
  ]
  private static let frenchMonths = [
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
    "novembre",
    "décembre",
  ]
  /// Short names, and those without their marks.
  private static let shortMonths = [
    "fév": 2, "fev": 2, "févr": 2, "fevr": 2, "fevrier": 2, "avr": 4, "aout": 8, "déc": 12, "decembre": 12,
  ]

  /// The words of a text in lower case; `2026-12-24T18:00` are two.
  static func words(_ text: String) -> [String] {
    text.lowercased().split { $0.isWhitespace || $0 == "," }.flatMap { word -> [String] in
      guard word.first?.isASCIIDigit == true, word.contains("t"), word.contains("-") else {
        return [String(word)]
      }
      return word.split(separator: "t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// One to four ASCII digits.
  static func number(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(text)
  }

  static func count(_ word: String) -> Int? { counts[word] ?? number(word[...]) }

  /// 1 for Monday to 7 for Sunday; a weekend begins on Saturday.
  static func weekday(_ word: String) -> Int? {
    if weekends.contains(word) { return 6 }
    if let day = index(of: word, in: weekdays, minLength: 3) { return day }
    let bare = word.hasSuffix(".") ? String(word.dropLast()) : word
    if let day = index(of: bare, in: germanWeekdays, minLength: 2) { return day }
    if bare == "sonnabend" { return 6 }
    return index(of: bare, in: frenchWeekdays, minLength: 5) ?? shortWeekdays[bare]
  }

  static func month(_ word: String) -> Int? {
    let bare = word.hasSuffix(".") ? String(word.dropLast()) : word
    return index(of: bare, in: months, minLength: 3) ?? index(of: bare, in: germanMonths, minLength: 3)
      ?? index(of: bare, in: frenchMonths, minLength: 4) ?? shortMonths[bare]
  }

  /// Reads `24`, `24.`, `24th`, `1st`, `1er`.
  static func ordinal(_ word: String) -> Int? {
    for ending in [".", "st", "nd", "rd", "th", "er", ""] where word.hasSuffix(ending) {
      let digits = word.dropLast(ending.count)
      if digits.utf8.count <= 2, let number = number(digits) { return number }
    }
    return nil
  }

  private static func index(of word: String, in names: [String], minLength: Int) -> Int? {
    guard word.count >= minLength else { return nil }
    let found = names.indices.filter { names[$0].hasPrefix(word) }
    return found.count == 1 ? found[0] + 1 : nil
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
