import Crypto
package import Schema
import Terminal

/// The lists that were shown last, so that a row number names an object.
package struct ShownLists: Codable, Sendable, Equatable {
  /// A hash of site and token, so that the numbers are valid only for the same person.
  package let owner: String
  /// The ids in the order shown, from row 1 on, for each kind of object.
  package private(set) var ids: [String: [String]] = [:]

  package init(owner: String) { self.owner = owner }

  package mutating func show(_ ids: [String], of kind: String) {
    self.ids[kind] = Array(ids.prefix(ShownLists.maxRows))
  }

  package static func owner(site: String, token: String) -> String {
    Base64URL.encode(BLAKE2b.hash(parts: [Array(site.utf8), Array(token.utf8)]))
  }

  /// The maximum number of rows with a number; a longer number is the beginning of an id.
  package static let maxRows = 999
  /// The minimum length of a part of an id; a shorter part is too easily ambiguous.
  package static let minPartLength = 4

  /// The id for a word: a whole id, the number of a row, or the beginning or the end of an id in the list.
  /// Ids of one hour begin alike, so their ends differ sooner. Nil for any other word.
  ///
  /// - Parameter ids: the ids of the list of these objects that was shown last.
  package static func id<Object>(
    _ word: String, in ids: [String], what: String
  ) throws -> ID<Object>? {
    if let id = ID<Object>(word) { return id }
    if let number = Int(word), word.utf8.count <= 3 {
      guard ids.indices.contains(number - 1), let id = ID<Object>(ids[number - 1]) else {
        throw UsageError(
          ids.isEmpty
            ? "\(word): list the \(what)s first, to use row numbers"
            : "no row \(word): the last list had \(ids.count)")
      }
      return id
    }
    guard word.utf8.count >= minPartLength, word.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      return nil
    }
    let part = word.lowercased()
    let found = ids.filter { $0.hasPrefix(part) || $0.hasSuffix(part) }
    guard found.count <= 1 else {
      let rows = found.prefix(10).compactMap { id in
        ids.firstIndex(of: id).map { "\n  \($0 + 1)  \(id)" }
      }
      throw Failure(
        "\(word) could be any of\(rows.joined())\(found.count > 10 ? "\n  …" : "")", .usage)
    }
    return found.first.flatMap { ID<Object>($0) }
  }
}
