import Crypto
import FoundationEssentials
import Schema
import Terminal
import TestSupport
import Testing

@testable import quadctl

@Suite("Pictures beside backups are whole, belong to their name, and go when no backup needs them")
struct BackupPicturesTests {
  private static let passphrase = ArchivePassphrase(text: "a passphrase for tests")
  private static let sizes = [1, 4092, 4093, 512 * 1024 - 4, 512 * 1024, 700_001]

  private static func picture(_ size: Int) -> (name: ObjectName, bytes: [UInt8]) {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) }
    return (ObjectName(checked: SHA256.hash(bytes).hexadecimal), bytes)
  }

  @Test("what was sealed opens, and neither its name nor its size shows", arguments: sizes)
  func roundTrip(size: Int) throws {
    let sealing = try PictureSealing(Self.passphrase, salt: [UInt8](repeating: 7, count: 16))
    let (name, bytes) = Self.picture(size)
    let file = try sealing.seal(bytes)
    #expect(sealing.open(file) == bytes)
    #expect(file.count <= PictureSealing.maxFileBytes && file.count > size)
    #expect(sealing.object(of: name) != name.bytes)
    #expect(name.isName(of: bytes) && name.bytes.hexadecimal == name.text)
    let other = try PictureSealing(Self.passphrase, salt: [UInt8](repeating: 8, count: 16))
    #expect(other.object(of: name) != sealing.object(of: name) && other.open(file) == nil)
    for length in [0, 9, 33, 34, file.count - 1] { #expect(sealing.open(Array(file.prefix(length))) == nil) }
    for index in [0, 8, 9, 40, file.count / 2, file.count - 1] {
      var changed = file
      changed[index] ^= 4
      #expect(sealing.open(changed) == nil, "bit of byte \(index)")
    }
    #expect(sealing.open(file + [0]) == nil)
  }

  @Test("sizes are rounded up by at most a sixteenth")
  func padding() {
    for size in [1, 4096, 4097, 5000, 65_536, 65_537, 100_000, 1_048_577, 33_554_436] {
      let padded = PictureSealing.padded(size)
      #expect(padded >= size && padded <= max(size + size / 8, 4096), "\(size): \(padded)")
      #expect(PictureSealing.padded(padded) == padded)
    }
    #expect(Set((65_537...131_072).map(PictureSealing.padded)).count == 16)
  }

  @Test(
    "a file of a backup is told from any other",
    arguments: [
      ("NAME.sealed", true), ("NAME.plain", true), ("NAME.sealed.damaged", true), (".NAME.0011.part", true),
      ("NAME", false), ("NAME.jpg", false), ("x.sealed", false), ("NAME.sealed.bak", false), ("salt", false),
      (".x.0011.part", false), ("NAME.sealed.", false), ("", false),
    ])
  func files(file: String, isOwn: Bool) {
    let name = String(repeating: "0a", count: 32)
    #expect(PictureFile.isOwn(file.replacing("NAME", with: name)) == isOwn)
  }

  @Test(
    "only what no backup needs is pruned, and nothing while one is written", arguments: [nil, passphrase])
  func pruning(_ passphrase: ArchivePassphrase?) async throws {
    try await withTemporaryFolder { folder in
      let (one, two, three) = (Self.picture(10), Self.picture(20), Self.picture(30))
      try write([one, two], to: "\(folder)/a.quad", passphrase)
      try write([two, three], to: "\(folder)/b.quad", passphrase)
      try Data("notes".utf8).write(to: URL(filePath: "\(folder)/notes"))
      try Data("QUADBACK".utf8).write(to: URL(filePath: "\(folder)/c.quad.part"))
      let sealing = try Self.sealing(folder, passphrase)
      let shared = PictureFolder(path: "\(folder)/quad-pictures", sealing: sealing)
      let files = [one, two, three].map { shared.path(of: sealing.object(of: $0.name)) }
      try Data().write(to: URL(filePath: files[1] + ".damaged"))
      do {
        let lock = try FolderLock.shared(shared.path)
        #expect(throws: Failure.self) { try PicturePruning(folder) { _ in } }
        _ = consume lock
      }
      #expect(try PicturePruning(folder) { _ in }.deleted == 1, "the damaged one")
      #expect(Self.existing(files) == [true, true, true])
      // Whatever cannot be read needs what it needs.
      let whole = try Data(contentsOf: URL(filePath: "\(folder)/a.quad"))
      for bad in [whole.dropLast(), whole.prefix(9), whole.prefix(10), whole.dropLast(90)] {
        try bad.write(to: URL(filePath: "\(folder)/a.quad"))
        #expect(throws: Failure.self) { try PicturePruning(folder) { _ in } }
      }
      try FileManager.default.removeItem(atPath: "\(folder)/a.quad")
      let pruned = try PicturePruning(folder) { _ in }
      #expect(pruned.deleted == 1 && pruned.kept == 2 && pruned.freed > 0)
      #expect(Self.existing(files) == [false, true, true])
      #expect(FileManager.default.fileExists(atPath: "\(folder)/notes"))
      #expect(throws: Failure.self) { try PicturePruning("\(folder)/nowhere") { _ in } }
    }
  }

  @Test("a lost salt costs new objects, and no backup")
  func lostSalt() async throws {
    try await withTemporaryFolder { folder in
      let one = Self.picture(5000)
      try write([one], to: "\(folder)/a.quad", Self.passphrase)
      for content in [Data(), Data(count: 15), Data(count: 17)] {
        try content.write(to: URL(filePath: "\(folder)/quad-pictures/salt"))
        try write([one], to: "\(folder)/b.quad", Self.passphrase)
      }
      #expect(try Data(contentsOf: URL(filePath: "\(folder)/quad-pictures/salt")).count == 16)
      #expect(try PicturePruning(folder) { _ in }.deleted == 2, "those of the salts that no backup has")
      for file in ["a.quad", "b.quad"] {
        var archive = try ArchivePassphrase.reader(try ByteFile.open("\(folder)/\(file)"), Self.passphrase)
        while try archive.nextStore() != nil {}
        #expect(try archive.nextPicture() == ReadPicture(name: one.name, content: .whole(one.bytes)))
        #expect(try archive.nextPicture() == nil)
      }
    }
  }

  private static func sealing(_ folder: String, _ passphrase: ArchivePassphrase?) throws -> PictureSealing {
    guard let passphrase else { return .plain }
    let salt = Array(try Data(contentsOf: URL(filePath: "\(folder)/quad-pictures/salt")))
    return try PictureSealing(passphrase, salt: salt)
  }

  private static func existing(_ files: [String]) -> [Bool] {
    files.map { FileManager.default.fileExists(atPath: $0) }
  }

  private func write(
    _ pictures: [(name: ObjectName, bytes: [UInt8])], to path: String, _ passphrase: ArchivePassphrase?
  ) throws {
    var beside = try PictureWriter.open(beside: path, passphrase)
    var archive = try ArchivePassphrase.writer(try ByteFile.create(path), passphrase)
    var site = ArchivedSite(quad: "test", made: Instant(milliseconds: 0), programs: ["auth"])
    if passphrase != nil { site.pictures = Base64URL.encode(beside.folder.sealing.salt) }
    try archive.add(site)
    let hash = Base64URL.encode(BLAKE2b.hash([1]))
    try archive.add(
      ArchivedStore(
        program: "auth", size: 1, hash: hash, steps: 1, epoch: RawUUID.random().description, head: 1))
    try archive.add(data: [1])
    for (name, bytes) in pictures.sorted(by: { $0.name.text < $1.name.text }) {
      let picture = try beside.held(name) ?? beside.add(name, bytes)
      try archive.add(picture, beside.folder.sealing.object(of: name))
    }
    try beside.sync()
    _ = try archive.finish()
  }
}
