internal import CVips
internal import Glibc
package import Images
internal import JSON

/// The program `image-worker`: reads one job from its standard input, does it, and writes the outcome to its
/// standard output.
package enum ImageWorker {
  /// Confines the process and does the job. The arguments are the number of its descriptors and the id of the
  /// process that started it.
  package static func run() -> Never {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int32($0) }
    guard numbers.count == 2 else { end(.init(.failed, "it is started by ImageWorkers, with two numbers")) }
    let code = quad_confine(numbers[0], numbers[1])
    guard code == 0 else { end(.init(.failed, "it could not confine itself: errno \(code)")) }
    do throws(Flaw) {
      let job = try readJob()
      try Vips.start(allowingHEIC: job.allowsHEIC)
      end(outcome(of: job))
    } catch { end(error.outcome) }
  }

  /// Starts libvips for jobs that are done in this process. Only tests do that: they bring the pictures.
  package static func start(allowingHEIC: Bool) -> Bool {
    do throws(Flaw) { try Vips.start(allowingHEIC: allowingHEIC) } catch { return false }
    return true
  }

  /// Does the job in this process.
  package static func outcome(of job: ImageJob) -> ImageOutcome {
    do throws(Flaw) { return ImageOutcome(facts: try perform(job)) } catch { return error.outcome }
  }

  /// Does the job: the picture is decoded once, as large as the largest output needs it.
  private static func perform(_ job: ImageJob) throws(Flaw) -> ImageFacts? {
    if let card = job.card {
      let picture = try job.source.map { source throws(Flaw) in
        try Picture(descriptor: source, allowsHEIC: job.allowsHEIC)
      }
      try ShareCard(card.drawing, over: picture).write(to: card.descriptor)
      return nil
    }
    guard let source = job.source else { throw Flaw(.failed, "the job has no picture") }
    let picture = try Picture(descriptor: source, allowsHEIC: job.allowsHEIC)
    let raster = try picture.decoded(for: job.outputs.map { Need(maxSide: $0.maxSide, crop: $0.crop) })
    var facts: ImageFacts?
    for output in job.outputs {
      let made = try raster.part(output.crop).smaller(output.maxSide)
      let format = output.format ?? (made.hasAlpha ? .webp : .jpeg)
      // The form that suits the picture is an original's, which others are made of.
      try made.write(format, to: output.descriptor, quality: output.format == nil ? 90 : 80)
      if facts == nil { facts = ImageFacts(width: made.width, height: made.height, format: format) }
    }
    return facts
  }

  private static func readJob() throws(Flaw) -> ImageJob {
    // As long as a pipe can be: ImageWorkers writes all of it before it starts this process.
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    var count = 0
    while count < bytes.count {
      let got = bytes[count...].withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if got == 0 { break }
      guard got > 0 else { throw Flaw(.failed, "the job cannot be read: errno \(errno)") }
      count += got
    }
    do { return try JSONCoding.decode(ImageJob.self, from: Array(bytes[..<count])) } catch {
      throw Flaw(.failed, "the job is not understood: \(error)")
    }
  }

  /// Ends without tidying up: the process goes as a whole.
  private static func end(_ outcome: ImageOutcome) -> Never {
    do {
      let bytes = try JSONCoding.encode(outcome)
      _exit(write(STDOUT_FILENO, bytes, bytes.count) == bytes.count ? 0 : 1)
    } catch { _exit(1) }
  }
}
