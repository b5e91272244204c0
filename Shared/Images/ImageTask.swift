/// A call of `ImageWorkers`: the files that it reads and writes, and how a worker is to make them.
struct ImageTask: Sendable {
  private let source: String?
  private let paths: [String]
  private let outputs: [ImageVariant]
  private let makesOriginal: Bool
  private let allowsHEIC: Bool
  private let card: ShareCardDrawing?

  init(source: String, original: String?, variants: [ImageVariant], allowsHEIC: Bool) {
    self.source = source
    makesOriginal = original != nil
    let first = original.map {
      // Its form is the worker's choice.
      ImageVariant(path: $0, maxSide: ImageWorkers.maxOriginalSide, format: .jpeg)
    }
    outputs = (first.map { [$0] } ?? []) + variants
    paths = outputs.map(\.path)
    self.allowsHEIC = allowsHEIC
    card = nil
  }

  init(card: ShareCardDrawing, path: String) {
    source = card.picture
    makesOriginal = false
    outputs = []
    paths = [path]
    allowsHEIC = false
    self.card = card
  }

  /// Returns the worker's facts once every file is under its name and on the disk.
  func run(with worker: WorkerProgram) throws(ImageError) -> ImageFacts? {
    try check()
    let input = try source.map { path throws(ImageError) in try OpenFile(reading: path) }
    let files = try PendingFile.create(for: paths)
    defer { for file in files { file.discard() } }
    let outcome = try worker.run(
      job(hasSource: input != nil), inheriting: (input.map { [$0] } ?? []) + files.map(\.file))
    if let error = outcome.error { throw error }
    try PendingFile.keep(files)
    return outcome.facts
  }

  private func job(hasSource: Bool) -> ImageJob {
    let first = ImageJob.firstDescriptor + (hasSource ? 1 : 0)
    let made = outputs.enumerated().map { index, output in
      ImageJob.Output(
        descriptor: first + Int32(index), maxSide: output.maxSide,
        format: index == 0 && makesOriginal ? nil : output.format, crop: output.crop)
    }
    return ImageJob(
      source: hasSource ? ImageJob.firstDescriptor : nil, allowsHEIC: allowsHEIC, outputs: made,
      card: card.map { ImageJob.Card(descriptor: first, drawing: $0) })
  }

  /// Refuses calls that no worker could fulfil: these are faults of the caller.
  private func check() throws(ImageError) {
    guard !paths.isEmpty, paths.count <= ImageWorkers.maxVariants + 1, Set(paths).count == paths.count else {
      throw .failed("1 to \(ImageWorkers.maxVariants) different files are made, not \(paths.count)")
    }
    guard outputs.allSatisfy({ (1...ImageVariant.maxMaxSide).contains($0.maxSide) }) else {
      throw .failed("a side has 1 to \(ImageVariant.maxMaxSide) pixels")
    }
    guard outputs.allSatisfy({ $0.crop?.isInside ?? true }) else {
      throw .failed("a part of a picture reaches beyond it")
    }
    guard card?.isDrawable ?? true else {
      throw .failed("a share card's color, texts, numbers or part cannot be drawn")
    }
  }
}
