import Bus
import Schema

/// Pictures of seed events and people: those that come with Quad, found by the search that people use.
extension SeedLoader {
  /// Lets the person use a bundled picture.
  /// - Returns: Nil if this site has no such picture, or searches elsewhere: nothing is fetched for a demo.
  func picture(_ id: String, for key: String, _ row: String) async throws -> ObjectName? {
    guard seeds.apps.run(.mediaFetcher), let words = SearchWords(id.replacing("-", with: " ")) else {
      return nil
    }
    let context = CallContext(assertion: try await assertion(of: key, row))
    let limit = PictureLimit(checked: PictureLimit.limits.upperBound)
    let found = try await bus.call(Media.FindPictures(q: words, limit: limit), context, row: row)
    guard found.provider == .bundled,
      let place = found.results.firstIndex(where: { $0.source == .bundled && $0.id == id })
    else { return nil }
    // Without the time of the row: a picture that nothing shows yet is kept for a day from now.
    let take = Media.TakeFound(q: words, skip: PictureSkip(checked: place))
    return try await bus.call(take, context, row: row).object
  }
}
