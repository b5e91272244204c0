import Glibc
import Testing

/// A file system in memory that is soon full.
struct SmallDisk {
  /// Only root mounts.
  static let isPossible = geteuid() == 0

  let path: String

  /// Lends a disk of so many mebibytes and takes it away after.
  static func with(mebibytes: Int, _ body: (SmallDisk) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let disk = SmallDisk(path: folder + "/disk")
      #expect(mkdir(disk.path, 0o700) == 0)
      disk.mount(mebibytes, 0)
      defer { umount2(disk.path, 2) }
      try await body(disk)
    }
  }

  func resize(mebibytes: Int) { mount(mebibytes, UInt(MS_REMOUNT)) }

  private func mount(_ mebibytes: Int, _ flags: UInt) {
    #expect(Glibc.mount("tmpfs", path, "tmpfs", flags, "size=\(mebibytes)m") == 0)
  }
}
