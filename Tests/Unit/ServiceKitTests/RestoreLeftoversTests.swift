import FoundationEssentials
import Schema
import ServiceKit
import TestSupport
import Testing

@Suite("What a restore moved aside is deleted after 7 days")
struct RestoreLeftoversTests {
  private static let now = Instant("2026-11-24T12:00:00.000Z") ?? Instant(milliseconds: 0)

  @Test("O6: only what is older than 7 days, and only what a restore has made")
  func sweep() async throws {
    try await withTemporaryFolder { folder in
      let (old, young) = ("20261117T115959Z", "20261117T120000Z")
      let names = [
        "replaced-\(old)", "replaced-\(old)-2", "replaced-\(young)", "replaced-", "replaced-today",
        "replaced-2026",
        "roomhub/replaced-\(old)", "roomhub/replaced-\(young)", "auth/replaced-\(old)", "notes", ".restoring",
      ]
      for name in names {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)/roomhub", withIntermediateDirectories: true)
        try Data("people".utf8).write(to: URL(filePath: "\(folder)/\(name)/roomhub/roomhub.sqlite"))
      }
      let leftovers = RestoreLeftovers(data: folder, program: .roomhub)
      let deleted = try leftovers.sweep(now: Self.now)
      #expect(
        deleted == [
          "\(folder)/replaced-\(old)", "\(folder)/replaced-\(old)-2", "\(folder)/roomhub/replaced-\(old)",
        ])
      for name in names {
        let isThere = FileManager.default.fileExists(atPath: "\(folder)/\(name)")
        #expect(isThere == !deleted.contains("\(folder)/\(name)"), "\(name)")
      }
      #expect(try leftovers.sweep(now: Self.now).isEmpty)
    }
  }

  @Test("O6: a restore that was interrupted long ago leaves nothing either")
  func unfinished() async throws {
    try await withTemporaryFolder { folder in
      for name in [".restoring", "restored-beside"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
      let leftovers = RestoreLeftovers(data: folder, program: .roomhub)
      #expect(try leftovers.sweep(now: SiteClock.system).isEmpty)
      let later = SiteClock.system.advanced(by: RestoreLeftovers.lifetime).advanced(by: .seconds(60))
      #expect(try leftovers.sweep(now: later).count == 2)
    }
  }
}
