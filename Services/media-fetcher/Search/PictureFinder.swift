import Schema

/// Finds pictures: the school's own first, then those of one provider.
struct PictureFinder: Sendable {
  enum Rest: Sendable {
    case bundled(PictureIndex)
    case web(WebPictures)
  }

  let provider: Media.PictureSource
  var own: PictureIndex
  let rest: Rest
  /// The folder of the bundled pictures.
  var folder: String?

  /// The maximum number of pictures in one reply.
  static let maxLimit = 30

  /// Returns the results `skip ..< skip + limit` of an order that the seed decides, so that a caller who
  /// keeps the seed and goes on sees each picture once. Of our own, the pictures with most of the words come
  /// first; the pages of a provider come in random order, and each page's pictures too.
  func find(
    _ query: PictureQuery, seed: UInt64, skip: Int, limit: Int
  ) async throws(PictureFailure) -> FoundPictures {
    let skip = max(0, skip)
    let limit = min(max(1, limit), PictureFinder.maxLimit)
    var ours = PictureFinder.shuffled(own.search(query), seed)
    switch rest {
    case .bundled(let index):
      ours += PictureFinder.shuffled(index.search(query), seed)
      return FoundPictures(
        pictures: Array(ours.dropFirst(skip).prefix(limit)), total: ours.count,
        isLast: skip + limit >= ours.count)
    case .web(let web):
      let first = try await web.page(1, of: query)
      let order = PageOrder(
        total: min(first.total, web.provider.maxResults), pageSize: web.provider.pageSize, seed: seed)
      var pictures = Array(ours.dropFirst(skip).prefix(limit))
      let from = max(0, skip - ours.count)
      let upTo = min(max(from, skip + limit - ours.count), order.total)
      for place in min(from, upTo)..<upTo {
        let (number, offset) = order[place]
        let page = number == 1 ? first : try await web.page(number, of: query)
        if offset < page.pictures.count, let picture = page.pictures[offset] { pictures.append(picture) }
      }
      let total = ours.count + order.total
      return FoundPictures(pictures: pictures, total: total, isLast: skip + limit >= total)
    }
  }

  private static func shuffled(_ groups: [[FoundPicture]], _ seed: UInt64) -> [FoundPicture] {
    groups.flatMap { group in
      let order = Permutation(count: group.count, seed: seed)
      return group.indices.map { group[order[$0]] }
    }
  }
}

/// The order of a provider's results: pages at random, and the results of each page at random, so that
/// neighbors come from the same page and cost one request. A last page that is not full stays last.
struct PageOrder: Sendable {
  let total: Int
  private let pageSize: Int
  private let seed: UInt64
  private let pages: Permutation

  init(total: Int, pageSize: Int, seed: UInt64) {
    self.total = max(0, total)
    self.pageSize = pageSize
    self.seed = seed
    pages = Permutation(count: self.total / pageSize, seed: seed)
  }

  /// The page, from 1, and the place in it.
  /// - Precondition: `place` is in `0..<total`.
  subscript(place: Int) -> (page: Int, offset: Int) {
    let block = place / pageSize
    let page = block < pages.count ? pages[block] : block
    let length = min(pageSize, total - page * pageSize)
    let order = Permutation(count: length, seed: seed ^ UInt64(page + 1) &* 0x9E37_79B9_7F4A_7C15)
    return (page + 1, order[place % pageSize])
  }
}
