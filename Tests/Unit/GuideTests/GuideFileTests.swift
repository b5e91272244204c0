import Foundation
import Schema
import TestSupport
import Testing

@testable import guide

@Suite("The guide's files are read whole or not at all")
struct GuideFileTests {
  private func read(_ folders: String...) throws -> GuideContent {
    var files = GuideFiles()
    for folder in folders { try files.add(folder) }
    return try GuideContent(files)
  }

  @Test("the same files have the same hash, and an own file replaces what has the same id")
  func own() async throws {
    try await withTemporaryFolder { folder in
      try SampleGuide.write(into: "\(folder)/shipped")
      let shipped = try read("\(folder)/shipped")
      #expect(shipped.trainingSteps == SampleGuide.steps)
      #expect(try read("\(folder)/shipped").hash == shipped.hash)
      try SampleGuide.write(into: "\(folder)/own", version: 2)
      let own = try read("\(folder)/shipped", "\(folder)/own")
      #expect(own.topics["training"]?.version == 2 && own.bundle.facts.count == 1)
      #expect(own.hash != shipped.hash)
    }
  }

  @Test(
    "a mistake is named",
    arguments: [
      ("\"facts\": [\"rate\"]", "\"facts\": []", "has a text without a fact"),
      ("\"facts\": [\"rate\"]", "\"facts\": [\"speed\"]", "names a fact that is not there: speed"),
      ("\"id\": \"call\"", "\"id\": \"check\"", "has two steps of one id"),
      ("\"answer\": 1", "\"answer\": 3", "needs 2 to 10 options, and one of them as the answer"),
      ("\"en\": \"Push fast.\"", "\"en\": \" \"", "needs texts of 1 to 400 characters in each language"),
      (
        "\"en\": \"Push fast.\"", "\"patients\": [\"adult\"], \"en\": \"A\"",
        "needs a last text without conditions"
      ),
      ("\"en\": \"Push fast.\"", "\"patient\": [\"adult\"], \"en\": \"A\"", "does not know: patient"),
      ("\"kind\": \"tap\"", "\"kind\": \"timer\"", "needs seconds for a timer"),
      (
        "\"drawing\": []", "\"drawing\": [{\"name\": \"x\", \"alt\": {\"en\": \"A\", \"de\": \"A\"}}]",
        "names a drawing that is not there: x"
      ),
      ("\"mode\": \"training\"", "\"mode\": \"dance\"", "is not in the guide's form"),
      ("\"id\": \"training\"", "\"id\": \"exercise\"", "it must be training"),
    ])
  func mistakes(old: String, new: String, said: String) async throws {
    try await withTemporaryFolder { folder in
      let topic = SampleGuide.training.replacingOccurrences(of: old, with: new)
      #expect(topic != SampleGuide.training)
      try SampleGuide.write(into: folder, topic: topic)
      let problem = #expect(throws: GuideProblem.self) { try read(folder) }
      #expect(problem?.description.contains(said) == true, "\(problem?.description ?? "")")
    }
  }

  @Test(
    "a text of the shipped guide is there in every language, and an own one in English at least",
    arguments: [
      ("\"fr\": \"Six steps\"", "the topic training has no text in `fr` for: Six steps"),
      ("\"de\": \"Push fast.\"", "the step check of training has no text in `de` for: Push fast."),
      ("\"fr\": \"60\"", "the step check of training has no text in `fr` for: 60"),
    ])
  func languages(text: String, said: String) async throws {
    try await withTemporaryFolder { folder in
      let topic = SampleGuide.training.replacingOccurrences(of: ", \(text)", with: "")
      #expect(topic != SampleGuide.training)
      try SampleGuide.write(into: folder)
      try SampleGuide.write(into: "\(folder)/own", topic: topic)
      var files = GuideFiles()
      try files.add(folder)
      try files.checkLanguages()
      try files.add("\(folder)/own")
      let problem = #expect(throws: GuideProblem.self) { try files.checkLanguages() }
      #expect(problem?.description == said)
      #expect(try read(folder, "\(folder)/own").trainingSteps == SampleGuide.steps)
      let foreign = topic.replacingOccurrences(of: "\"en\": ", with: "\"es\": ")
      try SampleGuide.write(into: "\(folder)/own", topic: foreign)
      #expect(throws: GuideProblem.self) { try read(folder, "\(folder)/own") }
    }
  }

  @Test(
    "a drawing is an SVG without scripts, at most 24 KiB",
    arguments: [
      ("<p>", "is not an SVG"), ("<svg><script>1</script></svg>", "holds <script"),
      ("<svg>" + String(repeating: " ", count: 25_000) + "</svg>", "bytes; 24576 are the limit"),
    ])
  func drawings(text: String, said: String) async throws {
    try await withTemporaryFolder { folder in
      try SampleGuide.write(into: folder)
      try FileManager.default.createDirectory(atPath: "\(folder)/drawings", withIntermediateDirectories: true)
      try SampleGuide.save(text, "\(folder)/drawings/push.svg")
      let problem = #expect(throws: GuideProblem.self) { try read(folder) }
      #expect(problem?.description.contains(said) == true, "\(problem?.description ?? "")")
    }
  }
}
