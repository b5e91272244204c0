/// The sort keys of lists.
enum SortName {
  /// The limit of a sort key in bytes: two keys and an id fit into a cursor.
  static let maxBytes = 90

  /// The text in lowercase, cut at a whole character.
  static func key(_ text: String) -> String {
    let whole = text.lowercased()
    guard whole.utf8.count > maxBytes else { return whole }
    var cut = ""
    var bytes = 0
    for scalar in whole.unicodeScalars {
      bytes += scalar.utf8.count
      guard bytes <= maxBytes else { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut
  }
}

extension SortName {
  static func person(_ firstName: String, _ lastName: String) -> String { key("\(lastName) \(firstName)") }
}
