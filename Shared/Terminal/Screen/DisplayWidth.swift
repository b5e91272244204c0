/// The width of a text in columns of a terminal.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// The width of a character: 0, 1 or 2. Terminals differ on joined emoji; most use two columns.
  package static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let isEmoji = character.unicodeScalars.contains { scalar in
      scalar.properties.isEmojiPresentation || scalar == "\u{FE0F}"
    }
    if isEmoji || wide.contains(where: { $0.contains(first.value) }) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// The text, cut to at most `width` columns; a cut text ends in `…`.
  package static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    guard width > 0 else { return "" }
    var used = 1
    var kept = ""
    for character in text {
      used += of(character)
      if used > width { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// East Asian wide and full-width characters (UAX #11), by block.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul that begins a syllable
    0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,  // CJK, kana, Yi
    0xA960...0xA97F, 0xAC00...0xD7A3,  // Hangul
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,  // compatibility and full-width forms
    0x1_B000...0x1_B2FF, 0x2_0000...0x3_FFFD,  // kana, further CJK
  ]
}
