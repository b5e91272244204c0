import Crypto
import FoundationEssentials
import JSON
import Schema
import ServiceKit

/// The guide as the files say, read once at the start: those that Quad ships, and the operator's own, which
/// replace or add topics, articles and facts.
struct GuideContent: Sendable {
  let bundle: Guide.Bundle
  let hash: ContentHash
  /// The topics by name.
  let topics: [String: Guide.Topic]
  /// The videos by their item's name.
  let videos: [String: GuideVideo]

  static let usualFolder = "/usr/share/quad/guide"
  /// The folder of the operator's own files, in the program's data folder.
  static let ownFolder = "content"
  /// The limit of the whole guide in bytes.
  static let maxBytes = 2_000_000

  init(_ setup: ServiceSetup) throws {
    let named = setup.settings.text("QUAD_GUIDE_CONTENT")
    let folder = named ?? GuideContent.usualFolder
    var files = GuideFiles()
    do {
      if FileManager.default.fileExists(atPath: "\(folder)/facts.json") {
        try files.add(folder)
        try files.checkLanguages()
      } else if named != nil {
        throw GuideProblem("\(folder)/facts.json", "is missing")
      } else {
        setup.log(.info, "there is no first-aid guide to show: \(folder) is missing")
      }
      let own = "\(setup.settings.data)/\(GuideService.program)/\(GuideContent.ownFolder)"
      if FileManager.default.fileExists(atPath: own) { try files.add(own) }
      try self.init(files)
      try VideoFolder("\(setup.settings.data)/\(FileStore.guide.rawValue)").hold(Array(videos.values))
    } catch let problem as GuideProblem {
      throw SettingError(name: "QUAD_GUIDE_CONTENT", problem: problem.description)
    }
  }

  /// - Throws: `GuideProblem` naming the first mistake in the files.
  init(_ files: GuideFiles) throws {
    try files.check()
    bundle = files.bundle
    let bytes = try JSONCoding.encode(bundle)
    guard bytes.count < GuideContent.maxBytes else {
      throw GuideProblem("the guide", "has \(bytes.count) bytes; \(GuideContent.maxBytes) are the limit")
    }
    hash = ContentHash(checked: SHA256.hash(bytes).hexadecimal)
    topics = Dictionary(uniqueKeysWithValues: bundle.topics.map { ($0.id, $0) })
    videos = files.videos
  }

  /// The steps of the training, by their ids.
  var trainingSteps: [String] { bundle.topics.first { $0.mode == .training }?.steps.map(\.id) ?? [] }
}

/// A mistake in the guide's files.
struct GuideProblem: Error, CustomStringConvertible {
  let file: String
  let what: String

  /// - Parameter what: The mistake, as the end of a sentence about the file.
  init(_ file: String, _ what: String) {
    self.file = file
    self.what = what
  }

  var description: String { "\(file) \(what)" }
}
