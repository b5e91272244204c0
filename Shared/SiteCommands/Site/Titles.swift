package import Schema
import Terminal

/// An object that a person may name by a title.
package struct TitledObject: Hashable, Sendable {
  let id: String
  /// The titles it is known by; the first one is shown.
  let titles: [String]

  package init<Object>(_ id: ID<Object>, _ titles: String?...) {
    self.id = id.description
    self.titles = titles.compactMap(\.self)
  }
}

/// The objects of a list at the site.
package struct TitledList: Sendable {
  let objects: [TitledObject]
  /// False if the site has more objects than were read.
  let isWhole: Bool

  package init(_ objects: [TitledObject], isWhole: Bool = true) {
    self.objects = objects
    self.isWhole = isWhole
  }
}

/// Reads a list whose objects have titles.
package typealias Titles = @Sendable () async throws -> TitledList

/// The objects whose title a word is, or begins.
enum TitleMatch: Equatable {
  case one(TitledObject)
  case several([TitledObject])
  case none

  /// A whole title wins over the beginning of one. Case and white space do not matter, and a character is
  /// what a reader sees as one.
  init(_ word: String, in objects: [TitledObject]) {
    let wanted = TitleMatch.folded(word)
    func matches(_ isMatch: (String) -> Bool) -> [TitledObject] {
      wanted.isEmpty ? [] : objects.filter { $0.titles.contains { isMatch(TitleMatch.folded($0)) } }
    }
    let whole = matches { $0 == wanted }
    let found = whole.isEmpty ? matches { $0.hasPrefix(wanted) } : whole
    switch found.count {
    case 0: self = .none
    case 1: self = .one(found[0])
    default: self = .several(found)
    }
  }

  /// A title in the form in which titles are compared, as in the web client's warning of a double task.
  static func folded(_ text: String) -> String {
    Text.normalize(text).split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }
}

/// The one way from typed words to objects: a whole id, the number of a row in the list shown last, a part of
/// an id in that list, a title, or the beginning of one title.
struct ObjectLookup {
  /// The name of an object of this kind, such as `task`.
  let kind: String
  /// The ids in the list shown last.
  let shown: [String]
  /// The lists to look for titles in. The first one with a match decides.
  let sources: [Titles]
  /// The lists that have been read.
  private var lists: [TitledList] = []

  /// The maximum number of objects that an ambiguous word lists.
  static let maxCandidates = 5

  init(_ kind: String, shown: [String], _ sources: [Titles]) {
    self.kind = kind
    self.shown = shown
    self.sources = sources
  }

  /// - Throws: `UsageError` for a word that names nothing, `Failure` for one that names several objects.
  mutating func id<Object>(_ word: String) async throws -> ID<Object> {
    if let id: ID<Object> = try ShownLists.id(word, in: shown, what: kind) { return id }
    for (index, read) in sources.enumerated() {
      if lists.count == index { lists.append(try await read()) }
      switch TitleMatch(word, in: lists[index].objects) {
      case .none: continue
      case .several(let objects): throw ambiguous(word, objects)
      case .one(let object):
        guard let id = ID<Object>(object.id) else { throw unknown(word) }
        if !lists[index].isWhole {
          Output.note("there are more \(kind)s than the \(lists[index].objects.count) that were searched")
        }
        return id
      }
    }
    throw unknown(word)
  }

  private func ambiguous(_ word: String, _ objects: [TitledObject]) -> Failure {
    let rows = objects.prefix(ObjectLookup.maxCandidates).map { object in
      "\n  \(object.id)  \(Plain.line(object.titles.first ?? ""))"
    }
    let more = objects.count - rows.count
    return Failure(
      "\"\(word)\" could be any of\(rows.joined())\(more > 0 ? "\n  and \(more) more" : "")", .usage)
  }

  private func unknown(_ word: String) -> UsageError {
    guard !lists.isEmpty else {
      return UsageError(
        "\(word): enter a row number, or at least \(ShownLists.minPartLength) characters of an id from the "
          + "list shown last")
    }
    let objects = lists.flatMap(\.objects)
    let isWhole = lists.allSatisfy(\.isWhole)
    let titles = objects.flatMap(\.titles).map { Plain.line($0) }
    let isShort = objects.count <= ObjectLookup.maxCandidates
    return UsageError(
      "no \(kind) is called \"\(word)\"\(isWhole ? "" : " among the \(objects.count) that were searched")",
      suggestions: Suggestions.near(beginning: word, of: titles),
      choices: isShort ? objects.compactMap(\.titles.first).map { Plain.line($0) } : [])
  }
}

extension SiteVisit {
  /// The objects that words name.
  ///
  /// - Parameters:
  ///   - kind: the name under which rows of these objects are stored, which is shown to the person, too.
  ///   - titles: the lists in which a title is looked for. Each is read once, and only if a word needs it.
  package func ids<Object>(
    _ words: [String], of kind: String, _ titles: Titles...
  ) async throws -> [ID<Object>] {
    try await ids(words, of: kind, shown: ids(of: kind), titles)
  }

  /// - Parameter shown: the ids of the rows that numbers stand for.
  package func ids<Object>(
    _ words: [String], of kind: String, shown: [ID<Object>], _ titles: [Titles]
  ) async throws -> [ID<Object>] {
    var lookup = ObjectLookup(kind, shown: shown.map(\.description), titles)
    var ids: [ID<Object>] = []
    for word in words { ids.append(try await lookup.id(word)) }
    return ids
  }

  /// The object that a word names.
  package func id<Object>(_ word: String, of kind: String, _ titles: Titles...) async throws -> ID<Object> {
    try await ids([word], of: kind, shown: ids(of: kind), titles)[0]
  }

  /// The objects of a list of the site, up to `ShownLists.maxRows`.
  package func titles<R: Request, Item: Sendable>(
    _ request: @escaping @Sendable (Cursor?, PageLimit?) -> R,
    _ object: @escaping @Sendable (Item) -> TitledObject
  ) -> Titles where R.Reply == Page<Item> {
    titles(request, rows: { ($0.items, $0.next) }, object)
  }

  /// The objects of a list whose pages have more than rows.
  package func titles<R: Request, Item: Sendable>(
    _ request: @escaping @Sendable (Cursor?, PageLimit?) -> R,
    rows: @escaping @Sendable (R.Reply) -> ([Item], Cursor?),
    _ object: @escaping @Sendable (Item) -> TitledObject
  ) -> Titles {
    {
      var objects: [TitledObject] = []
      var cursor: Cursor?
      repeat {
        let (items, next) = rows(try await send(request(cursor, Paging.standard)))
        objects += items.map(object)
        cursor = next
      } while cursor != nil && objects.count < ShownLists.maxRows
      return TitledList(objects, isWhole: cursor == nil)
    }
  }
}
