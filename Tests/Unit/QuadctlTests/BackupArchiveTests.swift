import Bus
import Crypto
import FoundationEssentials
import Schema
import Terminal
import TestSupport
import Testing

@testable import quadctl

@Suite("A backup is read whole and unchanged, or not at all")
struct BackupArchiveTests {
  private static let passphrase = ArchivePassphrase(text: "a passphrase for tests")
  private static let contents = [
    "auth": bytes(3000, 1), "roomhub": bytes(BackupArchive.maxDataBytes + 10, 2),
  ]

  private static let pixels = Array("abc".utf8)
  /// Its SHA-256, as FIPS 180-4 states it.
  private static let picture = ObjectName(
    checked: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")

  private static func bytes(_ count: Int, _ seed: UInt8) -> [UInt8] {
    (0..<count).map { seed &+ UInt8(truncatingIfNeeded: $0 &* 31) }
  }

  @Test("what was written is read, sealed or plain", arguments: [nil, passphrase])
  func roundTrip(_ passphrase: ArchivePassphrase?) async throws {
    try await withTemporaryFolder { folder in
      try write(Self.contents, to: "\(folder)/a", passphrase)
      var archive = try ArchivePassphrase.reader(try ByteFile.open("\(folder)/a"), passphrase)
      #expect(archive.site.programs == ["auth", "roomhub"])
      var read: [String: [UInt8]] = [:]
      while let store = try archive.nextStore() {
        while let data = try archive.nextData() { read[store.program, default: []] += data }
      }
      #expect(read == Self.contents)
      let picture = try #require(try archive.nextPicture())
      #expect(picture == ReadPicture(name: Self.picture, content: .whole(Self.pixels)))
      #expect(try archive.nextPicture() == nil)
      let whole = Array(try Data(contentsOf: URL(filePath: "\(folder)/a")))
      let hint = Self.contents["auth"]?.prefix(40) ?? []
      #expect((whole.firstRange(of: hint) == nil) == (passphrase != nil), "sealed bytes do not show")
    }
  }

  /// Backups outlive the version that made them: its format, and the cost of its key, stay readable for ever.
  @Test("a backup that the first version sealed still opens")
  func first() async throws {
    let text = """
      UVVBREJBQ0sBAQAotMIoqN16PWkOR7xJMp/PMxtAJCjL3V09vLdYFtmTR+zlKARAETES6gAAAGHe4/biWKuGA3BHSL24t9h3
      m8RiaKcD+S/2dx5fNO0J5raEf1s0u+Ws4/UwOFtc19TpEJ9X5HiXSZ4Rr9boBnfca9iSCOFKwv9m+ZTu1f/VrQG8K1uDZemH
      1F/S60dDigBnAAAApU6u77xcH0G5IDUFvKyuiQO8TPH/RHraw5XXE2KSRIW97gd9cETyOCJA6iHYJitRCkgjFBW7sD6G3RH1
      VzSC85DukTuO8YuoTlxrNBNKXCkjRyh1a++DKAQRgZbxoyUTYfM6B/8OycUi9rtI/XvGnFjzeN84irrRX8TjdOyZv4fz25vk
      B+lHL0QuSJiVbHY4elNN27gZ70UwN6DXcz5BFLrPiga8pgAAAB2UFyY16mNu+ShRpgNUOrab/4j6pxCIREB/7ny9eAAAAKhv
      6OVCRsGrjr8nf0yhxGy6CvIm4SyRJ1LQVgHNInuiTVaSI0RQZyWT+g1RtGGCYDt5rLWogfRCJnFIchhQENuweS4uBf/JDs8l
      catYHnA1M8Xp8tClkypK3mKfd2KmT+4QbzrSVgksZuTy7y1EhRxrhs8vwE41A049Wo4rYJOtEV+NtzUKd1EmDdJEZsgMaasv
      fH9r/5hPP7xsqmP9waKD8rq2cxXEqCgAAAAe1pDolrHbReMJrfzR1Pn5E3Y4VvbIrBc9T29JXHB0AAAAMsshv3whQG6ezrcF
      HCNLidMOXdUNuTdfM+ZUgdKI5eMaYPb9JyV64t2fwh27v5cZG8wx
      """
    let bytes = try #require(Data(base64Encoded: String(text.filter { !$0.isWhitespace })))
    try await withTemporaryFolder { folder in
      try bytes.write(to: URL(filePath: "\(folder)/a"))
      var archive = try ArchivePassphrase.reader(try ByteFile.open("\(folder)/a"), Self.passphrase)
      #expect(try archive.nextStore()?.program == "auth")
      #expect(try archive.nextData() == Array("first store".utf8))
      #expect(try archive.nextStore()?.program == "roomhub")
      #expect(try archive.nextData() == Array("second store".utf8))
      #expect(try archive.nextStore() == nil)
      #expect(try archive.nextPicture() == nil)
    }
  }

  @Test("truncated anywhere, it is refused", arguments: [(nil, 1), (passphrase, 97)])
  func truncated(_ passphrase: ArchivePassphrase?, _ step: Int) async throws {
    try await withTemporaryFolder { folder in
      let whole = try write(["auth": Self.bytes(700, 3)], to: "\(folder)/a", passphrase)
      for length in stride(from: 0, to: whole.count, by: step) {
        #expect(throws: ArchiveError.self, "\(length) of \(whole.count) bytes") {
          try verify(Array(whole.prefix(length)), in: folder, passphrase)
        }
      }
      // A plain one that is cut between two records lacks nothing but its end and the list after it.
      #expect(throws: ArchiveError.truncated) {
        try verify(Array(whole.dropLast((passphrase == nil ? 37 : 54) + 68)), in: folder, passphrase)
      }
      #expect(throws: ArchiveError.self) { try verify(whole + [0], in: folder, passphrase) }
    }
  }

  @Test("a flipped bit anywhere is found", arguments: [(nil, 1), (passphrase, 89)])
  func flipped(_ passphrase: ArchivePassphrase?, _ step: Int) async throws {
    try await withTemporaryFolder { folder in
      let whole = try write(["auth": Self.bytes(700, 4)], to: "\(folder)/a", passphrase)
      for index in stride(from: 0, to: whole.count, by: step) {
        var changed = whole
        changed[index] ^= UInt8(1 << (index % 8))
        #expect(throws: ArchiveError.self, "bit of byte \(index)") {
          try verify(changed, in: folder, passphrase)
        }
      }
    }
  }

  @Test("a newer format, another file and a wrong, a missing or a needless passphrase are told apart")
  func refused() async throws {
    try await withTemporaryFolder { folder in
      var plain = try write(Self.contents, to: "\(folder)/a", nil)
      #expect(throws: ArchiveError.plain) { try verify(plain, in: folder, Self.passphrase) }
      plain[8] = 4
      #expect(throws: ArchiveError.newer(4)) { try verify(plain, in: folder, nil) }
      #expect(throws: ArchiveError.noArchive) {
        try verify(Array("SQLite format 3\0".utf8), in: folder, nil)
      }
      let sealed = try write(Self.contents, to: "\(folder)/a", Self.passphrase)
      #expect(throws: ArchiveError.sealed) { try verify(sealed, in: folder, nil) }
      #expect(throws: ArchiveError.wrongPassphrase) {
        try verify(sealed, in: folder, ArchivePassphrase(text: "another passphrase"))
      }
    }
  }

  @Test(
    "a program's name that would leave its folder is refused",
    arguments: ["../auth", "", "a/b", "-a", "auth\0", String(repeating: "a", count: 33), "Auth"])
  func names(name: String) async throws {
    try await withTemporaryFolder { folder in
      let whole = try write([name: [1]], to: "\(folder)/a", nil)
      #expect(throws: ArchiveError.self) { try verify(whole, in: folder, nil) }
    }
  }

  @Test("stores that do not match the list, their size or their hash are refused")
  func mismatched() async throws {
    try await withTemporaryFolder { folder in
      let good = store("auth", [1, 2, 3])
      let cases: [([String], [(ArchivedStore, [UInt8])])] = [
        (["auth", "roomhub"], [(good, [1, 2, 3])]),
        (["auth"], [(good, [1, 2, 3]), (store("auth", [4]), [4])]),
        (["roomhub"], [(good, [1, 2, 3])]),
        (["auth"], [(good, [1, 2])]),
        (["auth"], [(good, [1, 2, 3, 4])]),
        (["auth"], [(good, [1, 2, 4])]),
        (["auth", "auth"], [(good, [1, 2, 3]), (good, [1, 2, 3])]),
        ([], []),
      ]
      for (programs, stores) in cases {
        let whole = try write(programs, stores, to: "\(folder)/a", nil)
        #expect(throws: ArchiveError.self, "\(programs) \(stores)") { try verify(whole, in: folder, nil) }
      }
    }
  }

  @Test("who hears another is copied before it")
  func order() {
    let hears: [ProgramName: Set<ProgramName>] = [
      "auth": [], "roomhub": ["auth"], "notifier": ["roomhub", "auth"], "events": ["absent"],
    ].reduce(into: [:]) { hears, pair in
      hears[ProgramName(pair.key)] = Set(pair.value.map { ProgramName($0) })
    }
    #expect(BackupSource.order(hears).map(\.text) == ["events", "notifier", "roomhub", "auth"])
    let (a, b) = (ProgramName("a"), ProgramName("b"))
    #expect(BackupSource.order([a: [b], b: [a]]) == [a, b], "a circle ends")
  }

  private func store(_ program: String, _ data: [UInt8]) -> ArchivedStore {
    ArchivedStore(
      program: program, size: Int64(data.count), hash: Base64URL.encode(BLAKE2b.hash(data)), steps: 1,
      epoch: RawUUID.random().description, head: 9)
  }

  @discardableResult
  private func write(
    _ contents: [String: [UInt8]], to path: String, _ passphrase: ArchivePassphrase?
  ) throws -> [UInt8] {
    let sorted = contents.sorted { $0.key < $1.key }
    return try write(
      sorted.map(\.key), sorted.map { (store($0.key, $0.value), $0.value) }, to: path, passphrase)
  }

  private func write(
    _ programs: [String], _ stores: [(ArchivedStore, [UInt8])], to path: String,
    _ passphrase: ArchivePassphrase?
  ) throws -> [UInt8] {
    var beside = try PictureWriter.open(beside: path, passphrase)
    var archive = try ArchivePassphrase.writer(try ByteFile.create(path), passphrase)
    var site = ArchivedSite(quad: "test", made: Instant(milliseconds: 0), programs: programs)
    if passphrase != nil { site.pictures = Base64URL.encode(beside.folder.sealing.salt) }
    try archive.add(site)
    for (store, data) in stores {
      try archive.add(store)
      var rest = data[...]
      while !rest.isEmpty {
        try archive.add(data: Array(rest.prefix(BackupArchive.maxDataBytes)))
        rest = rest.dropFirst(BackupArchive.maxDataBytes)
      }
    }
    let picture = try beside.held(Self.picture) ?? beside.add(Self.picture, Self.pixels)
    try archive.add(picture, beside.folder.sealing.object(of: Self.picture))
    try beside.sync()
    let size = try archive.finish()
    let whole = Array(try Data(contentsOf: URL(filePath: path)))
    #expect(Int64(whole.count) == size)
    return whole
  }

  private func verify(_ bytes: [UInt8], in folder: String, _ passphrase: ArchivePassphrase?) throws {
    try Data(bytes).write(to: URL(filePath: "\(folder)/b"))
    var archive = try ArchivePassphrase.reader(try ByteFile.open("\(folder)/b"), passphrase)
    try archive.verify()
  }
}
