import Store
import Testing

@Suite("Room on the disk is kept, looked for and found again")
struct RoomTests {
  @Test(
    "a full store is well again without anybody's write, once there is room",
    .enabled(if: SmallDisk.isPossible))
  func tryForRoom() async throws {
    try await SmallDisk.with(mebibytes: 2) { disk in
      let store = try ProgramStore.open(disk.path + "/a.db", stream: "notes", migrations: noteTable)
      var number = 0
      while store.health == .intact {
        number += 1
        let text = "\(number)" + String(repeating: "x", count: 3000)
        do { try await store.write { try $0.addNote(text) } } catch StoreError.full { continue }
      }
      await #expect(throws: StoreError.full) { try await store.tryForRoom() }
      #expect(store.health == .full)
      disk.resize(mebibytes: 8)
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

  @Test("ballast takes its room, once, and never the last of it", .enabled(if: SmallDisk.isPossible))
  func ballast() async throws {
    try await SmallDisk.with(mebibytes: 4) { disk in
      let mebibyte: Int64 = 1 << 20
      let ballast = Ballast(disk.path + "/ballast", size: mebibyte)
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
