package import Schema
package import Terminal

/// Options and defaults for the pages of a list.
package enum Paging {
  package static let options = [
    Option.value("limit", "N", is: "Show at most N rows, 1 to 100"),
    .value("cursor", "TEXT", is: "Continue a list from \"next\" of the last reply"),
    .flag("all", "Show all pages, up to \(ShownLists.maxRows) rows; with --json, one line for each page"),
  ]

  /// The default number of rows on a page. It is the maximum, so that one page is usually enough.
  package static let standard = PageLimit(100)

  static func size(_ text: String) throws(UsageError) -> PageLimit {
    guard let limit = Int(text).flatMap({ PageLimit($0) }) else {
      throw UsageError("--limit \(text): enter a number from 1 to 100")
    }
    return limit
  }
}

extension SiteVisit {
  /// Fetches the page that the options name, or with `--all` one after the other. Prints each page as JSON,
  /// or passes all rows to `text`. Returns the rows.
  @discardableResult
  package func list<R: Request, Item>(
    _ request: (Cursor?, PageLimit?) -> R, _ text: ([Item]) async throws -> Void
  ) async throws -> [Item] where R.Reply == Page<Item> {
    try await list(request, rows: { ($0.items, $0.next) }) { items, _ in try await text(items) }
  }

  /// Lists pages that have more than rows: `text` receives the last page, too.
  @discardableResult
  package func list<R: Request, Item>(
    _ request: (Cursor?, PageLimit?) -> R, rows: (R.Reply) -> ([Item], Cursor?),
    _ text: ([Item], R.Reply) async throws -> Void
  ) async throws -> [Item] {
    let limit = try arguments.value("limit").map(Paging.size) ?? Paging.standard
    var cursor = arguments.value("cursor").map { Cursor($0) }
    var items: [Item] = []
    var page = try await send(request(cursor, limit))
    while true {
      try await show(page) {}
      let (more, end) = rows(page)
      items += more
      cursor = end
      guard arguments.has("all"), let next = cursor, items.count < ShownLists.maxRows else { break }
      page = try await send(request(next, limit))
    }
    guard !wantsJSON else { return items }
    try await text(items, page)
    if let cursor { Output.note("More rows: use --all, or --cursor \(cursor.text)") }
    return items
  }
}

extension SiteVisit {
  /// Returns every row of a list, page by page, up to `limit`, for results computed from all rows.
  package func all<R: Request, Item>(
    upTo limit: Int, _ request: (Cursor?, PageLimit?) -> R
  ) async throws -> (rows: [Item], isWhole: Bool) where R.Reply == Page<Item> {
    var rows: [Item] = []
    var cursor: Cursor?
    repeat {
      let page = try await send(request(cursor, Paging.standard))
      rows += page.items
      cursor = page.next
    } while cursor != nil && rows.count < limit
    return (rows, cursor == nil)
  }
}
