/// The videos of this site, which an operator adds to the guide. The gateway sends the files itself.
extension Guide {
  static let videoRequests: [any Request.Type] = [GetVideo.self, GetCaptions.self]

  /// The captions of a video in one language.
  package struct Captions: Codable, Hashable, Sendable {
    package let language: CaptionLanguage
    /// The name of the WebVTT file.
    package let file: String

    package init(language: CaptionLanguage, file: String) {
      self.language = language
      self.file = file
    }
  }

  /// Returns the video of an item of the list to learn more from.
  package struct GetVideo: Request {
    package typealias Reply = VideoFile
    package static let subject = "guide.video.get"
    package static let access = Access.anyone
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/guide/videos/{item}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get a video of this site's first-aid guide."
    /// The id of the item.
    package let item: TopicName

    package init(item: TopicName) {
      self.item = item
    }
  }

  /// Returns the captions of a video as WebVTT.
  package struct GetCaptions: Request {
    package typealias Reply = CaptionsFile
    package static let subject = "guide.captions.get"
    package static let access = Access.anyone
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/guide/videos/{item}/captions/{language}")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Get the captions of a video of this site's first-aid guide."
    /// The id of the item.
    package let item: TopicName
    package let language: CaptionLanguage

    package init(item: TopicName, language: CaptionLanguage) {
      self.item = item
      self.language = language
    }
  }
}

/// A file of a video. The gateway sends the file in place of this reply.
package struct VideoFile: Codable, Hashable, Sendable {
  /// The SHA-256 of the file.
  package let content: ContentHash
  package let form: VideoForm

  package init(content: ContentHash, form: VideoForm) {
    self.content = content
    self.form = form
  }
}

/// The form of a video's file.
package enum VideoForm: String, Choice {
  case mp4, webm

  package var contentType: String { "video/\(rawValue)" }
}

/// A file of captions. The gateway sends the file in place of this reply.
package struct CaptionsFile: Codable, Hashable, Sendable {
  /// The SHA-256 of the file.
  package let content: ContentHash

  package init(content: ContentHash) {
    self.content = content
  }
}

extension VideoFile: FileReply {
  package static let contentTypes = VideoForm.allCases.map(\.contentType)
  package static let store = FileStore.guide

  package func file(acceptsWebP: Bool) -> StoredFile {
    StoredFile(path: "\(content.text).\(form.rawValue)", contentType: form.contentType)
  }
}

extension CaptionsFile: FileReply {
  package static let contentTypes = ["text/vtt"]
  package static let store = FileStore.guide

  package func file(acceptsWebP: Bool) -> StoredFile {
    StoredFile(path: "\(content.text).vtt", contentType: CaptionsFile.contentTypes[0])
  }
}

/// The language of captions as a tag: `en`, `pt-BR`.
package struct CaptionLanguage: CheckedText {
  package let text: String
  package static let bad = FaultCode.captionLanguageBad
  package static let sampleText = "en"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    let parts = input.split(separator: "-", omittingEmptySubsequences: false)
    let letters = "abcdefghijklmnopqrstuvwxyz"
    guard let first = parts.first, (2...3).contains(first.utf8.count), parts.count <= 2,
      first.utf8.allSatisfy({ letters.utf8.contains($0) }),
      parts.dropFirst().allSatisfy({ part in
        (2...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { "\(letters)\(letters.uppercased())0123456789".utf8.contains($0) }
      })
    else { return nil }
    text = input
  }

  package static var schema: JSONValue {
    ["type": "string", "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$"]
  }
}

extension FaultCode {
  package static let captionLanguageBad = FaultCode(
    .invalidArgument, "caption_language_bad", "Enter a language like en or pt-BR.")
}
