/// The number format of a locale: CLDR's signs and groups.
struct NumberStyle: Hashable, Sendable {
  /// The locale's own zero; the other nine digits follow it.
  let zero: Unicode.Scalar
  /// The decimal signs; the first one is used for output.
  let decimals: [Unicode.Scalar]
  let groups: [Unicode.Scalar]
  let minus: String
  /// The number of digits in the last group, and in the groups before it: 3 and 2 in India.
  let lastGroup: Int
  let otherGroup: Int

  static let english = NumberStyle(
    zero: "0", decimals: ["."], groups: [","], minus: "-", lastGroup: 3, otherGroup: 3)

  /// The style of the locale, or of the longest part of its name that CLDR lists; English for an unlisted
  /// language.
  static func of(_ locale: LocaleName?) -> NumberStyle {
    guard let locale else { return english }
    var parts = locale.text.lowercased().split(separator: "-")
    // Extensions (`-u-nu-latn`) do not affect the style and are dropped.
    if let extensions = parts.firstIndex(where: { $0.utf8.count == 1 }) {
      parts.removeSubrange(extensions...)
    }
    while !parts.isEmpty {
      if let style = all[parts.joined(separator: "-")] { return style }
      // `sr-Cyrl-BA` uses the style of `sr-BA` if CLDR has none for the script.
      if parts.count == 3, let style = all["\(parts[0])-\(parts[2])"] { return style }
      parts.removeLast()
    }
    return english
  }

  /// The styles by locale in lower case.
  static let all: [String: NumberStyle] = {
    var styles: [String: NumberStyle] = [:]
    var style = english
    for line in table.split(separator: "\n") {
      let halves = line.split(separator: "|")
      if halves.count == 2 { style = NumberStyle(row: halves[0]) ?? english }
      for name in (halves.last ?? "").split(separator: " ") { styles[name.lowercased()] = style }
    }
    return styles
  }()

  private init(
    zero: Unicode.Scalar, decimals: [Unicode.Scalar], groups: [Unicode.Scalar], minus: String,
    lastGroup: Int, otherGroup: Int
  ) {
    self.zero = zero
    self.decimals = decimals
    self.groups = groups
    self.minus = minus
    self.lastGroup = lastGroup
    self.otherGroup = otherGroup
  }

  /// Parses a row such as `30 2E 2C 2E 2C 2D 3 3`; nil for any other form.
  init?(row: Substring) {
    let parts = row.split(separator: " ")
    guard parts.count == 8, let last = Int(parts[6]), let other = Int(parts[7]) else { return nil }
    let signs = parts[0...4].compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
    let minus = parts[5].split(separator: "+").compactMap {
      UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
    }
    guard signs.count == 5, !minus.isEmpty else { return nil }
    self.init(
      zero: signs[0], decimals: signs[3] == signs[1] ? [signs[1]] : [signs[3], signs[1]],
      groups: signs[4] == signs[2] ? [signs[2]] : [signs[4], signs[2]],
      minus: String(String.UnicodeScalarView(minus)), lastGroup: last, otherGroup: other)
  }
}
