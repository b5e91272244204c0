import JSON
import Schema

/// Pictures of our own, found by the words of their titles and tags.
struct PictureIndex: Sendable {
  fileprivate struct Entry: Sendable {
    let picture: FoundPicture
    /// Folded and sorted.
    let words: [String]
  }

  /// The maximum number of pictures.
  static let maxCount = 10_000

  private let entries: [Entry]

  /// - Parameter texts: The title and the tags of each picture, in all languages.
  init(_ pictures: [(picture: FoundPicture, texts: [String])]) {
    entries = pictures.prefix(PictureIndex.maxCount).map { picture, texts in
      Entry(picture: picture, words: Set(texts.flatMap(PictureQuery.words)).sorted())
    }
  }

  static let empty = PictureIndex([])

  var count: Int { entries.count }

  /// The pictures in which a word begins with one of the query's: those with all words first, then those with
  /// one less, and so on. Within each group the order is the index's.
  func search(_ query: PictureQuery) -> [[FoundPicture]] {
    var groups = [[FoundPicture]](repeating: [], count: query.words.count)
    for entry in entries {
      let found = query.words.count { entry.has($0) }
      if found > 0 { groups[query.words.count - found].append(entry.picture) }
    }
    return groups.filter { !$0.isEmpty }
  }
}

extension PictureIndex.Entry {
  fileprivate func has(_ start: String) -> Bool {
    // The first word that is not before it: the words that begin with it follow each other.
    var low = 0
    var high = words.count
    while low < high {
      let middle = (low + high) / 2
      if words[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low < words.count && words[low].hasPrefix(start)
  }
}

/// The list of the pictures that come with the program: `pictures.json` in their folder.
struct BundledList: Decodable {
  struct Words: Decodable {
    let en: [String]
    let de: [String]
    /// Absent from lists before version 0.2.
    let fr: [String]?
  }

  struct Title: Decodable {
    let en: String
    let de: String
    let fr: String?
  }

  struct Picture: Decodable {
    let id: String
    let file: String
    let width: Int
    let height: Int
    let title: Title
    let tags: Words
  }

  struct Credit: Decodable {
    let author: String
    let license: String
  }

  let credit: Credit
  let pictures: [Picture]

  /// - Throws: The reason why the bytes are no such list.
  static func index(_ bytes: [UInt8]) throws -> PictureIndex {
    let list = try JSONCoding.decode(BundledList.self, from: bytes)
    let credit = "\(list.credit.author), \(list.credit.license)"
    return PictureIndex(
      list.pictures.map { picture in
        let found = FoundPicture(
          source: .bundled, id: picture.id, title: picture.title.en, width: picture.width,
          height: picture.height, credit: credit, page: nil, file: picture.file, preview: picture.file,
          germanTitle: picture.title.de, frenchTitle: picture.title.fr)
        let (title, tags) = (picture.title, picture.tags)
        let french = (title.fr.map { [$0] } ?? []) + (tags.fr ?? [])
        return (found, [title.en, title.de] + tags.en + tags.de + french)
      })
  }
}
