/// A sentence with placeholders for values. The web client fills the same templates.
///
/// | placeholder | stands for |
/// | --- | --- |
/// | `{title}` | the value as it is |
/// | `{start:moment}`, `{start:date}` | an instant, or its date alone |
/// | `{titles:list}` | the lines of the value as a list |
/// | `{by:person}` | a person's name |
/// | `{minutes:length}` | a number of minutes in words |
/// | `{count:# alert|# alerts}` | the singular and the plural, with the number for `#` |
/// | `{answer:yes=You're going.|no=You're not.}` | the words for this value |
///
/// A template whose value is missing, or has not this form, has no text.
package struct WordTemplate: Hashable, Sendable, ExpressibleByStringLiteral {
  package let source: String
  let parts: [Part]

  enum Part: Hashable, Sendable {
    case text(String)
    case value(String, Form)
  }

  enum Form: Hashable, Sendable {
    case plain, moment, date, list, person, length
    case plural(one: String, other: String)
    case choice([Choice])
    /// A form that does not exist; it has no text.
    case unknown
  }

  /// The words for one value.
  struct Choice: Hashable, Sendable {
    let value: String
    let words: String
  }

  package init(stringLiteral source: String) {
    self.source = source
    var parts: [Part] = []
    var rest = source[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let inside = rest[rest.index(after: open)..<close].split(separator: ":", maxSplits: 1)
      parts.append(.value(String(inside.first ?? ""), Form(inside.count == 2 ? inside[1] : nil)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The names of the values in it.
  package var names: [String] {
    parts.compactMap { part in
      if case .value(let name, _) = part { name } else { nil }
    }
  }

  /// False for a brace without a partner, and for a form that does not exist.
  package var isWellFormed: Bool {
    !source.isEmpty
      && parts.allSatisfy { part in
        switch part {
        case .text(let text): !text.contains { "{}|#".contains($0) }
        case .value(let name, let form): !name.isEmpty && form != .unknown
        }
      }
  }
}

extension WordTemplate.Form {
  fileprivate init(_ text: Substring?) {
    switch text {
    case nil: self = .plain
    case "moment": self = .moment
    case "date": self = .date
    case "list": self = .list
    case "person": self = .person
    case "length": self = .length
    case let text?:
      let words = text.split(separator: "|", omittingEmptySubsequences: false)
      let choices = words.compactMap { word -> WordTemplate.Choice? in
        let sides = word.split(separator: "=", maxSplits: 1)
        return sides.count == 2
          ? WordTemplate.Choice(value: String(sides[0]), words: String(sides[1])) : nil
      }
      if choices.count == words.count {
        self = .choice(choices)
      } else if choices.isEmpty, words.count == 2 {
        self = .plural(one: String(words[0]), other: String(words[1]))
      } else {
        self = .unknown
      }
    }
  }
}
