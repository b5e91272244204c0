/// Large digits, three pixels wide and five high, readable from across the room.
package enum BigDigits {
  /// The size of a pixel.
  package enum Size: Sendable {
    /// A pixel of two columns and one row.
    case large
    /// A pixel of one column and half a row.
    case small

    package var rows: Int { self == .large ? 5 : 3 }
    fileprivate var columns: Int { self == .large ? 2 : 1 }
  }

  private static let glyphs: [[String]] = [
    ["###", "# #", "# #", "# #", "###"], [" # ", "## ", " # ", " # ", "###"],
    ["###", "  #", "###", "#  ", "###"], ["###", "  #", "###", "  #", "###"],
    ["# #", "# #", "###", "  #", "  #"], ["###", "#  ", "###", "  #", "###"],
    ["###", "#  ", "###", "# #", "###"], ["###", "  #", "  #", "  #", "  #"],
    ["###", "# #", "###", "# #", "###"], ["###", "# #", "###", "  #", "###"],
  ]

  package static func width(_ text: String, _ size: Size) -> Int {
    max(text.utf8.count * 4 - 1, 0) * size.columns
  }

  /// The rows of a number, each as wide as the others.
  package static func rows(_ text: String, _ size: Size) -> [String] {
    let digits = text.utf8.compactMap { byte -> [String]? in
      let digit = Int(byte) - 48
      return glyphs.indices.contains(digit) ? glyphs[digit] : nil
    }
    let pixels = (0..<5).map { row in digits.map { $0[row] }.joined(separator: " ").map { $0 == "#" } }
    guard size == .small else {
      return pixels.map { row in row.map { $0 ? "██" : "  " }.joined() }
    }
    return stride(from: 0, to: 5, by: 2).map { row in
      String(
        pixels[row].indices.map { column -> Character in
          switch (pixels[row][column], row + 1 < 5 && pixels[row + 1][column]) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
    }
  }
}
