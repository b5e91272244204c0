/// The guide's texts. Their languages are those of `Alerts.Language`, under its codes.
extension Guide {
  /// A text in English, and in further languages. `{number}` stands for the site's emergency number.
  package struct Words: Codable, Hashable, Sendable {
    /// The text in English.
    package let en: String
    private let others: [Alerts.Language: String]

    package init(from decoder: any Decoder) throws {
      let texts = try decoder.container(keyedBy: LanguageKey.self)
      en = try texts.decode(String.self, forKey: LanguageKey(.english))
      var others: [Alerts.Language: String] = [:]
      for language in Alerts.Language.allCases where language != .english {
        others[language] = try texts.decodeIfPresent(String.self, forKey: LanguageKey(language))
      }
      self.others = others
    }

    package func encode(to encoder: any Encoder) throws {
      var texts = encoder.container(keyedBy: LanguageKey.self)
      for language in Alerts.Language.allCases {
        try texts.encodeIfPresent(self[language], forKey: LanguageKey(language))
      }
    }

    /// The text in a language; nil if it is missing, which it never is in English.
    package subscript(language: Alerts.Language) -> String? {
      language == .english ? en : others[language]
    }
  }

  /// A text for some patients, guidelines, or ways to help. Of several, the first whose conditions hold
  /// counts; the last one has none.
  package struct Case: Codable, Hashable, Sendable {
    /// The patients that it is for; all if absent.
    package let patients: [Patient]?
    /// The guidelines that it is for; all if absent.
    package let profiles: [Profile]?
    /// True for helpers who give rescue breaths, false for those who do not; both if absent.
    package let breaths: Bool?
    /// The ids of the facts that the text follows.
    package let facts: [String]
    // In JSON, the languages stand beside the conditions.
    private let text: Words

    package var words: Words { text }

    private enum CodingKeys: String, CodingKey {
      case patients, profiles, breaths, facts
    }

    package init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      patients = try members.decodeIfPresent([Patient].self, forKey: .patients)
      profiles = try members.decodeIfPresent([Profile].self, forKey: .profiles)
      breaths = try members.decodeIfPresent(Bool.self, forKey: .breaths)
      facts = try members.decode([String].self, forKey: .facts)
      text = try Words(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encodeIfPresent(patients, forKey: .patients)
      try members.encodeIfPresent(profiles, forKey: .profiles)
      try members.encodeIfPresent(breaths, forKey: .breaths)
      try members.encode(facts, forKey: .facts)
      try text.encode(to: encoder)
    }
  }

  /// The member of a language in JSON.
  private struct LanguageKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ language: Alerts.Language) { stringValue = language.rawValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
