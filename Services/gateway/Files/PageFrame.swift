/// The page around its title and description, for which one link's own can stand.
struct PageFrame: Sendable {
  private let before: [UInt8]
  private let after: [UInt8]

  /// Nil if the page does not have a title that is followed by a description.
  init?(_ page: [UInt8]) {
    let text = String(decoding: page, as: UTF8.self)
    guard let title = text.firstRange(of: "<title>"),
      let description = text[title.upperBound...].firstRange(of: "<meta name=\"description\""),
      let end = text[description.upperBound...].firstIndex(of: ">")
    else { return nil }
    before = Array(text[..<title.lowerBound].utf8)
    after = Array(text[text.index(after: end)...].utf8)
  }

  func page(head: String) -> [UInt8] { before + Array(head.utf8) + after }
}
