import FoundationEssentials
import Images
import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import media_fetcher

@Suite("A picture is stored once, under its name")
struct FolderTests {
  private func folder(_ data: String) throws -> PictureFolder {
    try PictureFolder(
      Settings(
        environment: ["QUAD_DATA": data, "QUAD_KEYS": data, "QUAD_RUN": data]),
      Log(program: .mediaFetcher, level: .error))
  }

  private func store(_ text: String, in folder: PictureFolder) async throws -> ObjectName {
    try await folder.store { original, _ in
      try Data(text.utf8).write(to: URL(filePath: original))
      return ImageFacts(width: 1, height: 1, format: .jpeg)
    }.name
  }

  @Test("the same picture can be stored many times at once")
  func together() async throws {
    try await withTemporaryFolder { data in
      let folder = try folder(data)
      for round in 0..<20 {
        let names = try await withThrowingTaskGroup(of: ObjectName.self) { group in
          for _ in 0..<8 { group.addTask { try await store("picture \(round)", in: folder) } }
          return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(names.count == 1 && names.allSatisfy { folder.original(of: $0) != nil })
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.objects)/making").isEmpty)
    }
  }

  @Test("files that no row names are deleted after a day, others never")
  func orphans() async throws {
    try await withTemporaryFolder { data in
      let folder = try folder(data)
      let store = try ProgramStore.open(
        PostgresServer.place(insteadOf: "\(data)/media.sqlite"), stream: "media",
        migrations: MediaStore.migrations)
      let (known, lost) = (
        try await self.store("known", in: folder), try await self.store("lost", in: folder)
      )
      let facts = ImageFacts(width: 1, height: 1, format: .jpeg)
      try await store.write { db in
        try db.store(NewPicture(name: known, facts: facts, bytes: 5), at: Instant(milliseconds: 0))
      }
      let other = "\(folder.objects)/\(lost.text.prefix(2))/notes"
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
      let sweep = OrphanSweep(
        store: store, folder: folder, log: Log(program: .mediaFetcher, level: .error))
      let now = Int(Date().timeIntervalSince1970)
      try await sweep.run(at: now + 23 * 3600)
      #expect(folder.original(of: lost) != nil)
      try await sweep.run(at: now + 25 * 3600)
      #expect(folder.original(of: lost) == nil && folder.original(of: known) != nil)
      #expect(FileManager.default.fileExists(atPath: other))
      await store.close()
    }
  }

  @Test("what was left of a deleted picture is replaced")
  func leftover() async throws {
    try await withTemporaryFolder { data in
      let folder = try folder(data)
      let name = try await store("picture", in: folder)
      let original = try #require(folder.original(of: name))
      try FileManager.default.moveItem(atPath: original, toPath: original + ".webp")
      #expect(folder.original(of: name) == nil)
      #expect(try await store("picture", in: folder) == name)
      let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.objects)/\(name.folder)")
      #expect(files == ["original"])
    }
  }
}
