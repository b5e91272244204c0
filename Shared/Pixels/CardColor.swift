internal import Images

/// A color of a share card.
struct CardColor {
  /// The luminance (WCAG 2.2) up to which white type has a contrast of 5.5:1.
  private static let maxLuminance = 0.14

  /// Red, green and blue, from 0 to 255.
  let channels: [Double]

  private init(channels: [Double]) {
    self.channels = channels
  }

  /// - Parameter text: `#rrggbb`.
  init(_ text: String) throws(Flaw) {
    let digits = text.dropFirst()
    guard text.first == "#", digits.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { throw Flaw(.failed, "a color is #rrggbb") }
    channels = [16, 8, 0].map { Double(value >> $0 & 0xFF) }
  }

  /// The color, or a darker one of its kind on which white type can be read.
  var dimmed: CardColor {
    var color = self
    // Each step takes a twentieth; black is dark enough.
    while color.luminance > CardColor.maxLuminance { color = color.scaled(by: 0.95) }
    return color
  }

  func scaled(by factor: Double) -> CardColor { CardColor(channels: channels.map { $0 * factor }) }

  /// With a square in place of sRGB's own curve, which is close and a little darker.
  private var luminance: Double {
    zip(channels, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + ($1.0 / 255) * ($1.0 / 255) * $1.1 }
  }
}
