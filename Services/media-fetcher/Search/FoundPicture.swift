import Schema

/// A picture that a search found.
struct FoundPicture: Hashable, Sendable {
  let source: Media.PictureSource
  /// The name of the picture at its source.
  let id: String
  let title: String
  let width: Int
  let height: Int
  /// The author and the license, at most 300 characters.
  let credit: String
  /// The page of the picture at its source, which has to be linked.
  let page: String?
  /// The place of the file: a URL for a picture of the web, else a name in the source's folder.
  let file: String
  /// The same in small.
  let preview: String
  /// The title in German, of bundled pictures.
  var germanTitle: String?
  /// The title in French, of bundled pictures.
  var frenchTitle: String?

  static let maxCredit = 300
  static let maxTitle = 200
}

/// The reply of a search.
struct FoundPictures: Hashable, Sendable {
  /// The pictures from `skip` on; fewer than asked for if some could not be read.
  let pictures: [FoundPicture]
  /// The number of all results.
  let total: Int
  /// True if no results follow.
  let isLast: Bool
}

/// The reason why a search has no reply.
enum PictureFailure: Error, Equatable {
  /// Too many searches. Another may be sent after this time.
  case busy(Duration)
  /// The provider cannot be reached, or its reply cannot be read. The text is for the log.
  case unavailable(String)
}

/// Texts of strangers, which stand in pages and in credits.
enum PictureText {
  /// The text on one line, without control characters and characters that turn its direction, cut to a
  /// length.
  static func clean(_ text: String, maxLength: Int) -> String {
    var scalars = String.UnicodeScalarView()
    // A grapheme cluster may be longer than any text should be.
    for scalar in text.unicodeScalars.prefix(4 * maxLength) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      case .format, .unassigned, .privateUse, .surrogate: break
      default: scalars.append(scalar)
      }
    }
    let words = String(scalars).split(separator: " ").joined(separator: " ")
    return Text.trim(String(words.prefix(maxLength)))
  }
}
