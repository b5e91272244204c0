/// The messages by which an operator copies the stored pictures: their names in order, then each one's bytes.
extension Media {
  /// The maximum number of bytes in one reply to `ReadOriginal`.
  package static let maxOriginalPart = 512 * 1024
  /// The maximum number of bytes of a stored picture in a backup: 2560 × 2560 pixels with four bytes each,
  /// and some more.
  package static let maxOriginalBytes = 32 * 1024 * 1024
  /// The maximum number of names in one reply to `ListOriginals`.
  package static let maxOriginals = 1000

  /// Lists the stored pictures in the order of their names.
  package struct ListOriginals: Request {
    package typealias Reply = Originals
    package static let subject = "media.backup.list"
    package static let access = Access.programs
    package static let callers = [ProgramName.operator]
    package static let deadline = Duration.seconds(10)
    package static let summary = "List the stored pictures."
    /// The last name of the list before; absent for the first.
    package let after: ObjectName?

    package init(after: ObjectName? = nil) {
      self.after = after
    }
  }

  /// A part of the list of stored pictures.
  package struct Originals: Codable, Hashable, Sendable {
    package let objects: [ObjectName]
    /// True if no picture follows.
    package let isLast: Bool

    package init(objects: [ObjectName], isLast: Bool) {
      self.objects = objects
      self.isLast = isLast
    }
  }

  /// Reads a part of a stored picture: `maxOriginalPart` bytes, or fewer at its end.
  package struct ReadOriginal: Request {
    package typealias Reply = OriginalPart
    package static let subject = "media.backup.read"
    package static let access = Access.programs
    package static let callers = [ProgramName.operator]
    package static let deadline = Duration.seconds(10)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Read a part of a stored picture."
    package let object: ObjectName
    /// The number of the part, from 0.
    package let part: Int

    package init(object: ObjectName, part: Int) {
      self.object = object
      self.part = part
    }
  }

  package struct OriginalPart: Codable, Hashable, Sendable {
    /// The bytes, base64url.
    package let bytes: String

    package init(bytes: String) {
      self.bytes = bytes
    }
  }
}
