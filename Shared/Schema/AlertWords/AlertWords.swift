extension Alerts {
  /// A language of the site: of alerts, mails, feeds, and previews of links. A new one needs a case here; the
  /// compiler names the words that it lacks.
  package enum Language: String, Choice {
    case english = "en"
    case german = "de"
    case french = "fr"

    /// The numbers that take the singular.
    package var singulars: ClosedRange<Int> {
      switch self {
      case .english, .german: 1...1
      case .french: 0...1
      }
    }

    /// `en, de or fr`: the values that a setting or an option takes.
    package static let listed: String = {
      let codes = allCases.map(\.rawValue)
      return codes.dropLast().joined(separator: ", ") + " or " + codes.suffix(1).joined()
    }()
  }

  /// All words of alerts in one language. Mails, pushes, webhooks, replies, the command line and the web
  /// client show these; each formats dates in its own way.
  package struct Words: Sendable {
    package let language: Language
    /// The first part of the note of a notification that came late.
    package let late: WordTemplate
    /// The words for a number of minutes, the largest unit first.
    package let lengths: [LengthWords]
    package let texts: [TextKey: TextWords]
    /// The words for a key of a newer release.
    package let unknown: TextWords
    package let reasons: [ReasonKey: ReasonWords]
    /// The sentence for no reason, and for one of a newer release.
    package let unknownReason: [WordTemplate]
  }

  /// The words of one text. Of several alternatives, the first one counts whose values are all there.
  package struct TextWords: Sendable {
    package let title: [WordTemplate]
    /// The parts of the line below the title.
    package let note: [[WordTemplate]]
    /// The reason for a notification to which no program gave one.
    package let reason: [WordTemplate]

    package init(title: [WordTemplate], note: [[WordTemplate]], reason: [WordTemplate] = []) {
      self.title = title
      self.note = note
      self.reason = reason
    }
  }

  package struct ReasonWords: Sendable {
    package let sentence: [WordTemplate]
    /// A few words for a line with several reasons.
    package let short: [WordTemplate]
  }

  /// The words for a number of minutes that this unit divides.
  package struct LengthWords: Sendable {
    package let minutes: Int
    package let words: WordTemplate
  }
}

extension Alerts.Words {
  package static func of(_ language: Alerts.Language) -> Alerts.Words {
    switch language {
    case .english: .english
    case .german: .german
    case .french: .french
    }
  }
}

/// The words as JSON, for the web client. Members have their declared order.
extension Alerts.Words {
  package var json: JSONValue {
    [
      "singulars": .array(language.singulars.map { .int(Int64($0)) }),
      "late": .string(late.source),
      "lengths": .array(
        lengths.map { ["minutes": .int(Int64($0.minutes)), "words": .string($0.words.source)] }),
      "texts": .object(
        Alerts.TextKey.allCases.compactMap { key in
          texts[key].map { JSONValue.Member(key.rawValue, $0.json) }
        }),
      "unknown": unknown.json,
      "reasons": .object(
        Alerts.ReasonKey.allCases.compactMap { key in
          reasons[key].map { JSONValue.Member(key.rawValue, $0.json) }
        }),
      "unknownReason": .templates(unknownReason),
    ]
  }
}

extension Alerts.TextWords {
  fileprivate var json: JSONValue {
    ["title": .templates(title), "note": .array(note.map(JSONValue.templates)), "reason": .templates(reason)]
  }
}

extension Alerts.ReasonWords {
  fileprivate var json: JSONValue { ["sentence": .templates(sentence), "short": .templates(short)] }
}

extension JSONValue {
  fileprivate static func templates(_ templates: [WordTemplate]) -> JSONValue {
    .array(templates.map { .string($0.source) })
  }
}
