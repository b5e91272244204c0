// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.

extension SchemaTexts {
  static let media = #"""
    Media Pictures: uploads, their variants, and the search for one.
    MediaGetSpace Returns the space that your pictures take.
    MediaPictureSpace The space that a person's pictures take.
    MediaPictureSpace.bytes The size of the pictures in bytes.
    MediaPictureSpace.maxBytes The limit in bytes.
    MediaPictureSpace.pictures The number of pictures.
    MediaStoredPicture A stored picture.
    MediaStoredPicture.credit The author and the license; absent for an upload.
    MediaStoredPicture.height The height of the upright picture in pixels.
    MediaStoredPicture.object The name by which the picture is used.
    MediaStoredPicture.width The width of the upright picture in pixels.
    MediaTakeUpload Stores a picture that a person may then use for an event or as their portrait. The \#
    body is the picture's file. It is turned upright, stripped of everything but its pixels, and scaled to \#
    at most 2560 pixels a side. A picture that is not used within 24 hours is deleted.
    MediaTakeUpload.file The name of the received file in the folder `media/incoming`.
    """#
}
