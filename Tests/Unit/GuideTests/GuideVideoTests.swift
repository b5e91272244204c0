import Foundation
import Schema
import ServiceKit
import TestSupport
import Testing

@testable import guide

@Suite("A site's own videos have captions and a form that browsers play")
struct GuideVideoTests {
  private static let film: [UInt8] =
    [0, 0, 0, 24] + Array("ftypmp42".utf8) + [UInt8](repeating: 7, count: 100)
  private static let other: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x8B, 0x42, 0x82, 0x84] + Array("webm".utf8)
  private static let said = "WEBVTT\n\n00:00.000 --> 00:02.000\nPush hard.\n"
  private static let captions = "[{\"language\": \"en\", \"file\": \"walk-en.vtt\"}]"

  private static let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3] + Array("matroska".utf8)
  private static let long = film + [UInt8](repeating: 0, count: GuideVideo.maxBytes)

  /// A file that is not what its name says.
  struct Wrong: Sendable {
    let name: String
    let video: [UInt8]
    let vtt: String
    let said: String

    init(_ name: String, _ video: [UInt8], _ vtt: String, _ said: String) {
      (self.name, self.video, self.vtt, self.said) = (name, video, vtt, said)
    }
  }

  private static func items(video: String = "walk.mp4", captions: String = captions, more: String = "")
    -> String
  {
    """
    {"items": [{"id": "walk", "kind": "video", "video": "\(video)", "captions": \(captions), "offline": false,
      "written": "2026-11-27", "title": {\(SampleGuide.inEach("Walk"))},
      "text": {\(SampleGuide.inEach("A"))}\(more)}]}
    """
  }

  private func write(
    _ folder: String, items: String, video: [UInt8]? = film, name: String = "walk.mp4",
    vtt: [UInt8]? = Array(said.utf8)
  ) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/videos", withIntermediateDirectories: true)
    try SampleGuide.save(items, "\(folder)/items.json")
    if let video { try Data(video).write(to: URL(filePath: "\(folder)/videos/\(name)")) }
    if let vtt { try Data(vtt).write(to: URL(filePath: "\(folder)/videos/walk-en.vtt")) }
  }

  private func read(_ folders: String...) throws -> GuideContent {
    var files = GuideFiles()
    for folder in folders { try files.add(folder) }
    return try GuideContent(files)
  }

  @Test("an operator's video stands beside the shipped guide, and an item without one takes its place")
  func own() async throws {
    try await withTemporaryFolder { folder in
      try SampleGuide.write(into: "\(folder)/shipped")
      try write("\(folder)/own", items: Self.items())
      let content = try read("\(folder)/shipped", "\(folder)/own")
      #expect(content.trainingSteps == SampleGuide.steps)
      let video = try #require(content.videos["walk"])
      #expect(video.form == .mp4 && Array(video.captions.keys) == ["en"])
      try write(
        "\(folder)/later",
        items: Self.items().replacingOccurrences(
          of: "\"video\": \"walk.mp4\", \"captions\": \(Self.captions)",
          with: "\"address\": \"https://school.example/walk\""))
      #expect(try read("\(folder)/own", "\(folder)/later").videos.isEmpty)
    }
  }

  @Test(
    "a mistake is named",
    arguments: [
      (items(captions: "null"), "the item walk has a video without captions"),
      (items(captions: "[]"), "the item walk has a video without captions"),
      (
        items(captions: "[{\"language\": \"English\", \"file\": \"walk-en.vtt\"}]"),
        "is not in the guide's form"
      ),
      (
        items(captions: "[{\"language\": \"en\", \"file\": \"../facts.vtt\"}]"),
        "needs captions with a name of"
      ),
      (items(captions: "[{\"language\": \"en\", \"file\": \"none.vtt\"}]"), "none.vtt is missing"),
      (
        items(captions: "[\(captions.dropFirst().dropLast()), \(captions.dropFirst().dropLast())]"),
        "another language"
      ),
      (items(video: "none.mp4"), "none.mp4 is missing"),
      (items(video: "../walk.mp4"), "needs a video's name of"),
      (items(video: "walk.avi"), "needs a video's name of"),
      (
        items().replacingOccurrences(of: "\"offline\": false", with: "\"offline\": true"), "not there offline"
      ),
      (
        items().replacingOccurrences(of: "\"kind\": \"video\"", with: "\"kind\": \"link\""),
        "not of the kind video"
      ),
      (items().replacingOccurrences(of: "\"video\": \"walk.mp4\", ", with: ""), "has captions but no video"),
    ])
  func mistakes(items: String, said: String) async throws {
    try await withTemporaryFolder { folder in
      try write(folder, items: items)
      let problem = #expect(throws: GuideProblem.self) { try read(folder) }
      #expect(problem?.description.contains(said) == true, "\(problem?.description ?? "")")
    }
  }

  @Test(
    "files are what their names say, and not too large",
    arguments: [
      Wrong("walk.mp4", other, said, "walk.mp4 is not a video in the form mp4"),
      Wrong("walk.webm", film, said, "walk.webm is not a video in the form webm"),
      Wrong("walk.webm", matroska, said, "in the form webm"),
      Wrong("walk.mp4", long, said, "5000112 bytes; 5000000 are the limit"),
      Wrong(
        "walk.mp4", film, "1\n00:00:00,000 --> 00:00:02,000\nPush.\n", "walk-en.vtt is not a WebVTT file"),
      Wrong("walk.mp4", film, "WEBVTT\n\nPush.\n", "walk-en.vtt has no captions"),
      Wrong("walk.mp4", film, said + String(repeating: "a", count: 256 << 10), "262144 are the limit"),
    ])
  func forms(wrong: Wrong) async throws {
    try await withTemporaryFolder { folder in
      try write(
        folder, items: Self.items(video: wrong.name), video: wrong.video, name: wrong.name,
        vtt: Array(wrong.vtt.utf8))
      let problem = #expect(throws: GuideProblem.self) { try read(folder) }
      #expect(problem?.description.contains(wrong.said) == true, "\(problem?.description ?? "")")
    }
  }

  @Test("captions may begin with a byte order mark, and must be UTF-8")
  func encodings() {
    #expect(WebVTT.problem(in: [0xEF, 0xBB, 0xBF] + Array(Self.said.utf8)) == nil)
    #expect(WebVTT.problem(in: Array("WEBVTT - walk\r\n\r\n00:00.000 --> 00:02.000\r\nA\r\n".utf8)) == nil)
    #expect(WebVTT.problem(in: Array(Self.said.utf8) + [0xFF]) == "is not in UTF-8")
    #expect(WebVTT.problem(in: Array("WEBVTTX\n00:00.000 --> 00:02.000\n".utf8)) != nil)
  }

  @Test("the gateway's folder holds the files of the videos that there are, under the names of their content")
  func held() async throws {
    try await withTemporaryFolder { folder in
      let target = "\(folder)/served"
      try VideoFolder(target).hold([])
      #expect(!FileManager.default.fileExists(atPath: target))
      try write("\(folder)/own", items: Self.items())
      let video = try #require(try read("\(folder)/own").videos["walk"])
      try VideoFolder(target).hold([video])
      let names = try FileManager.default.contentsOfDirectory(atPath: target).sorted()
      #expect(Set(names) == ["\(video.source.hash).mp4", "\(video.captions["en"]?.hash.text ?? "").vtt"])
      #expect(FileManager.default.contents(atPath: "\(target)/\(video.source.hash).mp4") == Data(Self.film))
      try write("\(folder)/own", items: Self.items(), video: Self.film + [1])
      let later = try #require(try read("\(folder)/own").videos["walk"])
      #expect(throws: GuideProblem.self, "the file was changed after it was checked") {
        try VideoFolder("\(folder)/another").hold([video])
      }
      try VideoFolder(target).hold([later])
      #expect(!FileManager.default.fileExists(atPath: "\(target)/\(video.source.hash).mp4"))
      try VideoFolder(target).hold([])
      #expect(try FileManager.default.contentsOfDirectory(atPath: target).isEmpty)
    }
  }

  @Test("an item's id leads to its files, and nothing else does")
  func found() async throws {
    try await withTemporaryFolder { folder in
      try SampleGuide.write(into: folder)
      try write(folder, items: Self.items())
      try await Program.with(GuideService.self, settings: ["QUAD_GUIDE_CONTENT": folder]) { program in
        let nobody = TestPerson()
        let walk = TopicName(checked: "walk")
        let file = try await program.ask(Guide.GetVideo(item: walk), as: nobody)
        #expect(file.form == .mp4 && file.file(acceptsWebP: true).contentType == "video/mp4")
        let captions = Guide.GetCaptions(item: walk, language: CaptionLanguage(checked: "en"))
        #expect(
          try await program.ask(captions, as: nobody).file(acceptsWebP: false).contentType == "text/vtt")
        await refuses("not_found") {
          try await program.ask(Guide.GetVideo(item: TopicName(checked: "training")), as: nobody)
        }
        await refuses("not_found") {
          try await program.ask(
            Guide.GetCaptions(item: walk, language: CaptionLanguage(checked: "de")), as: nobody)
        }
      }
    }
  }
}
