package import Schema

/// Dates as feeds write them: RFC 822 with all its habits, ISO 8601 in most of its forms, and what calendars
/// and shops make of both. A date without a zone is read as UTC.
package enum FeedDate {
  /// The longest text that is read as a date.
  static let maxLength = 80
  /// The years that a date may have. Another one is a mistake of the feed.
  static let years: ClosedRange<Int64> = 1970...2199

  /// Returns nil for a text that is no date.
  package static func instant(_ text: String) -> Instant? {
    let text = Text.trim(String(text.prefix(maxLength)))
    guard !text.isEmpty else { return nil }
    var parts = DateParts()
    let isRead = parts.readISO(text) || parts.readWords(text)
    return isRead ? parts.instant : nil
  }
}

/// The parts of a date that were found so far.
private struct DateParts {
  var year: Int64?
  var month: Int64?
  var day: Int64?
  /// Milliseconds since midnight.
  var time: Int64 = 0
  /// Minutes east of UTC.
  var offset: Int64 = 0
  var isAfternoon: Bool?

  var instant: Instant? {
    guard let year, FeedDate.years.contains(year),
      let date = CivilDate(year: year, month: month ?? 1, day: day ?? 1)
    else { return nil }
    var time = time
    let half: Int64 = 12 * 3_600_000
    if isAfternoon == true && time < half { time += half }
    if isAfternoon == false && time >= half { time -= half }
    return Instant(milliseconds: date.daysSince1970 * 86_400_000 + time - offset * 60_000)
  }

  /// `2026-11-26T10:30:00.5+01:00`, `2026-11-26 10:30`, `20261126T103000Z`, `2026-11`, `2026`.
  mutating func readISO(_ text: String) -> Bool {
    var reader = DateReader(text)
    guard let year = reader.number(4), year >= 1000 else { return false }
    self.year = year
    let isSpaced = reader.take("-") || reader.take("/")
    guard !reader.isAtEnd else { return true }
    guard let month = reader.number(2) else { return false }
    self.month = month
    if isSpaced {
      guard reader.take("-") || reader.take("/") else { return reader.isAtEnd }
    }
    guard let day = reader.number(2) else { return false }
    self.day = day
    guard reader.take("T") || reader.take("t") || reader.take(" ") else { return reader.isAtEnd }
    _ = reader.take(" ")
    guard let hour = reader.number(2), hour <= 24 else { return false }
    _ = reader.take(":")
    let minute = reader.number(2) ?? 0
    _ = reader.take(":")
    let second = reader.number(2) ?? 0
    guard minute < 60, second <= 60 else { return false }
    time = ((hour * 60 + minute) * 60 + min(second, 59)) * 1000
    if reader.take(".") || reader.take(",") { time += reader.fraction() }
    return readZone(reader.rest)
  }

  /// Any order of a day, a month in words, a year, a time and a zone; or `11/26/2026 10:30 AM`.
  mutating func readWords(_ text: String) -> Bool {
    let separators: Set<Character> = [" ", "\t", "\n", "\r\n", "\r", ",", "(", ")", "\u{A0}"]
    for token in text.split(whereSeparator: { separators.contains($0) }).prefix(12) {
      guard read(token) else { return false }
    }
    return year != nil && month != nil && day != nil
  }

  private mutating func read(_ token: Substring) -> Bool {
    if token.contains(":") && token.first?.isNumber == true { return readTime(token) }
    if token.hasPrefix("+") || (token.hasPrefix("-") && token.count > 2) { return readZone(token) }
    if token.contains("/") { return readSlashed(token) }
    // 06-Nov-94 of RFC 850.
    if token.contains("-"), token.contains(where: { $0.isLetter }), token.first?.isNumber == true {
      return token.split(separator: "-").allSatisfy { read($0) }
    }
    if token.first?.isNumber == true { return readNumber(token) }
    return readWord(token)
  }

  private mutating func readNumber(_ token: Substring) -> Bool {
    let digits = token.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits),
      ["", ".", "st", "nd", "rd", "th"].contains(token.dropFirst(digits.count))
    else { return false }
    if digits.count <= 2 && day == nil {
      day = number
    } else if digits.count == 4 {
      year = number
    } else if digits.count == 2 {
      // Two digits of a year, as RFC 2822 reads them.
      year = number < 50 ? 2000 + number : 1900 + number
    } else {
      return false
    }
    return true
  }

  private mutating func readWord(_ token: Substring) -> Bool {
    let word = token.lowercased()
    if let number = DateWords.months[String(word.prefix(3))], word.count >= 3 {
      month = number
    } else if word == "am" || word == "a.m." {
      isAfternoon = false
    } else if word == "pm" || word == "p.m." {
      isAfternoon = true
    } else if let minutes = DateWords.zones[word] {
      offset = minutes
    } else if ["gmt", "utc"].contains(where: { word.hasPrefix($0) }) {
      return readZone(token.dropFirst(3))
    }
    // Anything else is the name of a day, or of a zone in words behind its number.
    return true
  }

  /// `10:30`, `10:30:15`, `9:05:00.5`, with `Z`, an offset or `AM` behind it.
  private mutating func readTime(_ token: Substring) -> Bool {
    var reader = DateReader(String(token))
    guard let hour = reader.upTo(2), reader.take(":"), let minute = reader.upTo(2), hour <= 24, minute < 60
    else { return false }
    let second = reader.take(":") ? reader.upTo(2) ?? 0 : 0
    time = ((hour * 60 + minute) * 60 + min(second, 59)) * 1000
    if reader.take(".") { time += reader.fraction() }
    let rest = reader.rest
    return rest.isEmpty || rest.first?.isLetter == true ? readWord(rest) : readZone(rest)
  }

  /// `11/26/2026`, in the order of the United States unless that is no date.
  private mutating func readSlashed(_ token: Substring) -> Bool {
    let numbers = token.split(separator: "/").map { Int64($0) ?? -1 }
    guard numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else { return false }
    let isMonthFirst = numbers[0] <= 12
    (month, day) = isMonthFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    year = numbers[2] < 100 ? 2000 + numbers[2] : numbers[2]
    return true
  }

  /// `Z`, `+01:00`, `-0500`, `+1`, ` EST`. Unknown words are UTC.
  private mutating func readZone(_ text: Substring) -> Bool {
    let zone = text.drop { $0 == " " }
    guard let sign = zone.first else { return true }
    guard sign == "+" || sign == "-" || sign == "\u{2212}" else {
      offset = DateWords.zones[zone.lowercased()] ?? 0
      return true
    }
    let digits = zone.dropFirst().filter { $0 != ":" }.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), digits.count <= 4 else { return false }
    let minutes = digits.count <= 2 ? number * 60 : number / 100 * 60 + number % 100
    guard minutes <= 15 * 60 else { return true }
    offset = sign == "+" ? minutes : -minutes
    return true
  }
}

/// Reads a text from its beginning.
private struct DateReader {
  private var text: Substring

  init(_ text: String) { self.text = text[...] }

  var rest: Substring { text }
  var isAtEnd: Bool { text.isEmpty }

  mutating func take(_ character: Character) -> Bool {
    guard text.first == character else { return false }
    text.removeFirst()
    return true
  }

  /// A number with exactly this many digits.
  mutating func number(_ count: Int) -> Int64? {
    let digits = text.prefix(count)
    guard digits.count == count, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    text.removeFirst(count)
    return Int64(digits)
  }

  mutating func upTo(_ count: Int) -> Int64? {
    let digits = text.prefix(count).prefix { $0.isASCII && $0.isNumber }
    text.removeFirst(digits.count)
    return Int64(digits)
  }

  /// The digits behind a decimal point, in milliseconds.
  mutating func fraction() -> Int64 {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    text.removeFirst(digits.count)
    return Int64((digits + "000").prefix(3)) ?? 0
  }
}

private enum DateWords {
  /// The first three letters of the months in English, German, French and Spanish, where they differ.
  static let months: [String: Int64] = [
    "jan": 1, "ene": 1, "feb": 2, "fév": 2, "mar": 3, "mär": 3, "mrz": 3, "apr": 4, "avr": 4, "abr": 4,
    "may": 5, "mai": 5, "jun": 6, "jul": 7, "aug": 8, "aoû": 8, "ago": 8, "sep": 9, "oct": 10, "okt": 10,
    "nov": 11, "dec": 12, "dez": 12, "déc": 12, "dic": 12,
  ]

  /// Minutes east of UTC of the names in RFC 822 and of some others.
  static let zones: [String: Int64] = [
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "bst": 60, "cet": 60, "west": 60, "mez": 60, "cest": 120,
    "eet": 120, "mesz": 120, "eest": 180, "msk": 180, "ist": 330, "jst": 540, "aest": 600, "ast": -240,
    "adt": -180, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480,
    "pdt": -420, "akst": -540, "akdt": -480, "hst": -600,
  ]
}
