/// A QR code in half blocks: two modules a character, so that they are about square.
///
/// With colors it is black on white, independent of the terminal's own colors. Without colors only the light
/// modules and the quiet zone are drawn. That is right on a dark terminal; on a light one the code is
/// inverted, which most readers accept.
package struct QRDrawing: Sendable {
  package let lines: [StyledText]
  /// The width in columns.
  package let width: Int

  /// The number of light modules on each side (ISO/IEC 18004).
  package static let quietZone = 4
  /// The size of version 40.
  package static let maxSize = 177

  /// - Parameter modules: a row of `1` (dark) and `0` for each row of the code.
  /// - Returns: nil for an invalid code: rows of different lengths, or too many rows.
  package init?(modules: [String], inColour: Bool) {
    let rows = modules.map { Array($0.utf8) }
    let size = rows.count
    guard (1...QRDrawing.maxSize).contains(size), rows.allSatisfy({ $0.count == size })
    else { return nil }
    let zone = QRDrawing.quietZone
    width = size + 2 * zone
    func isDark(_ row: Int, _ column: Int) -> Bool {
      guard rows.indices.contains(row), rows.indices.contains(column) else { return false }
      return rows[row][column] == UInt8(ascii: "1")
    }
    var lines: [StyledText] = []
    for row in stride(from: -zone, to: size + zone, by: 2) {
      var line = ""
      for column in -zone..<(size + zone) {
        // The last line may have no lower half, which stays blank.
        let upper = isDark(row, column) == inColour
        let lower = row + 1 < size + zone && isDark(row + 1, column) == inColour
        line.append(QRDrawing.block(upper: upper, lower: lower))
      }
      lines.append(StyledText(line, inColour ? .blackOnWhite : .plain))
    }
    self.lines = lines
  }

  private static func block(upper: Bool, lower: Bool) -> Character {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
