/// The space of pictures, for administrators.
extension Media {
  /// The maximum number of people that `GetSiteSpace` lists.
  package static let maxLargest = 20

  /// Returns the space that all pictures take, and the people whose pictures take the most.
  package struct GetSiteSpace: Request {
    package typealias Reply = SiteSpace
    package static let subject = "media.space.list"
    package static let access = Access.role(.admin)
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/pictures/space")
    package static let summary = "Get the space that all pictures take."

    package init() {}
  }

  /// The space that the pictures of a site take.
  package struct SiteSpace: Codable, Hashable, Sendable {
    /// The number of stored pictures. One that several people uploaded counts once.
    package let pictures: Int
    /// Their size in bytes.
    package let bytes: Int64
    /// The size of the files that can be made again: other sizes and crops. Absent until it was measured,
    /// which happens once an hour.
    package let cacheBytes: Int64?
    /// The limit of these files in bytes.
    package let maxCacheBytes: Int64
    /// The limit of one person's pictures in bytes.
    package let maxPersonBytes: Int64
    /// The people whose pictures take the most, the first with the most of all; at most 20.
    package let largest: [PersonSpace]

    package init(
      pictures: Int, bytes: Int64, cacheBytes: Int64?, maxCacheBytes: Int64, maxPersonBytes: Int64,
      largest: [PersonSpace]
    ) {
      self.pictures = pictures
      self.bytes = bytes
      self.cacheBytes = cacheBytes
      self.maxCacheBytes = maxCacheBytes
      self.maxPersonBytes = maxPersonBytes
      self.largest = largest
    }
  }

  /// The space that a person's pictures take.
  package struct PersonSpace: Codable, Hashable, Sendable {
    package let person: PersonID
    /// The number of pictures.
    package let pictures: Int
    /// The size of the pictures in bytes.
    package let bytes: Int64

    package init(person: PersonID, pictures: Int, bytes: Int64) {
      self.person = person
      self.pictures = pictures
      self.bytes = bytes
    }
  }
}
