/// The task of a worker, as it reads it from its standard input. It names no file: the worker inherits them,
/// open, and opens none for writing.
package struct ImageJob: Codable, Hashable, Sendable {
  /// A file to make of the picture, by its descriptor.
  package struct Output: Codable, Hashable, Sendable {
    package let descriptor: Int32
    package let maxSide: Int
    /// Nil for the form that suits the picture: JPEG if it is opaque, else WebP.
    package let format: ImageFormat?
    package let crop: ImageCrop?
  }

  /// A share card to draw, over the picture if there is one.
  package struct Card: Codable, Hashable, Sendable {
    package let descriptor: Int32
    package let drawing: ShareCardDrawing
  }

  /// The descriptor that a worker's first file has: the ones before it are the standard ones.
  package static let firstDescriptor: Int32 = 3

  /// The descriptor of the picture.
  package let source: Int32?
  package let allowsHEIC: Bool
  package let outputs: [Output]
  package let card: Card?
}

/// The answer of a worker, on its standard output.
package struct ImageOutcome: Codable, Hashable, Sendable {
  package enum Problem: String, Codable, Hashable, Sendable {
    case unknownType, heicOff, broken, tooManyPixels, tooSlow, outOfMemory, failed
  }

  /// Nil if everything is written.
  package let problem: Problem?
  /// The sentence of a problem, for the log.
  package let detail: String?
  /// The first output's.
  package let facts: ImageFacts?

  package init(facts: ImageFacts?) {
    (problem, detail, self.facts) = (nil, nil, facts)
  }

  package init(_ problem: Problem, _ detail: String) {
    (self.problem, self.detail, facts) = (problem, detail, nil)
  }

  /// The error of `problem`.
  var error: ImageError? {
    switch problem {
    case nil: nil
    case .unknownType: .unknownType
    case .heicOff: .heicOff
    case .broken: .broken
    case .tooManyPixels: .tooManyPixels
    case .tooSlow: .tooSlow
    case .outOfMemory: .outOfMemory
    case .failed: .failed(detail ?? "the worker gave no reason")
    }
  }
}
