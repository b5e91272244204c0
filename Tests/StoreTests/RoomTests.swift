import Glibc
import Store
import Testing

@Suite("Room on the disk is kept, looked for and found again")
struct RoomTests {
  @Test("a full store is well again without anybody's write, once there is room", .disabled(if: !canMount))
  func tryForRoom() async throws {
    try await withTemporaryFolder { folder in
      let disk = folder + "/disk"
      #expect(mkdir(disk, 0o700) == 0)
      #expect(mount("tmpfs", disk, "tmpfs", 0, "size=2m") == 0)
      defer { umount2(disk, 2) }
      let store = try ProgramStore.open(disk + "/a.db", stream: "notes", migrations: noteTable)
      var number = 0
      while store.health == .intact {
        number += 1
        let text = "\(number)" + String(repeating: "x", count: 3000)
        do { try await store.write { try $0.addNote(text) } } catch StoreError.full { continue }
      }
      await #expect(throws: StoreError.full) { try await store.tryForRoom() }
      #expect(store.health == .full)
      #expect(mount("tmpfs", disk, "tmpfs", UInt(MS_REMOUNT), "size=8m") == 0)
      let before = try await store.notes()
      try await store.tryForRoom()
      #expect(store.health == .intact)
      try #expect(await store.notes() == before)
      await store.close()
    }
  }

  @Test("a store that is well is left alone")
  func untouched() async throws {
    try await withStore { store in
      let groups = store.counters.groups
      try await store.tryForRoom()
      #expect(store.counters.groups == groups)
    }
  }

  @Test("ballast takes its room, once, and never the last of it", .disabled(if: !canMount))
  func ballast() async throws {
    try await withTemporaryFolder { folder in
      let disk = folder + "/disk"
      #expect(mkdir(disk, 0o700) == 0)
      #expect(mount("tmpfs", disk, "tmpfs", 0, "size=4m") == 0)
      defer { umount2(disk, 2) }
      let mebibyte: Int64 = 1 << 20
      let ballast = Ballast(disk + "/ballast", size: mebibyte)
      try #expect(ballast.keep() == .made)
      try #expect(ballast.keep() == .kept)
      try #expect(DiskRoom.free(beside: ballast.path) == 3 * mebibyte)
      // A file of another size is replaced, and 4 MiB hold 2 twice but not 3.
      try #expect(Ballast(ballast.path, size: 2 * mebibyte).keep() == .made)
      try #expect(DiskRoom.free(beside: ballast.path) == 2 * mebibyte)
      try #expect(Ballast(ballast.path, size: 3 * mebibyte).keep() == .noRoom(free: 4 * mebibyte))
      try #expect(ballast.keep() == .made)
      try #expect(Ballast(ballast.path, size: 0).keep() == .unwanted)
      try #expect(DiskRoom.free(beside: ballast.path) == 4 * mebibyte)
      try #expect(ballast.remove() == false)
    }
  }
}

private let canMount: Bool = geteuid() == 0
