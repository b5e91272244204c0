// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let media = #"""
    Media Pictures: uploads, their variants, and the search for one.
    MediaFindPictures Finds pictures by words: the school's own first, then those of the site's provider. \#
    A caller who keeps the seed and goes on with `skip` sees each picture once, in an order that looks \#
    random.
    MediaFindPictures.limit The number of results to return; 12 unless given.
    MediaFindPictures.q The words, 2 to 100 characters.
    MediaFindPictures.seed The number that decides the order; 0 unless given.
    MediaFindPictures.skip The number of results to leave out; 0 unless given.
    MediaFoundPicture A picture that a search found.
    MediaFoundPicture.credit The author and the license, shown wherever the picture is.
    MediaFoundPicture.germanTitle The title in German, of bundled pictures.
    MediaFoundPicture.height The height in pixels.
    MediaFoundPicture.id The name of the picture at its source.
    MediaFoundPicture.page The page of the picture at its source, to link.
    MediaFoundPicture.source The origin of a found picture: the school, the program itself, or a provider.
    MediaFoundPicture.title The title, or an empty text.
    MediaFoundPicture.width The width in pixels.
    MediaFoundPictures Some of the pictures that a search found.
    MediaFoundPictures.isLast True if no results follow.
    MediaFoundPictures.provider The provider of the pictures after the school's own. Pictures of Flickr \#
    are shown with the notice that its terms ask for.
    MediaFoundPictures.results The pictures; fewer than asked for if some cannot be used.
    MediaFoundPictures.total The number of all results.
    MediaGetHeld Returns a picture that you uploaded or took from a search, before an object shows it.
    MediaGetHeld.object A stored object: the SHA-256 of its bytes as 64 hexadecimal digits in lower case.
    MediaGetHeld.variant The size.
    MediaGetSpace Returns the space that your pictures take.
    MediaPictureSource The origin of a found picture: the school, the program itself, or a provider.
    MediaPictureSpace The space that a person's pictures take.
    MediaPictureSpace.bytes The size of the pictures in bytes.
    MediaPictureSpace.maxBytes The limit in bytes.
    MediaPictureSpace.pictures The number of pictures.
    MediaStoredPicture A stored picture.
    MediaStoredPicture.credit The author and the license; absent for an upload.
    MediaStoredPicture.height The height of the upright picture in pixels.
    MediaStoredPicture.object The name by which the picture is used.
    MediaStoredPicture.width The width of the upright picture in pixels.
    MediaTakeFound Stores a picture that `FindPictures` returns for the same words and seed, as if the \#
    person had uploaded it. It keeps its credit.
    MediaTakeFound.q The words of the search.
    MediaTakeFound.seed The seed of the search; 0 unless given.
    MediaTakeFound.skip The place of the picture among the results; 0, the first, unless given.
    MediaTakeUpload Stores a picture that a person may then use for an event or as their portrait. The \#
    body is the picture's file. It is turned upright, stripped of everything but its pixels, and scaled to \#
    at most 2560 pixels a side. A picture that is not used within 24 hours is deleted.
    MediaTakeUpload.file The name of the received file in the folder `media/incoming`.
    """#
}
