internal import FoundationEssentials
package import Schema

extension Page {
  /// Creates a page from one item more than it holds. The extra item shows that there is a next page.
  package init(_ read: [Item], limit: Int, cursor: (Item) -> Cursor) {
    let items = Array(read.prefix(limit))
    self.init(items: items, next: read.count > limit ? items.last.map(cursor) : nil)
  }
}

/// The text of a cursor: its parts separated by NUL, in base64url. Opaque to callers, validated on its
/// return.
package enum CursorText {
  package static func cursor(_ parts: [String]) -> Cursor {
    let base64 = Data(parts.joined(separator: "\0").utf8).base64EncodedString()
    return Cursor(String(base64.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
  }

  /// Returns an empty array for text that is not a cursor.
  package static func parts(_ cursor: Cursor) -> [String] {
    var base64 = String(cursor.text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    while base64.utf8.count % 4 != 0 { base64 += "=" }
    guard let data = Data(base64Encoded: base64), let text = String(validating: data, as: UTF8.self) else {
      return []
    }
    let parts = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    // Foundation accepts more than one spelling of the same bytes.
    return CursorText.cursor(parts) == cursor ? parts : []
  }
}
