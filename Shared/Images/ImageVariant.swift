/// A part of a picture as fractions (0...1) of the upright picture, measured from its upper left corner.
package struct ImageCrop: Codable, Hashable, Sendable {
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Sums of fractions may miss 1 by rounding.
  private static let tolerance = 1e-6

  /// False for a part that is empty or reaches beyond the picture.
  package var isInside: Bool {
    let limit = 1 + ImageCrop.tolerance
    return x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= limit && y + height <= limit
  }
}

/// The form of a stored picture.
package enum ImageFormat: String, Codable, Hashable, Sendable, CaseIterable {
  case jpeg
  case webp

  package var mediaType: String { "image/\(rawValue)" }
}

/// A file to make of a picture.
package struct ImageVariant: Codable, Hashable, Sendable {
  /// The limit of `maxSide`.
  package static let maxMaxSide = 2560

  /// The file; one that is there already is replaced.
  package let path: String
  /// The longest side, in pixels, of the picture or of its part. It is not scaled up to that.
  package let maxSide: Int
  package let format: ImageFormat
  /// The part that is shown; everything without one.
  package let crop: ImageCrop?

  package init(path: String, maxSide: Int, format: ImageFormat, crop: ImageCrop? = nil) {
    self.path = path
    self.maxSide = maxSide
    self.format = format
    self.crop = crop
  }
}

/// A stored picture: its size in pixels, upright, and its form.
package struct ImageFacts: Codable, Hashable, Sendable {
  package let width: Int
  package let height: Int
  package let format: ImageFormat

  package init(width: Int, height: Int, format: ImageFormat) {
    self.width = width
    self.height = height
    self.format = format
  }
}
