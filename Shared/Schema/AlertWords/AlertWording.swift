/// The dates and lists of alert texts as one program shows them.
package protocol AlertFormat: Sendable {
  /// - Parameter zone: the zone that the text names, such as an event's.
  func moment(_ instant: Instant, zone: ZoneName?) -> String
  func date(of instant: Instant, zone: ZoneName?) -> String
  func date(_ date: CivilDate) -> String
  func list(_ items: [String]) -> String
}

extension Alerts {
  /// The words of a language with a program's formats.
  package struct Wording: Sendable {
    package let words: Words
    let format: any AlertFormat

    package init(_ language: Language, _ format: any AlertFormat) {
      words = .of(language)
      self.format = format
    }
  }
}

extension Alerts.Wording {
  package func title(_ text: Alerts.AlertText) -> String {
    first(of: words(of: text).title, Values(text.values)) ?? ""
  }

  /// The line below the title; empty for a text that has none.
  package func note(_ text: Alerts.AlertText, isLate: Bool = false) -> String {
    let values = Values(text.values)
    let late = isLate ? [[words.late]] : []
    return (late + words(of: text).note).compactMap { first(of: $0, values) }.reduce("") { line, part in
      guard !line.isEmpty else { return part }
      // A sentence has its end; other parts need a mark between them.
      return line + (line.last == "." ? " " : " · ") + part
    }
  }

  /// The reasons as sentences. There is always one.
  package func reasons(_ because: [Alerts.AlertReason], of text: Alerts.AlertText) -> [String] {
    let none = first(of: words.unknownReason, Values([])) ?? ""
    guard because.isEmpty else {
      return because.map { reason in
        words(of: reason).flatMap { first(of: $0.sentence, Values(reason.values)) } ?? none
      }
    }
    return [first(of: words(of: text).reason, Values(text.values)) ?? none]
  }

  /// The reasons in a few words each, without those of a newer release.
  package func shortReasons(_ because: [Alerts.AlertReason]) -> [String] {
    because.compactMap { reason in words(of: reason).flatMap { first(of: $0.short, Values(reason.values)) } }
  }

  private func words(of reason: Alerts.AlertReason) -> Alerts.ReasonWords? {
    reason.known.flatMap { words.reasons[$0] }
  }

  private func words(of text: Alerts.AlertText) -> Alerts.TextWords {
    text.known.flatMap { words.texts[$0] } ?? words.unknown
  }

  private func first(of templates: [WordTemplate], _ values: Values) -> String? {
    templates.lazy.compactMap { fill($0, values) }.first
  }

  private func fill(_ template: WordTemplate, _ values: Values) -> String? {
    var filled = ""
    for part in template.parts {
      switch part {
      case .text(let text): filled += text
      case .value(let name, let form):
        guard let value = values[name].flatMap({ shown($0, as: form, zone: values.zone) }) else { return nil }
        filled += value
      }
    }
    return filled
  }

  /// Values by name, without the empty ones; the first of several with the same name counts.
  private struct Values {
    private let texts: [String: String]

    init(_ values: [Alerts.AlertValue]) {
      texts = Dictionary(values.map { ($0.name, $0.text) }) { first, _ in first }.filter { !$0.value.isEmpty }
    }

    subscript(_ name: String) -> String? { texts[name] }
    var zone: ZoneName? { self["zone"].flatMap { ZoneName($0) } }
  }
}

// MARK: - Forms of a value

extension Alerts.Wording {
  /// The maximum number of digits in a count.
  private static let maxDigits = 9

  /// Nil for a value that does not have this form.
  private func shown(_ value: String, as form: WordTemplate.Form, zone: ZoneName?) -> String? {
    switch form {
    case .plain: value
    case .moment:
      Instant(value).map { format.moment($0, zone: zone) } ?? CivilDate(value).map { format.date($0) }
    case .date:
      Instant(value).map { format.date(of: $0, zone: zone) } ?? CivilDate(value).map { format.date($0) }
    case .list:
      Alerts.Wording.lines(value).map { format.list($0) }
    // The id of a person is no name.
    case .person: RawUUID(value) == nil ? value : nil
    case .length: Alerts.Wording.count(value).flatMap(length)
    case .plural(let one, let other):
      Alerts.Wording.count(value).map { plural($0, one: one, other: other) }
    case .choice(let choices): choices.first { $0.value == value }?.words
    case .unknown: nil
    }
  }

  private func length(_ minutes: Int) -> String? {
    guard let unit = words.lengths.first(where: { minutes >= $0.minutes && minutes % $0.minutes == 0 }) else {
      return nil
    }
    let count = Alerts.AlertValue(name: "count", text: "\(minutes / unit.minutes)")
    return fill(unit.words, Values([count]))
  }

  private static func lines(_ value: String) -> [String]? {
    let lines = value.split(separator: "\n").map(String.init)
    return lines.isEmpty ? nil : lines
  }

  private static func count(_ value: String) -> Int? {
    guard (1...maxDigits).contains(value.utf8.count), value.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(value)
  }

  private func plural(_ count: Int, one: String, other: String) -> String {
    (words.language.singulars.contains(count) ? one : other).split(
      separator: "#", omittingEmptySubsequences: false
    )
    .joined(separator: "\(count)")
  }
}
