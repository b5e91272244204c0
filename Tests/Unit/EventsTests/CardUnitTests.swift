import Schema
import Testing

@testable import events

@Suite("Below each number of a share card stands its unit")
struct CardUnitTests {
  @Test(
    "in the singular or the plural of the language, before and after the event",
    arguments: [
      (Alerts.Language.english, 0, "days", "days ago"), (.english, 1, "day", "day ago"),
      (.german, 0, "Tage", "Tage her"), (.german, 1, "Tag", "Tag her"),
      (.french, 0, "jour", "jour passé"), (.french, 2, "jours", "jours passés"),
    ])
  func labels(language: Alerts.Language, number: Int, ahead: String, past: String) {
    let isOne = language.singulars.contains(number)
    let units = CardUnit.words(in: language)
    #expect(units.count == 3)
    #expect(units[0].label(isOne: isOne, isPast: false) == ahead)
    #expect(units[0].label(isOne: isOne, isPast: true) == past)
  }
}
