package import Schema

/// A title that ends with a time: `Buy milk tomorrow 6pm`. The longest ending that `TypedTime` reads counts.
///
/// The web client's `app/models/titletime.js` reads the same and runs the same test vectors.
package struct TitleTime: Hashable, Sendable {
  /// The title without its ending.
  package let title: String
  /// The words of the time, as typed.
  package let ending: String
  package let time: TypedTime

  /// A word without digits has at least this many letters, because "do" is a verb more often than a Thursday.
  private static let minLetters = 4
  private static let units: Set<Substring> = ["h", "heure", "heures"]

  /// - Parameter now: the date and the time on the reader's clock.
  /// - Returns: nil for a title that does not end with a time, or that is nothing but one.
  package init?(_ text: String, now: WallTime) {
    let words = text.split { $0.isWhitespace }
    for count in stride(from: min(TypedTime.maxWords, words.count - 1), to: 0, by: -1) {
      let end = words.suffix(count)
      let isShort = (end.first?.count ?? 0) < TitleTime.minLetters
      if count == 1, isShort, end.allSatisfy({ !$0.contains { $0.isASCII && $0.isNumber } }) { continue }
      let ending = end.joined(separator: " ")
      guard !TitleTime.isUnclear(ending), let time = TypedTime(ending, now: now) else { continue }
      self.title = words.dropLast(count).joined(separator: " ")
      self.ending = ending
      self.time = time
      return
    }
    return nil
  }

  /// Without a day, `2h` and `2 heures` are more often how long something takes, and "midi" is more often an
  /// instrument's cable than noon.
  private static func isUnclear(_ ending: String) -> Bool {
    let ending = ending.lowercased()
    let rest = ending.drop { $0.isASCII && $0.isNumber }
    let unit = rest.split { $0 == " " || $0.isASCII && $0.isNumber }
    return ending == "midi"
      || rest.count < ending.count && unit.count == 1 && TitleTime.units.contains(unit[0])
  }
}
