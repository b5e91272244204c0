import FoundationEssentials
import Images
import Schema
import ServiceKit

/// Makes pictures in worker processes. Requests for one file that come while it is made wait for that.
actor PictureMaker {
  private let workers: ImageWorkers
  private let folder: PictureFolder
  private var running: [String: Task<Void, any Error>] = [:]

  init(_ settings: Settings, _ folder: PictureFolder) throws {
    self.folder = folder
    workers = try ImageWorkers(
      worker: try PictureMaker.worker(), allowsHEIC: settings.text("QUAD_MEDIA_HEIC") == "yes")
  }

  /// The worker stands beside the program.
  private static func worker() throws -> String {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    guard let slash = program.lastIndex(of: "/") else { throw MissingFile(path: program) }
    let worker = program[...slash] + "image-worker"
    guard FileManager.default.isExecutableFile(atPath: String(worker)) else {
      throw MissingFile(path: String(worker))
    }
    return String(worker)
  }

  /// Stores the picture of a received file, with the sizes that lists and pages show.
  func take(_ source: String) async throws -> NewPicture {
    let workers = workers
    return try await folder.store { original, folder in
      let variants = [PictureVariant.small, .medium, .large].map { variant in
        ImageVariant(path: "\(folder)/\(variant.rawValue).webp", maxSide: variant.maxSide, format: .webp)
      }
      do throws(ImageError) {
        return try await workers.take(source, original: original, variants: variants)
      } catch {
        throw try error.refusal()
      }
    }
  }

  /// Makes a file of a stored picture, unless it is there.
  /// - Throws: `not_found` without the picture.
  func make(_ file: PictureFile, _ format: PictureFile.Format) async throws {
    let path = folder.path(file, format)
    if FileManager.default.fileExists(atPath: path) { return }
    guard let original = folder.original(of: file.object) else { throw Fault(.notFound) }
    if let task = running[path] { return try await task.value }
    let variant = ImageVariant(
      path: path, maxSide: file.variant.maxSide, format: format == .webp ? .webp : .jpeg,
      crop: file.crop.map { ImageCrop($0) })
    let workers = workers
    let task = Task {
      do throws(ImageError) { try await workers.render(original, variants: [variant]) } catch {
        throw try error.refusal()
      }
    }
    running[path] = task
    defer { running[path] = nil }
    try await task.value
  }

  /// Draws a share card, unless it is there.
  /// - Throws: `not_found` without its picture, `picture_bad` for a color or texts that cannot be drawn.
  func draw(_ card: ShareCard) async throws {
    let path = "\(folder.objects)/\(card.path)"
    if FileManager.default.fileExists(atPath: path) { return }
    let picture = try card.picture.map { name in
      guard let original = folder.original(of: name) else { throw Fault(.notFound) }
      return original
    }
    let drawing = ShareCardDrawing(
      picture: picture, crop: card.crop.map { ImageCrop($0) }, color: card.color, title: card.title,
      figures: card.figures.map { ShareCardDrawing.Figure(number: $0.number, label: $0.label) },
      date: card.date, hasWand: card.hasWand, credit: card.credit?.text ?? "", site: card.site)
    guard drawing.isDrawable else { throw Fault(.pictureBad, field: "card") }
    do throws(ImageError) { try await workers.draw(drawing, into: path) } catch { throw try error.refusal() }
  }
}

extension ImageCrop {
  fileprivate init(_ crop: Crop) { self.init(x: crop.x, y: crop.y, width: crop.width, height: crop.height) }
}

extension ImageError {
  /// The fault for the person whose picture it is.
  /// - Throws: the error itself if it is a bug or the machine's.
  fileprivate func refusal() throws -> Fault {
    switch self {
    case .unknownType: return Fault(.pictureTypeBad)
    case .heicOff: return Fault(.pictureHEIC)
    case .broken, .tooSlow, .outOfMemory: return Fault(.pictureBroken)
    case .tooManyPixels: return Fault(.pictureTooLarge)
    case .busy: return Fault(.busy, retryAfterMs: 1000)
    case .failed: throw self
    }
  }
}
