/// Makes pictures, each in a process of its own: the worker, which confines itself before it reads a byte of
/// the picture. The process that calls has no code of libvips and sees no pixel.
///
/// At most `maxAtOnce` workers run, each on a thread that waits for it; the cooperative pool is not blocked.
/// A call is all or nothing: files appear under their names once all are written and on the disk.
package struct ImageWorkers: Sendable {
  /// The maximum number of pictures that wait for a worker; beyond it, calls throw `busy`.
  package static let maxWaiting = 64
  /// The maximum number of files that one call makes.
  package static let maxVariants = 16
  /// The longest side of a stored original, in pixels.
  package static let maxOriginalSide = 2560

  private let pool: WorkerPool
  private let allowsHEIC: Bool

  /// - Parameters:
  ///   - worker: the path of the executable `image-worker`.
  ///   - maxAtOnce: the maximum number of workers that run.
  ///   - maxTime: the time that a worker has, from its start to its end.
  /// - Throws: `failed` if the system refuses the threads.
  package init(
    worker: String, maxAtOnce: Int = 2, allowsHEIC: Bool, maxTime: Duration = .seconds(15)
  ) throws(ImageError) {
    pool = try WorkerPool(worker: worker, threads: maxAtOnce, maxTime: maxTime)
    self.allowsHEIC = allowsHEIC
  }

  /// The number of pictures that wait for a worker.
  package var waiting: Int { pool.waiting }

  /// Takes the picture at `source` into the store: turned upright, in sRGB, without anything but pixels (no
  /// EXIF, XMP, IPTC, profile, comment or thumbnail), at most `maxOriginalSide` long. It is written to
  /// `original`, as a JPEG if it is opaque, else as WebP, and the variants beside it, in one decode.
  ///
  /// - Returns: the size and form of `original`.
  package func take(
    _ source: String, original: String, variants: [ImageVariant]
  ) async throws(ImageError) -> ImageFacts {
    let task = ImageTask(source: source, original: original, variants: variants, allowsHEIC: allowsHEIC)
    guard let facts = try await pool.make(task) else { throw .failed("the worker told no facts") }
    return facts
  }

  /// Makes variants of a stored original.
  package func render(_ original: String, variants: [ImageVariant]) async throws(ImageError) {
    _ = try await pool.make(
      ImageTask(source: original, original: nil, variants: variants, allowsHEIC: false))
  }

  /// Draws a share card as a PNG.
  package func draw(_ card: ShareCardDrawing, into path: String) async throws(ImageError) {
    _ = try await pool.make(ImageTask(card: card, path: path))
  }

  /// Deletes what a process that was killed while it made pictures left in a folder. Call it before the first
  /// picture: files that are being written look the same.
  package static func removeLeftovers(in folder: String) throws(ImageError) {
    try PendingFile.removeAll(in: folder)
  }
}
