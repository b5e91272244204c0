import Schema

/// The pages of a list that a person wants to see.
enum Paging {
  static let options = [
    Option.value("limit", "N", is: "at most so many rows, 1 to 100"),
    .value("cursor", "TEXT", is: "begin where the member `next` of a reply says"),
    .flag("all", "every page, up to \(ShownLists.mostRows) rows; with --json a line for each"),
  ]

  /// Rows of a page unless it is said otherwise: the most a page can have, so that one is mostly enough.
  static let standard = PageLimit(100)
}

extension Visit {
  /// Asks for the page that the options name, or with `--all` for one after the other; shows each as JSON, or
  /// hands all rows to `text`.
  func list<R: Request, Item>(
    _ request: (Cursor?, PageLimit?) -> R, _ text: ([Item]) async throws -> Void
  ) async throws where R.Reply == Page<Item> {
    let limit = try arguments.value("limit").map(Visit.limit) ?? Paging.standard
    var cursor = arguments.value("cursor").map { Cursor($0) }
    var items: [Item] = []
    var page = try await send(request(cursor, limit))
    while true {
      try await show(page) {}
      items += page.items
      cursor = page.next
      guard arguments.has("all"), let next = cursor, items.count < ShownLists.mostRows else { break }
      page = try await send(request(next, limit))
    }
    guard !wantsJSON else { return }
    try await text(items)
    if let cursor { Output.tell("There is more: --all, or --cursor \(cursor.text)") }
  }

  private static func limit(_ text: String) throws -> PageLimit {
    guard let limit = Int(text).flatMap({ PageLimit($0) }) else {
      throw UsageError("--limit \(text): a page has 1 to 100 rows")
    }
    return limit
  }
}
