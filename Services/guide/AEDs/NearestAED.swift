import Schema

extension [Guide.AED] {
  /// The nearest AED that has a position.
  func nearest(to position: Guide.AEDPosition) -> Guide.AED? {
    compactMap { aed in aed.position.map { (aed, $0.distance(to: position)) } }.min { $0.1 < $1.1 }?.0
  }
}

extension Guide.AED {
  /// The limit of `shortLine`: a notification has room for little more.
  private static let maxLine = 140

  /// Building and words in one line.
  var shortLine: String? {
    let line = [building?.text, words?.text].compactMap(\.self).joined(separator: ", ")
    return line.isEmpty
      ? nil : line.count <= Guide.AED.maxLine ? line : "\(line.prefix(Guide.AED.maxLine - 1))…"
  }
}
