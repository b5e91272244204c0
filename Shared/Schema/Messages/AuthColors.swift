extension Auth {
  /// The color of a person's initials. A client shows it in a tone of its own that keeps them readable.
  package enum ProfileColor: String, Choice {
    case red, orange, amber, green, teal, blue, indigo, purple, pink, gray

    /// The color of a person who chose none: the last byte of the id picks it, so it is the same on every
    /// device.
    package static func standard(of person: PersonID) -> ProfileColor {
      allCases[Int(person.raw.bytes.last ?? 0) % allCases.count]
    }
  }
}
