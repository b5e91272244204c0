import FoundationEssentials
import Glibc
import Schema
import Testing

@testable import Store

@Suite("A list of deleted accounts keeps each line, and notices when one is lost or changed")
struct ErasureFileTests {
  private let ada = PersonID(RawUUID(high: 1, low: 1))
  private let ben = PersonID(RawUUID(high: 1, low: 2))
  private let now = Instant(milliseconds: 1_788_264_000_000)

  @Test("O7: lines are on disk, once, and an erasure is final")
  func lines() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/erased"
      let file = try ErasureFile(path)
      try file.note(.leaving, ada, at: now)
      try file.note(.leaving, ada, at: now)
      try file.note(.staying, ada, at: now)
      try file.note(.erasing, ben, at: now)
      try file.note(.leaving, ben, at: now)
      #expect(try content(path).split(separator: "\n").count == 4)
      let again = try ErasureFile(path)
      #expect(again.people(.staying) == [ada] && again.people(.erasing) == [ben])
      #expect(again.people(.leaving).isEmpty)
    }
  }

  @Test("O7: a line that was cut off by a crash is written over; nothing else may be missing")
  func torn() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/erased"
      try ErasureFile(path).note(.erasing, ada, at: now)
      let size = try content(path).utf8.count
      try ErasureFile(path).note(.erasing, ben, at: now)
      truncate(path, off_t(size + 50))
      let file = try ErasureFile(path)
      #expect(file.people(.erasing) == [ada])
      try file.note(.staying, ben, at: now)
      #expect(try ErasureFile(path).people(.staying) == [ben])
    }
  }

  @Test("O7: any changed, missing or moved line is found", arguments: 0..<4)
  func damaged(_ fault: Int) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/erased"
      let file = try ErasureFile(path)
      for person in [ada, ben] { try file.note(.erasing, person, at: now) }
      var lines = try content(path).split(separator: "\n").map(String.init)
      switch fault {
      case 0: lines.swapAt(1, 2)
      case 1: lines.remove(at: 1)
      case 2: lines.remove(at: 0)
      default: lines = []
      }
      let changed = lines.map { $0 + "\n" }.joined()
      try Data(changed.utf8).write(to: URL(filePath: path))
      let error = #expect(throws: ErasureDamage.self) { try ErasureFile(path) }
      #expect(error?.line == (fault == 0 || fault == 1 ? 2 : 1))
    }
  }

  @Test("O7: each changed byte is found")
  func flipped() throws {
    var list = ErasureList()
    list.add(.leaving, ada, at: now)
    list.add(.erasing, ben, at: now)
    for index in list.bytes.indices.dropLast() {
      var changed = list.bytes
      changed[index] ^= 1
      #expect(throws: ErasureList.Damage.self) { try ErasureList(changed) }
    }
  }

  private func content(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
