import Foundation
import Schema
import Testing

@testable import guide

@Suite("The guide that Quad ships is one that the program takes")
struct ShippedGuideTests {
  private func files() throws -> GuideFiles {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    var files = GuideFiles()
    try files.add(folder.appending(path: "Services/guide/Content").path)
    return files
  }

  @Test(
    "it has crisis, training, four kinds of other help and a quiz, and breaks no rule"
  )
  func shipped() throws {
    let guide = try GuideContent(files())
    #expect(guide.trainingSteps == ["check", "call", "breathe", "push", "continue", "aed"])
    #expect(guide.bundle.topics.count == 6 && guide.bundle.topics.first?.mode == .crisis)
    #expect(guide.bundle.quiz.count == 6 && guide.bundle.items.count >= 8)
  }

  @Test("each text is there in every language")
  func languages() throws { try files().checkLanguages() }
}
