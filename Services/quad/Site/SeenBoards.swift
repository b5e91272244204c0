import Schema

/// The newest hash of each board's chain that `quad board verify` has seen. It is stored here, where the site
/// cannot change it.
struct SeenBoards: Codable, Sendable, Equatable {
  struct Head: Codable, Sendable, Equatable {
    let site: String
    let room: RoomID
    let hour: Instant
    let hash: String
  }

  /// The heads, the one seen last first.
  private(set) var heads: [Head] = []

  /// The maximum number of heads; older ones are deleted.
  static let maxCount = 64

  func head(of room: RoomID, at site: SiteAddress) -> Head? {
    heads.first { $0.room == room && $0.site == site.text }
  }

  mutating func keep(_ head: Head) {
    heads.removeAll { $0.room == head.room && $0.site == head.site }
    heads.insert(head, at: 0)
    heads = Array(heads.prefix(SeenBoards.maxCount))
  }
}
