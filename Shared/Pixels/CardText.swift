internal import CVips
internal import Images

/// A text of a share card as a mask of its ink.
enum CardText {
  /// The limit of a text in characters, whatever its bytes are.
  private static let maxCharacters = 200

  /// Noto Sans, which the image has; what it lacks comes from other fonts.
  enum Weight: String {
    case bold = "Noto Sans Bold"
    case regular = "Noto Sans"
  }

  /// Nil for a text without ink.
  static func line(_ text: String, _ weight: Weight, _ size: Int) throws(Flaw) -> Raster? {
    try block(text, weight, size, width: 0)
  }

  /// The longest beginning of a text that is no wider than `width` in one line.
  static func line(_ text: String, _ weight: Weight, _ size: Int, upTo width: Int) throws(Flaw) -> Raster? {
    try fitting(text) { text throws(Flaw) in
      let made = try line(text, weight, size)
      return (made, (made?.width ?? 0) <= width)
    }
  }

  /// The same, in a mask as high as the highest and lowest letters: beside others it stands on their line.
  static func lineOnStrut(
    _ text: String, _ weight: Weight, _ size: Int, upTo width: Int
  ) throws(Flaw) -> Raster? {
    try fitting(text) { text throws(Flaw) in
      guard let ink = try line(text, weight, size), ink.width <= width else { return (nil, false) }
      // Behind a text from the left stand the letters on its right, and the other way around.
      guard let whole = try line(text + " Éğ", weight, size), whole.width >= ink.width else {
        return (ink, true)
      }
      let left = isFromRight(text) ? whole.width - ink.width : 0
      return (try whole.cut(left: left, width: ink.width), true)
    }
  }

  /// Hebrew, Arabic and their neighbors.
  private static func isFromRight(_ text: String) -> Bool {
    guard let letter = text.unicodeScalars.first(where: \.properties.isAlphabetic) else { return false }
    return (0x590...0x8FF).contains(letter.value) || (0xFB1D...0xFEFC).contains(letter.value)
  }

  /// The title in the largest of the sizes in which it has two lines and is at most `height` high; if it has
  /// more even in the smallest, its longest beginning that has not.
  static func title(_ text: String, sizes: [Int], width: Int, height: Int) throws(Flaw) -> Raster? {
    for size in sizes {
      let made = try block(text, .bold, size, width: width)
      if (made?.height ?? 0) <= min(maxHeight(size), height) { return made }
    }
    guard let size = sizes.last else { return nil }
    return try fitting(text) { text throws(Flaw) in
      let made = try block(text, .bold, size, width: width)
      return (made, (made?.height ?? 0) <= min(maxHeight(size), height))
    }
  }

  /// The height of two lines with their ascenders and descenders, of which a third would not be part.
  private static func maxHeight(_ size: Int) -> Int { size * 27 / 10 }

  /// Tries the whole text, then beginnings with an ellipsis, by halves.
  private static func fitting(
    _ text: String, _ attempt: (String) throws(Flaw) -> (Raster?, Bool)
  ) throws(Flaw) -> Raster? {
    let characters = Array(text.prefix(maxCharacters))
    var (best, fits) = try attempt(String(characters))
    if fits && characters.count < maxCharacters { return best }
    var (low, high) = (0, characters.count)
    best = nil
    while low < high {
      let middle = (low + high + 1) / 2
      let start = String(characters[..<middle])
      let (made, isFitting) = try attempt(start.trimmingSuffix { $0 == " " } + "…")
      if isFitting { (best, low) = (made, middle) } else { high = middle - 1 }
    }
    return best
  }

  private static func block(_ text: String, _ weight: Weight, _ size: Int, width: Int) throws(Flaw) -> Raster?
  {
    let words = drawable(text)
    guard !words.isEmpty else { return nil }
    guard
      let mask = quad_vips_text(escaped(words), "\(weight.rawValue) \(size)", Int32(width), Int32(-size / 7))
    else { throw .ofVips(.failed) }
    return try Raster(mask, of: nil)
  }

  /// The text in one line, without pictures: fonts have them in color or not at all, and a mask has no color.
  static func drawable(_ text: String) -> String {
    let words = text.map { character -> String in
      let isPicture = character.unicodeScalars.contains(where: \.properties.isEmojiPresentation)
      let kept = character.unicodeScalars.filter { scalar in
        // Variants, key caps, and what joins pictures to others.
        let isMark = ["\u{FE0F}", "\u{20E3}"].contains(scalar) || isPicture && scalar == "\u{200D}"
        return !scalar.properties.isEmojiPresentation && !scalar.properties.isEmojiModifier && !isMark
      }
      return String(String.UnicodeScalarView(kept.map { isBlank($0) ? " " : $0 }))
    }
    return words.joined().split(separator: " ").joined(separator: " ")
  }

  /// Controls and breaks of lines.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  /// Pango takes markup; nothing that people write is any.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
