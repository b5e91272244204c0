import Schema
import SiteCommands
import Terminal

/// The lines of an event's to-do list or budget sheet, by the row numbers shown last.
enum EventLines {
  /// Stores the row numbers of the lines together with the event they belong to, since a number means nothing
  /// for another event.
  static func number(_ visit: Visit, _ kind: String, of event: EventID, _ ids: [String]) {
    visit.number(list(kind), [event.description])
    visit.number(kind, ids)
  }

  /// The lines of the event that words name.
  /// - Parameter titles: the lines by their texts; none for deleted ones, which the site does not list.
  static func ids<Object>(
    _ visit: Visit, _ words: ArraySlice<String>, of kind: String, in event: EventID, _ titles: Titles...
  ) async throws -> [ID<Object>] {
    guard !words.isEmpty else { throw UsageError("missing N") }
    let whose: [EventID] = try visit.ids(of: list(kind))
    let shown: [ID<Object>] = whose == [event] ? try visit.ids(of: kind) : []
    return try await visit.ids(Array(words), of: kind, shown: shown, titles)
  }

  /// Exactly one line, and the words after it.
  static func one<Object>(
    _ visit: Visit, of kind: String, in event: EventID, _ titles: @escaping Titles
  ) async throws -> (id: ID<Object>, rest: [String]) {
    let words = visit.arguments.words.dropFirst()
    let ids: [ID<Object>] = try await ids(visit, words.prefix(1), of: kind, in: event, titles)
    return (ids[0], Array(words.dropFirst()))
  }

  /// The lines to restore: the named ones, or with `last` those that `rm` deleted last.
  static func restored<Object>(
    _ visit: Visit, _ kind: String, in event: EventID, _ verb: String
  ) async throws -> [ID<Object>] {
    let words = visit.arguments.words.dropFirst()
    guard words == ["last"] else { return try await ids(visit, words, of: deleted(kind), in: event) }
    let whose: [EventID] = try visit.ids(of: list(deleted(kind)))
    guard whose == [event] else {
      throw UsageError("quad events \(verb) rm has not deleted anything from this event yet")
    }
    return try visit.ids(of: deleted(kind))
  }

  /// The name under which the lines deleted last are stored.
  static func deleted(_ kind: String) -> String { "deleted \(kind)" }

  private static func list(_ kind: String) -> String { "event of \(kind)" }
}
