import Schema
import Terminal

/// The email addresses of people, read page by page until the wanted one is found.
struct Directory {
  private let visit: any SiteVisit
  private var emails: [PersonID: String] = [:]
  private var cursor: Cursor?
  private var pages = 0

  /// The maximum number of pages, 100 people each; people on later pages are shown by id.
  static let maxPages = 20

  init(_ visit: any SiteVisit) { self.visit = visit }

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

extension SiteVisit {
  /// The account that an administrator names by email address, by id, by a row in the list of people shown
  /// last, or by name.
  func account(_ word: String) async throws -> PersonID {
    guard word.contains("@") else {
      return try await id(
        word, of: AdminPeople.kind,
        titles({ Auth.ListPeople(query: search(for: word), cursor: $0, limit: $1) }) { person in
          TitledObject(person.id, "\(person.firstName) \(person.lastName)", person.lastName, person.email)
        })
    }
    let email: EmailAddress = try Typed.value(word, "email")
    let query = search(for: email.text)
    var cursor: Cursor?
    for _ in 0..<Directory.maxPages {
      let page = try await send(Auth.ListPeople(query: query, cursor: cursor, limit: Paging.standard))
      if let person = page.items.first(where: { $0.email == email.text }) { return person.id }
      cursor = page.next
      guard cursor != nil else { break }
    }
    throw Failure("nobody has the email address \(email)")
  }

  /// The search for a name or an address; nil, which is everybody, for a text that no search takes.
  private func search(for text: String) -> SearchText? {
    do { return try SearchText(String(text.prefix(SearchText.maxLength))) } catch { return nil }
  }
}
