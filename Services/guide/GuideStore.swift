import Store

/// The tables of guide. Times are Unix milliseconds, ids 16 bytes. The guide's content is in files.
enum GuideStore {
  /// Each migration is in its own file.
  static let migrations = [training, aeds, crises, rosters, crisisTallies]
}
