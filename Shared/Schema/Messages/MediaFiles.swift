/// A reply that names a file of the media store. The gateway sends the file in its place, and asks
/// media-fetcher to make it first if it is not there.
package protocol FileReply: Codable, Sendable {
  associatedtype Maker: Request
  /// The media types of its files.
  static var contentTypes: [String] { get }
  /// The file for a client.
  /// - Parameter acceptsWebP: True if the client reads WebP.
  func file(acceptsWebP: Bool) -> MediaFile
  /// The request that makes the file.
  func maker(acceptsWebP: Bool) -> Maker
}

/// A file of the media store: its path below the folder `media/objects`, and its media type.
package struct MediaFile: Sendable {
  package let path: String
  package let contentType: String
}

extension PictureFile: FileReply {
  package static let contentTypes = PictureFile.Format.allCases.map(\.contentType)

  package func file(acceptsWebP: Bool) -> MediaFile {
    let format = Format(acceptsWebP: acceptsWebP)
    return MediaFile(path: path(format), contentType: format.contentType)
  }

  package func maker(acceptsWebP: Bool) -> Media.MakeFile {
    Media.MakeFile(file: self, format: Format(acceptsWebP: acceptsWebP))
  }
}

extension ShareCard: FileReply {
  package static let contentTypes = ["image/png"]

  package func file(acceptsWebP: Bool) -> MediaFile { MediaFile(path: path, contentType: "image/png") }

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
