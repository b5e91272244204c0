/// A reply that names a stored file. The gateway sends the file in its place.
package protocol FileReply: Codable, Sendable {
  /// The media types of its files.
  static var contentTypes: [String] { get }
  /// The folder that its files are in.
  static var store: FileStore { get }
  /// The file for a client.
  /// - Parameter acceptsWebP: True if the client reads WebP.
  func file(acceptsWebP: Bool) -> StoredFile
}

/// A reply that names a file of the media store. The gateway asks media-fetcher to make the file first if it
/// is not there.
package protocol MadeFileReply: FileReply {
  associatedtype Maker: Request
  /// The request that makes the file.
  func maker(acceptsWebP: Bool) -> Maker
}

extension MadeFileReply {
  package static var store: FileStore { .media }
}

/// A folder of files that the gateway sends. The value is its path below the site's data.
package enum FileStore: String, CaseIterable, Sendable {
  /// The pictures of media-fetcher.
  case media = "media/objects"
  /// The videos of guide.
  case guide = "guide-files"
}

/// A file that the gateway sends: its path below the folder of its store, and its media type.
package struct StoredFile: Sendable {
  package let path: String
  package let contentType: String

  package init(path: String, contentType: String) {
    self.path = path
    self.contentType = contentType
  }
}

extension PictureFile: MadeFileReply {
  package static let contentTypes = PictureFile.Format.allCases.map(\.contentType)

  package func file(acceptsWebP: Bool) -> StoredFile {
    let format = Format(acceptsWebP: acceptsWebP)
    return StoredFile(path: path(format), contentType: format.contentType)
  }

  package func maker(acceptsWebP: Bool) -> Media.MakeFile {
    Media.MakeFile(file: self, format: Format(acceptsWebP: acceptsWebP))
  }
}

extension ShareCard: MadeFileReply {
  package static let contentTypes = ["image/png"]

  package func file(acceptsWebP: Bool) -> StoredFile { StoredFile(path: path, contentType: "image/png") }

  package func maker(acceptsWebP: Bool) -> Media.DrawCard { Media.DrawCard(card: self) }
}

/// A file of the media store. The gateway sends the file in place of this reply.
package struct PictureFile: Codable, Hashable, Sendable {
  package let object: ObjectName
  package let variant: PictureVariant
  /// The visible part; the whole picture unless given.
  package let crop: Crop?

  package init(object: ObjectName, variant: PictureVariant, crop: Crop?) {
    self.object = object
    self.variant = variant
    self.crop = variant == .whole ? nil : crop
  }

  /// The path below the folder `media/objects`: `ab/abcd…/480-0-250-1000-500.webp`. The numbers are the
  /// visible part in thousandths.
  package func path(_ format: Format) -> String {
    let part = crop.map { crop in
      [crop.x, crop.y, crop.width, crop.height].map { "-\(Int(($0 * 1000).rounded()))" }.joined()
    }
    return "\(folder)/\(variant.rawValue)\(part ?? "").\(format.rawValue)"
  }

  /// The folder of all files of the picture.
  package var folder: String { object.folder }

  package enum Format: String, Choice {
    case jpeg = "jpg"
    case webp

    package init(acceptsWebP: Bool) { self = acceptsWebP ? .webp : .jpeg }

    package var contentType: String { self == .jpeg ? "image/jpeg" : "image/webp" }
  }
}

extension ObjectName {
  /// The folder of its files below `media/objects`.
  package var folder: String { "\(text.prefix(2))/\(text)" }
}

/// A size of a picture. The number is the width and height in pixels that it fits into.
package enum PictureVariant: String, Choice {
  case small = "160"
  case medium = "480"
  case large = "1200"
  /// The picture without its crop, for the person who chooses the visible part; up to 1200 pixels.
  case whole

  package var maxSide: Int {
    switch self {
    case .small: 160
    case .medium: 480
    case .large, .whole: 1200
    }
  }
}

extension Media {
  /// Makes a file of a picture, unless it is there.
  package struct MakeFile: Request {
    package typealias Reply = Empty
    package static let subject = "media.file.make"
    package static let access = Access.programs
    package static let callers = [ProgramName.gateway]
    package static let repeats = Repeats.natural
    package static let deadline = Duration.seconds(15)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Make a file of a picture."
    package let file: PictureFile
    package let format: PictureFile.Format

    package init(file: PictureFile, format: PictureFile.Format) {
      self.file = file
      self.format = format
    }
  }
}
