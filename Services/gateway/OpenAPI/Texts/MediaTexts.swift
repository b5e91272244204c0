// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let media = #"""
    Media Pictures: uploads, their variants, and the search for one.
    MediaAddOwn Adds a picture that the administrator has uploaded to the school's own, or changes its \#
    words. It is kept as long as it is listed.
    MediaAddOwn.credit The author and the license.
    MediaAddOwn.object A stored object: the SHA-256 of its bytes as 64 hexadecimal digits in lower case.
    MediaAddOwn.tags More words that find the picture, in any language.
    MediaAddOwn.title The title of a picture, 1 to 120 characters.
    MediaAudited An administrator's action in media-fetcher; auth keeps the log of all programs.
    MediaAudited.entry The entry to be added to the audit log.
    MediaFindPictures Finds pictures by words: the school's own first, then those of the site's provider. \#
    A caller who keeps the seed and goes on with `skip` sees each picture once, in an order that looks \#
    random.
    MediaFindPictures.limit The number of results to return; 12 unless given.
    MediaFindPictures.q The words, 2 to 100 characters.
    MediaFindPictures.seed The number that decides the order; 0 unless given.
    MediaFindPictures.skip The number of results to leave out; 0 unless given.
    MediaFoundPicture A picture that a search found.
    MediaFoundPicture.credit The author and the license, shown wherever the picture is.
    MediaFoundPicture.frenchTitle The title in French, of bundled pictures. Absent from sites before \#
    version 0.2.
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
    MediaGetSiteSpace Returns the space that all pictures take, and the people whose pictures take the \#
    most.
    MediaGetSpace Returns the space that your pictures take.
    MediaListOwn Lists the school's own pictures, by name.
    MediaListOwn.cursor The start of the next page. It is opaque to callers; the program that created it \#
    checks it.
    MediaListOwn.limit The maximum number of items on a page: 1 to 100, 20 unless given.
    MediaOwnPicture A picture of the school's own.
    MediaOwnPicture.added The time at which it was added.
    MediaOwnPicture.credit The author and the license.
    MediaOwnPicture.height The height in pixels.
    MediaOwnPicture.object A stored object: the SHA-256 of its bytes as 64 hexadecimal digits in lower \#
    case.
    MediaOwnPicture.tags More words that find the picture.
    MediaOwnPicture.title The title that a search finds it by.
    MediaOwnPicture.width The width in pixels.
    MediaPersonSpace The space that a person's pictures take.
    MediaPersonSpace.bytes The size of the pictures in bytes.
    MediaPersonSpace.person The id of a person's account.
    MediaPersonSpace.pictures The number of pictures.
    MediaPictureSource The origin of a found picture: the school, the program itself, or a provider.
    MediaPictureSpace The space that a person's pictures take.
    MediaPictureSpace.bytes The size of the pictures in bytes.
    MediaPictureSpace.maxBytes The limit in bytes.
    MediaPictureSpace.pictures The number of pictures.
    MediaRemoveOwn Removes a picture from the school's own. Events that show it keep it.
    MediaRemoveOwn.object A stored object: the SHA-256 of its bytes as 64 hexadecimal digits in lower \#
    case.
    MediaSiteSpace The space that the pictures of a site take.
    MediaSiteSpace.bytes Their size in bytes.
    MediaSiteSpace.cacheBytes The size of the files that can be made again: other sizes and crops. Absent \#
    until it was measured, which happens once an hour.
    MediaSiteSpace.largest The people whose pictures take the most, the first with the most of all; at \#
    most 20.
    MediaSiteSpace.maxCacheBytes The limit of these files in bytes.
    MediaSiteSpace.maxPersonBytes The limit of one person's pictures in bytes.
    MediaSiteSpace.pictures The number of stored pictures. One that several people uploaded counts once.
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
