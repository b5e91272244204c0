/// The school's own pictures, which a search finds first.
extension Media {
  /// Adds a picture that the administrator has uploaded to the school's own, or changes its words. It is kept
  /// as long as it is listed.
  package struct AddOwn: Request {
    package typealias Reply = OwnPicture
    package static let subject = "media.own.add"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/pictures", status: 201)
    package static let faults = [FaultCode.pictureBad, .ownPicturesFull]
    package static let summary = "Add a picture to the school's own, or change its words."
    package let object: ObjectName
    package let title: PictureTitle
    /// More words that find the picture, in any language.
    package let tags: PictureTags?
    /// The author and the license.
    package let credit: PictureCredit

    package init(object: ObjectName, title: PictureTitle, tags: PictureTags?, credit: PictureCredit) {
      self.object = object
      self.title = title
      self.tags = tags
      self.credit = credit
    }
  }

  /// Lists the school's own pictures, by name.
  package struct ListOwn: Request {
    package typealias Reply = Page<OwnPicture>
    package static let subject = "media.own.list"
    package static let access = Access.role(.admin)
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/pictures")
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "List the school's own pictures."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Removes a picture from the school's own. Events that show it keep it.
  package struct RemoveOwn: Request {
    package typealias Reply = Empty
    package static let subject = "media.own.remove"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/admin/pictures/{object}", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Remove a picture from the school's own."
    package let object: ObjectName

    package init(object: ObjectName) {
      self.object = object
    }
  }

  /// A picture of the school's own.
  package struct OwnPicture: Codable, Hashable, Sendable {
    package let object: ObjectName
    /// The title that a search finds it by.
    package let title: String
    /// More words that find the picture.
    package let tags: String?
    /// The author and the license.
    package let credit: String
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The time at which it was added.
    package let added: Instant

    package init(
      object: ObjectName, title: String, tags: String?, credit: String, width: Int, height: Int,
      added: Instant
    ) {
      self.object = object
      self.title = title
      self.tags = tags
      self.credit = credit
      self.width = width
      self.height = height
      self.added = added
    }
  }

  /// An administrator's action in media-fetcher; auth keeps the log of all programs.
  package struct Audited: AuditedEvent {
    package static let topic = "media.audit.recorded"
    package static let version = "1.4"
    package static let audience = AudienceKind.programs
    /// The entry to be added to the audit log.
    package let entry: Auth.AuditEntry

    package init(entry: Auth.AuditEntry) {
      self.entry = entry
    }
  }
}

/// The title of a picture, 1 to 120 characters.
package struct PictureTitle: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 120
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "The old gym"
}

/// Words that find a picture, 1 to 300 characters.
package struct PictureTags: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 300
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "sports, basketball, Turnhalle"
}

extension FaultCode {
  package static let ownPicturesFull = FaultCode(
    .failedPrecondition, "own_pictures_full",
    "The school already has 10,000 pictures. Remove one first.")
}
