/// The search for a picture.
extension Media {
  /// Finds pictures by words: the school's own first, then those of the site's provider. A caller who keeps
  /// the seed and goes on with `skip` sees each picture once, in an order that looks random.
  package struct FindPictures: Request {
    package typealias Reply = FoundPictures
    package static let subject = "media.picture.find"
    package static let version = "1.1"
    package static let deadline = Duration.seconds(20)
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/pictures")
    package static let faults = [FaultCode.queryBad, .picturesUnavailable, .picturesBusy]
    package static let summary = "Find pictures by words."
    /// The words, 2 to 100 characters.
    package let q: SearchWords
    /// The number that decides the order; 0 unless given.
    package let seed: PictureSeed?
    /// The number of results to leave out; 0 unless given.
    package let skip: PictureSkip?
    /// The number of results to return; 12 unless given.
    package let limit: PictureLimit?

    package init(
      q: SearchWords, seed: PictureSeed? = nil, skip: PictureSkip? = nil, limit: PictureLimit? = nil
    ) {
      self.q = q
      self.seed = seed
      self.skip = skip
      self.limit = limit
    }
  }

  /// Some of the pictures that a search found.
  package struct FoundPictures: Codable, Hashable, Sendable {
    /// The provider of the pictures after the school's own. Pictures of Flickr are shown with the notice that
    /// its terms ask for.
    package let provider: PictureSource
    /// The pictures; fewer than asked for if some cannot be used.
    package let results: [FoundPicture]
    /// The number of all results.
    package let total: Int
    /// True if no results follow.
    package let isLast: Bool

    package init(provider: PictureSource, results: [FoundPicture], total: Int, isLast: Bool) {
      self.provider = provider
      self.results = results
      self.total = total
      self.isLast = isLast
    }
  }

  /// A picture that a search found.
  package struct FoundPicture: Codable, Hashable, Sendable {
    package let source: PictureSource
    /// The name of the picture at its source.
    package let id: String
    /// The title, or an empty text.
    package let title: String
    /// The title in German, of bundled pictures.
    package let germanTitle: String?
    /// The title in French, of bundled pictures. Absent from sites before version 0.2.
    package let frenchTitle: String?
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The author and the license, shown wherever the picture is.
    package let credit: String
    /// The page of the picture at its source, to link.
    package let page: String?

    package init(
      source: PictureSource, id: String, title: String, germanTitle: String?, frenchTitle: String? = nil,
      width: Int, height: Int, credit: String, page: String?
    ) {
      self.source = source
      self.id = id
      self.title = title
      self.germanTitle = germanTitle
      self.frenchTitle = frenchTitle
      self.width = width
      self.height = height
      self.credit = credit
      self.page = page
    }
  }

  /// The origin of a found picture: the school, the program itself, or a provider.
  package enum PictureSource: String, Choice {
    case own, bundled, flickr, openverse
  }
}

/// The number that decides the order of found pictures, 0 to 2147483647.
package struct PictureSeed: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 0...2_147_483_647
  package static let bad = FaultCode.seedBad
  package static let sample = PictureSeed(checked: 42)
}

/// A number of found pictures to leave out, 0 to 100000.
package struct PictureSkip: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 0...100_000
  package static let bad = FaultCode.skipBad
  package static let sample = PictureSkip(checked: 12)
}

/// A number of found pictures, 1 to 30.
package struct PictureLimit: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 1...30
  package static let bad = FaultCode.pictureLimitBad
  package static let sample = PictureLimit(checked: 12)
  package static let usual = 12
}

extension FaultCode {
  package static let seedBad = FaultCode(
    .invalidArgument, "seed_bad", "Choose a seed from 0 to 2147483647.")
  package static let skipBad = FaultCode(
    .invalidArgument, "skip_bad", "Choose a number to skip from 0 to 100000.")
  package static let pictureLimitBad = FaultCode(
    .invalidArgument, "picture_limit_bad", "Choose a number of pictures from 1 to 30.")
  package static let picturesUnavailable = FaultCode(
    .badUpstream, "pictures_unavailable", "The picture search isn't responding. Try again in a moment.")
  package static let picturesBusy = FaultCode(
    .resourceExhausted, "pictures_busy", "Many people are searching right now. Try again in a moment.")
}
