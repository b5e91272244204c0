internal import CVips
internal import Images

/// A share card that is being drawn: white type over a picture that is darkened for it.
struct ShareCard {
  private static let margin = 64
  private static let inner = ShareCardDrawing.width - 2 * margin
  private static let titleSizes = [76, 68, 60, 52, 44, 38]
  private static let numberSizes = [112, 96, 80, 64]
  private static let gap = 72

  private let drawing: ShareCardDrawing
  private let picture: Picture?

  init(_ drawing: ShareCardDrawing, over picture: Picture?) {
    (self.drawing, self.picture) = (drawing, picture)
  }

  func write(to descriptor: Int32) throws(Flaw) {
    let canvas = try background().inMemory()
    let margin = ShareCard.margin
    if let site = try CardText.line(drawing.site, .bold, 28, upTo: ShareCard.inner - 2 * margin) {
      try canvas.whiten(through: site, 0.92, margin, margin - 8)
    }
    if drawing.hasWand {
      let sign = try Raster(mask: WandSign.pixels(), width: WandSign.side, height: WandSign.side)
      try canvas.whiten(through: sign, 1, ShareCardDrawing.width - margin + 4 - WandSign.side, margin - 22)
    }
    // The rest stands on the lower edge.
    var bottom = ShareCardDrawing.height - margin + 20
    if let credit = try CardText.line(drawing.credit, .regular, 19, upTo: ShareCard.inner) {
      bottom -= credit.height
      try canvas.whiten(through: credit, 0.85, margin, bottom)
    }
    bottom = min(bottom - 30, ShareCardDrawing.height - margin - 12)
    if let date = try CardText.line(drawing.date, .regular, 36, upTo: ShareCard.inner) {
      bottom -= date.height
      try canvas.whiten(through: date, 1, margin, bottom)
      bottom -= 36
    }
    bottom = try drawFigures(on: canvas, above: bottom)
    let title = try CardText.title(
      drawing.title, sizes: ShareCard.titleSizes, width: ShareCard.inner, height: bottom - 2 * margin)
    if let title { try canvas.whiten(through: title, 1, margin, bottom - title.height) }
    try canvas.writePNG(to: descriptor)
  }

  /// The picture, or a gradient of the color, as dark as white type needs it.
  private func background() throws(Flaw) -> Raster {
    let (width, height) = (ShareCardDrawing.width, ShareCardDrawing.height)
    guard let picture else {
      let color = try CardColor(drawing.color).dimmed
      let (from, to) = (color.channels, color.scaled(by: 0.4).channels)
      return try Raster(quad_vips_gradient(Int32(width), Int32(height), from, to), of: nil)
    }
    let need = Need(maxSide: ImageWorkers.maxOriginalSide, crop: drawing.crop)
    let shown = try picture.decoded(for: [need]).part(drawing.crop).opaque().filling(
      width: width, height: height)
    // On pure white, white type still has a contrast of 3.5:1 at the top and of 8:1 at the small type.
    return try Raster(quad_vips_darkened(shown.image, 0.5, 0.74), of: shown)
  }

  /// Draws the numbers with their labels, as large as they fit side by side; the upper end is returned.
  private func drawFigures(on canvas: Raster, above bottom: Int) throws(Flaw) -> Int {
    let figures = drawing.figures
    guard !figures.isEmpty else { return bottom }
    let maxWidth = ShareCard.inner / figures.count - 24
    // Labels stand on one line, so each is cut out of one with the highest and the lowest letters.
    let labels = try figures.map { figure throws(Flaw) in
      try CardText.lineOnStrut(figure.label, .regular, 30, upTo: maxWidth)
    }
    var numbers: [Raster?] = []
    var gap = ShareCard.gap
    for size in ShareCard.numberSizes {
      numbers = try figures.map { figure throws(Flaw) in
        try CardText.line(figure.number, .bold, size, upTo: maxWidth)
      }
      let width = zip(numbers, labels).reduce(0) { $0 + max($1.0?.width ?? 0, $1.1?.width ?? 0) }
      gap = min(ShareCard.gap, (ShareCard.inner - width) / max(figures.count - 1, 1))
      if gap >= 40 { break }
    }
    let labelTop = bottom - (labels.compactMap { $0?.height }.max() ?? 0)
    let numberTop = labelTop - 18 - (numbers.compactMap { $0?.height }.max() ?? 0)
    var left = ShareCard.margin
    for (number, label) in zip(numbers, labels) {
      if let number { try canvas.whiten(through: number, 1, left, labelTop - 18 - number.height) }
      if let label { try canvas.whiten(through: label, 0.92, left, labelTop) }
      left += max(number?.width ?? 0, label?.width ?? 0) + gap
    }
    return numberTop - 44
  }
}
