internal import CVips
internal import Images

/// A share card that is being drawn.
struct ShareCard {
  private let drawing: ShareCardDrawing
  private let picture: Picture?

  init(_ drawing: ShareCardDrawing, over picture: Picture?) {
    (self.drawing, self.picture) = (drawing, picture)
  }

  func write(to descriptor: Int32) throws(Flaw) {
    guard let picture else { throw Flaw(.failed, "drawing is not there yet") }
    let need = Need(maxSide: ShareCardDrawing.width, crop: drawing.crop)
    try picture.decoded(for: [need]).part(drawing.crop)
      .filling(width: ShareCardDrawing.width, height: ShareCardDrawing.height).writePNG(to: descriptor)
  }
}
