extension Media {
  /// Stores a picture that a person may then use for an event or as their portrait. The body is the picture's
  /// file. It is turned upright, stripped of everything but its pixels, and scaled to at most 2560 pixels a
  /// side. A picture that is not used within 24 hours is deleted.
  package struct TakeUpload: Request {
    package typealias Reply = StoredPicture
    package static let subject = "media.upload.take"
    package static let repeats = Repeats.natural
    /// Every upload that the gateway accepts at once is stored by then, each with a second of two processors.
    package static let deadline = Duration.seconds(120)
    /// Two are in work, the next two are ready. The rest waits on the bus, so that the sizes and cards that
    /// somebody wants to see come between uploads.
    package static let maxRunning = 4
    package static let bodyLimit = 10_000_000
    package static let fileMember: String? = "file"
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/uploads", status: 201)
    package static let faults = [
      FaultCode.uploadMissing, .pictureTypeBad, .pictureHEIC, .pictureBroken, .pictureTooLarge,
      .picturesFull,
    ]
    package static let summary = "Upload a picture: JPEG, PNG, WebP or the first frame of a GIF, up to 10 MB."
    /// The name of the received file in the folder `media/incoming`.
    package let file: IncomingName

    package init(file: IncomingName) {
      self.file = file
    }
  }

  /// A stored picture.
  package struct StoredPicture: Codable, Hashable, Sendable {
    /// The name by which the picture is used.
    package let object: ObjectName
    /// The width of the upright picture in pixels.
    package let width: Int
    /// The height of the upright picture in pixels.
    package let height: Int
    /// The author and the license; absent for an upload.
    package let credit: PictureCredit?

    package init(object: ObjectName, width: Int, height: Int, credit: PictureCredit?) {
      self.object = object
      self.width = width
      self.height = height
      self.credit = credit
    }
  }

  /// Checks that a person may use a picture, and keeps it for another 24 hours: until the caller's event says
  /// where it is used.
  package struct ClaimPicture: Request {
    package typealias Reply = StoredPicture
    package static let subject = "media.picture.claim"
    package static let access = Access.programs
    package static let callers = [ProgramName.events, .auth]
    package static let repeats = Repeats.natural
    package static let faults = [FaultCode.pictureBad]
    package static let summary = "Check that a person may use a picture."
    package let object: ObjectName
    package let person: PersonID

    package init(object: ObjectName, person: PersonID) {
      self.object = object
      self.person = person
    }
  }

  /// Returns the space that your pictures take.
  package struct GetSpace: Request {
    package typealias Reply = PictureSpace
    package static let subject = "media.space.get"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/me/pictures/space")
    package static let summary = "Get the space that your pictures take."

    package init() {}
  }

  /// The space that a person's pictures take.
  package struct PictureSpace: Codable, Hashable, Sendable {
    /// The number of pictures.
    package let pictures: Int
    /// The size of the pictures in bytes.
    package let bytes: Int64
    /// The limit in bytes.
    package let maxBytes: Int64

    package init(pictures: Int, bytes: Int64, maxBytes: Int64) {
      self.pictures = pictures
      self.bytes = bytes
      self.maxBytes = maxBytes
    }
  }
}

/// The name of a received file: 32 hexadecimal digits in lower case.
package struct IncomingName: CheckedText {
  package let text: String
  package static let bad = FaultCode.uploadMissing
  package static let sampleText = "0f8fad5bd9cb469fa16570867728950e"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count == 32, input.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      return nil
    }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "pattern": "^[0-9a-f]{32}$"] }
}

extension FaultCode {
  package static let uploadMissing = FaultCode(
    .invalidArgument, "upload_missing", "Choose a picture to upload.")
  package static let pictureTypeBad = FaultCode(
    .invalidArgument, "picture_type_bad", "Choose a JPEG, PNG, WebP or GIF picture.")
  package static let pictureHEIC = FaultCode(
    .invalidArgument, "picture_heic", "This site can't read HEIC pictures. Save it as JPEG and try again.")
  package static let pictureBroken = FaultCode(
    .invalidArgument, "picture_broken", "This picture is damaged or incomplete. Choose another one.")
  package static let pictureTooLarge = FaultCode(
    .invalidArgument, "picture_too_large",
    "This picture has more than 50 megapixels. Choose a smaller one.")
  package static let picturesFull = FaultCode(
    .failedPrecondition, "pictures_full",
    "Your pictures take up all of your space. Remove one from an event first.")
}
