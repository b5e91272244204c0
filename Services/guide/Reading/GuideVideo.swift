import Crypto
import FoundationEssentials
import Schema

/// A video of this site and its captions, as their files are.
struct GuideVideo: Sendable {
  /// A file that was read and is what its name says.
  struct Source: Sendable {
    let path: String
    let hash: ContentHash
  }

  let form: VideoForm
  let source: Source
  /// The captions by their language.
  let captions: [String: Source]

  static let maxBytes = 5_000_000
  static let maxCaptionBytes = 256 << 10
  static let maxCaptions = 10

  var reply: VideoFile { VideoFile(content: source.hash, form: form) }

  /// The files of the video that an item names; nil for an item without one.
  /// - Throws: `GuideProblem` for a video that browsers do not play, or one without captions.
  init?(of item: Guide.Item, in folder: String) throws {
    let place = "the item \(item.id)"
    guard let name = item.video else {
      guard item.captions == nil else { throw GuideProblem(place, "has captions but no video") }
      return nil
    }
    guard item.kind == .video else { throw GuideProblem(place, "has a video but is not of the kind video") }
    guard let captions = item.captions, !captions.isEmpty else {
      throw GuideProblem(place, "has a video without captions: name a WebVTT file in `captions`")
    }
    guard captions.count <= GuideVideo.maxCaptions,
      Set(captions.map(\.language)).count == captions.count
    else {
      throw GuideProblem(place, "needs 1 to \(GuideVideo.maxCaptions) captions, each of another language")
    }
    guard let form = VideoForm.allCases.first(where: { GuideVideo.isPlain(name, ending: $0.rawValue) }) else {
      throw GuideProblem(place, "needs a video's name of a-z, 0-9 and -, and .mp4 or .webm")
    }
    self.form = form
    source = try GuideVideo.read("\(folder)/\(name)", max: GuideVideo.maxBytes) { bytes in
      form.fits(bytes) ? nil : "is not a video in the form \(form.rawValue)"
    }
    self.captions = try captions.reduce(into: [:]) { known, one in
      guard GuideVideo.isPlain(one.file, ending: "vtt") else {
        throw GuideProblem(place, "needs captions with a name of a-z, 0-9 and -, and .vtt")
      }
      known[one.language.text] = try GuideVideo.read(
        "\(folder)/\(one.file)", max: GuideVideo.maxCaptionBytes, WebVTT.problem(in:))
    }
  }

  /// True for a name that is the same in every folder: no part of it leads elsewhere.
  private static func isPlain(_ name: String, ending: String) -> Bool {
    name.hasSuffix(".\(ending)") && TopicName(String(name.dropLast(ending.count + 1))) != nil
  }

  private static func read(
    _ path: String, max: Int, _ problem: ([UInt8]) -> String?
  ) throws -> Source {
    guard FileManager.default.fileExists(atPath: path) else { throw GuideProblem(path, "is missing") }
    let bytes = try GuideFiles.bytes(path, max: max)
    if let problem = problem(bytes) { throw GuideProblem(path, problem) }
    return Source(path: path, hash: ContentHash(checked: SHA256.hash(bytes).hexadecimal))
  }
}

extension VideoForm {
  /// True for the first bytes of this form: an ISO base media file (ISO/IEC 14496-12, `ftyp`), or Matroska
  /// (RFC 8794, EBML) of the document type `webm`.
  func fits(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .mp4: bytes.dropFirst(4).starts(with: Array("ftyp".utf8))
    case .webm:
      bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
        && String(decoding: bytes.prefix(VideoForm.headBytes), as: Unicode.ASCII.self).contains("webm")
    }
  }

  /// The document type is in the first element, which is short.
  private static let headBytes = 64
}

/// The form of captions, as far as a mistake in them would go unnoticed: browsers show none of a file that is
/// something else.
enum WebVTT {
  /// The mistake in a file, as the end of a sentence about it; nil for captions.
  static func problem(in bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "is not in UTF-8" }
    let body = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    guard body.hasPrefix(signature), body.dropFirst(signature.count).first?.isWhitespace == true else {
      return "is not a WebVTT file: it must begin with \(signature)"
    }
    guard body.contains("-->") else { return "has no captions" }
    return nil
  }

  private static let signature = "WEBVTT"
}
