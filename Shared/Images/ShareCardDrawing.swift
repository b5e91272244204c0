/// A picture for social networks that counts down to an event: a PNG of 1200 × 630 pixels.
///
/// All texts are in words already; nothing in them is markup. One that does not fit is shortened.
package struct ShareCardDrawing: Codable, Hashable, Sendable {
  /// A number in large type, and the word for it below.
  package struct Figure: Codable, Hashable, Sendable {
    package let number: String
    package let label: String

    package init(number: String, label: String) {
      self.number = number
      self.label = label
    }
  }

  package static let width = 1200
  package static let height = 630
  /// The limit of `figures`.
  package static let maxFigures = 4
  /// The limit of each text, in bytes of UTF-8.
  package static let maxTextBytes = 1024

  /// The path of the stored picture behind everything; a gradient of `color` without one.
  package let picture: String?
  /// The part of the picture that the event shows.
  package let crop: ImageCrop?
  /// The color of the gradient, `#rrggbb`.
  package let color: String
  /// At most two lines are shown.
  package let title: String
  /// "12 days", "4 hours", "33 minutes".
  package let figures: [Figure]
  /// The line below the numbers: the date, or that the event is over.
  package let date: String
  /// A magic wand says that the wand is on.
  package let hasWand: Bool
  /// The author and the license of the picture; empty for none.
  package let credit: String
  /// The name of the site.
  package let site: String

  package init(
    picture: String? = nil, crop: ImageCrop? = nil, color: String, title: String, figures: [Figure],
    date: String, hasWand: Bool = false, credit: String = "", site: String
  ) {
    self.picture = picture
    self.crop = crop
    self.color = color
    self.title = title
    self.figures = figures
    self.date = date
    self.hasWand = hasWand
    self.credit = credit
    self.site = site
  }

  /// True if a worker can draw it: a color of this form, and texts, numbers and the part within limits.
  package var isDrawable: Bool {
    let digits = color.utf8.dropFirst()
    return color.utf8.first == UInt8(ascii: "#") && digits.count == 6
      && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
      && figures.count <= ShareCardDrawing.maxFigures && (crop?.isInside ?? true)
      && texts.allSatisfy { $0.utf8.count <= ShareCardDrawing.maxTextBytes }
  }

  /// The texts that are drawn.
  private var texts: [String] { [title, date, credit, site] + figures.flatMap { [$0.number, $0.label] } }
}
