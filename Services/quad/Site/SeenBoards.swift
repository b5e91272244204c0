import Schema

/// The newest hash of each board's chain that `quad board verify` has seen: what the site cannot change
/// afterwards.
struct SeenBoards: Codable, Sendable, Equatable {
  struct Head: Codable, Sendable, Equatable {
    let site: String
    let room: RoomID
    let hour: Instant
    let hash: String
  }

  /// The one seen last first.
  private(set) var heads: [Head] = []

  /// Older ones are forgotten.
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
