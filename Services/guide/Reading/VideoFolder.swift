import Crypto
import FoundationEssentials
import Schema
import ServiceKit

/// The folder from which the gateway sends videos and captions. Their names are those of their content, so a
/// file never changes under a client, and an operator's edit counts at the next start.
struct VideoFolder {
  let path: String

  init(_ path: String) { self.path = path }

  /// Makes the folder hold these videos with their captions, and nothing else.
  /// - Throws: `GuideProblem` for a file that cannot be copied.
  func hold(_ videos: [GuideVideo]) throws {
    let files = FileManager.default
    guard !videos.isEmpty || files.fileExists(atPath: path) else { return }
    do {
      try ServiceHost.makeFolder(path)
      var names: Set<String> = []
      for video in videos {
        names.insert(try put(video.source, video.reply.file(acceptsWebP: false).path))
        for source in video.captions.values {
          names.insert(try put(source, CaptionsFile(content: source.hash).file(acceptsWebP: false).path))
        }
      }
      for name in try files.contentsOfDirectory(atPath: path) where !names.contains(name) {
        try files.removeItem(atPath: "\(path)/\(name)")
      }
    } catch let problem as GuideProblem { throw problem } catch {
      throw GuideProblem(path, "cannot hold the videos: \(error)")
    }
  }

  /// A file appears whole or not at all. One that is there was checked when it was made.
  private func put(_ source: GuideVideo.Source, _ name: String) throws -> String {
    let target = "\(path)/\(name)"
    guard !FileManager.default.fileExists(atPath: target) else { return name }
    let bytes = try GuideFiles.bytes(source.path, max: GuideVideo.maxBytes)
    guard SHA256.hash(bytes).hexadecimal == source.hash.text else {
      throw GuideProblem(source.path, "was changed while it was read; start again")
    }
    try Data(bytes).write(to: URL(filePath: target), options: .atomic)
    return name
  }
}
