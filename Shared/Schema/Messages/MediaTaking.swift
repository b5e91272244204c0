/// Using a picture that a search found.
extension Media {
  /// Stores a picture that `FindPictures` returns for the same words and seed, as if the person had uploaded
  /// it. It keeps its credit.
  package struct TakeFound: Request {
    package typealias Reply = StoredPicture
    package static let subject = "media.picture.take"
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(30)
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/pictures", status: 201)
    package static let faults = [
      FaultCode.queryBad, .notFound, .picturesUnavailable, .picturesBusy, .picturesFull, .pictureTypeBad,
      .pictureBroken, .pictureTooLarge,
    ]
    package static let summary = "Use a picture that a search found."
    /// The words of the search.
    package let q: SearchWords
    /// The seed of the search; 0 unless given.
    package let seed: PictureSeed?
    /// The place of the picture among the results; 0, the first, unless given.
    package let skip: PictureSkip?

    package init(q: SearchWords, seed: PictureSeed? = nil, skip: PictureSkip? = nil) {
      self.q = q
      self.seed = seed
      self.skip = skip
    }
  }

  /// Returns a picture that you uploaded or took from a search, before an object shows it.
  package struct GetHeld: Request {
    package typealias Reply = PictureFile
    package static let subject = "media.picture.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/uploads/{object}/{variant}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get a picture that you uploaded."
    package let object: ObjectName
    /// The size.
    package let variant: PictureVariant

    package init(object: ObjectName, variant: PictureVariant) {
      self.object = object
      self.variant = variant
    }
  }
}
