import Schema

/// The e-mail addresses of people, read page by page until the one that is looked for is there.
struct Directory {
  private let visit: Visit
  private var emails: [PersonID: String] = [:]
  private var cursor: Cursor?
  private var pages = 0

  /// Pages of 100 that are read at most; whoever stands behind them is shown by id.
  static let maxPages = 20

  init(_ visit: Visit) { self.visit = visit }

  mutating func email(_ id: PersonID) async throws -> String {
    while emails[id] == nil, pages == 0 || cursor != nil, pages < Directory.maxPages {
      let page = try await visit.send(Auth.ListPeople(cursor: cursor, limit: Paging.standard))
      for person in page.items { emails[person.id] = person.email }
      cursor = page.next
      pages += 1
    }
    return emails[id] ?? id.description
  }
}

extension Visit {
  /// Whom an administrator names: an e-mail address, an id, or a row of the people that were listed last.
  func account(_ word: String) async throws -> PersonID {
    guard word.contains("@") else { return try id(word, of: AdminPeople.kind) }
    let email: EmailAddress = try Visit.value(word, "email")
    let query = try SearchText(String(email.text.prefix(SearchText.maxLength)))
    var cursor: Cursor?
    for _ in 0..<Directory.maxPages {
      let page = try await send(Auth.ListPeople(query: query, cursor: cursor, limit: Paging.standard))
      if let person = page.items.first(where: { $0.email == email.text }) { return person.id }
      cursor = page.next
      guard cursor != nil else { break }
    }
    throw Failure("nobody has the e-mail address \(email)")
  }

  /// The option as one of a few values; nil where it is not given.
  func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(UsageError) -> Value? where Value.RawValue == String {
    guard let text = arguments.value(name) else { return nil }
    guard let value = Value(rawValue: text) else {
      throw UsageError("--\(name) is one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return value
  }
}
