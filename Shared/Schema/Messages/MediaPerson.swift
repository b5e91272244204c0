/// Export and erasure of everything stored about one person.
extension Media {
  package struct ExportPerson: Request {
    package typealias Reply = PersonExport
    package static let subject = "media.person.export"
    package static let version = "1.1"
    package static let scope: TokenScope? = nil
    package static let callers = [ProgramName.gateway]
    package static let faults = [FaultCode.cursorBad]
    package static let summary = "Everything media-fetcher holds on a person."
    package let cursor: Cursor?

    package init(cursor: Cursor? = nil) {
      self.cursor = cursor
    }
  }

  package struct PersonExport: Codable, Sendable {
    /// The person's pictures.
    package let pictures: [PictureOfPerson]
    package let next: Cursor?

    package init(pictures: [PictureOfPerson], next: Cursor?) {
      self.pictures = pictures
      self.next = next
    }
  }

  package struct PictureOfPerson: Codable, Hashable, Sendable {
    package let object: ObjectName
    package let width: Int
    package let height: Int
    package let bytes: Int64
    package let uploaded: Instant
    /// True for a picture that a search found and nothing of the person's uses yet: it takes none of their
    /// space, and an archive has no file of it.
    package let isFound: Bool?

    package init(
      object: ObjectName, width: Int, height: Int, bytes: Int64, uploaded: Instant, isFound: Bool?
    ) {
      self.object = object
      self.width = width
      self.height = height
      self.bytes = bytes
      self.uploaded = uploaded
      self.isFound = isFound
    }
  }

  package struct ErasePerson: PersonErasure {
    package typealias Reply = Empty
    package static let subject = "media.person.erase"
    package static let access = Access.programs
    package static let callers = [ProgramName.auth]
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(10)
    package static let summary = "Forget a person."
    package let person: PersonID

    package init(person: PersonID) {
      self.person = person
    }
  }
}
