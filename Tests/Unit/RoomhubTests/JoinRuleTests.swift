import Schema
import ServiceKit
import Testing

@testable import roomhub

@Suite("A wish to enter a room fits the room it names")
struct JoinWishTests {
  private let room = JoinWishTests.room("101A")

  private static func room(_ number: String) -> RoomRow {
    RoomRow(
      id: .random(), dorm: DormID(checked: "forbes"), dormName: "Forbes Hall", number: number,
      joinCode: JoinCode(checked: "7KQ2M9XA"), opened: .sample, openTasks: 0, ownCapacity: nil,
      dormCapacity: 4)
  }

  private func wish(_ dorm: String?, _ number: String?, _ code: String?) -> JoinWish {
    JoinWish(
      dorm: dorm.map { DormID(checked: $0) }, number: number.map { RoomNumber(checked: $0) },
      code: code.map { JoinCode(checked: $0) })
  }

  @Test("I8: also if its number was stored with separators")
  func storedWithSeparators() {
    #expect(wish("forbes", "101A", "7KQ2M9XA").fits(Self.room("101-A")))
    #expect(!wish("forbes", "101A", "7KQ2M9XA").fits(Self.room("102-A")))
    #expect(!wish("forbes", "101A", "7KQ2M9XA").fits(Self.room("-")))
  }

  @Test("what is named beside a code must not speak against the room")
  func fits() {
    #expect(wish(nil, nil, "7KQ2M9XA").fits(room))
    #expect(wish("forbes", nil, "7KQ2M9XA").fits(room))
    #expect(wish("forbes", "101A", nil).fits(room))
    #expect(!wish("cuyler", nil, "7KQ2M9XA").fits(room))
    #expect(!wish("forbes", "102", "7KQ2M9XA").fits(room))
  }

  @Test("the own room is known by its address or its code, not by half of either")
  func isOwn() {
    #expect(wish("forbes", "101A", nil).isOwn(room))
    #expect(wish("forbes", "101A", "00000000").isOwn(room))
    #expect(wish(nil, nil, "7KQ2M9XA").isOwn(room))
    #expect(!wish("forbes", nil, nil).isOwn(room))
    #expect(!wish(nil, "101A", "00000000").isOwn(room))
    #expect(!wish("cuyler", "101A", "7KQ2M9XA").isOwn(room))
  }

  @Test("a room holds what it was given, or what its dorm's rooms hold")
  func capacity() {
    #expect(room.capacity == 4)
    let large = RoomRow(
      id: room.id, dorm: room.dorm, dormName: room.dormName, number: room.number, joinCode: room.joinCode,
      opened: room.opened, openTasks: 0, ownCapacity: 6, dormCapacity: 4)
    #expect(large.capacity == 6)
  }
}

@Suite("After ten wrong codes in a quarter of an hour a person waits")
struct JoinLimitTests {
  private let now = Instant.sample

  private func minutesAgo(_ minutes: [Int]) -> [Instant] {
    minutes.map { now.advanced(by: .seconds(-60 * $0)) }
  }

  @Test("nine are too few, and old ones do not count")
  func few() {
    #expect(JoinLimits.wait(failures: [], now: now) == nil)
    #expect(JoinLimits.wait(failures: minutesAgo(Array(repeating: 1, count: 9)), now: now) == nil)
    #expect(JoinLimits.wait(failures: minutesAgo([15] + Array(repeating: 1, count: 9)), now: now) == nil)
  }

  @Test("the wait ends when the tenth from the end is a quarter of an hour old")
  func wait() {
    let ten = minutesAgo([14] + Array(repeating: 1, count: 9))
    #expect(JoinLimits.wait(failures: ten, now: now) == .seconds(60))
    let eleven = minutesAgo([14, 10] + Array(repeating: 1, count: 9))
    #expect(JoinLimits.wait(failures: eleven, now: now) == .seconds(300))
  }
}

@Suite("A join link is a link of this site")
struct JoinLinkTests {
  @Test("dorm, number and code stand behind the hash, each in its place whatever the number holds")
  func link() throws {
    let origin = try #require(SiteOrigin("https://quad.example"))
    let code = JoinCode(checked: "7KQ2M9XA")
    let plain = origin.joinLink(dorm: DormID(checked: "forbes"), number: "101A", code: code)
    #expect(plain == "https://quad.example/join#forbes/101A/7KQ2M9XA")
    let odd = origin.joinLink(dorm: DormID(checked: "forbes"), number: "B-1/2 Ü", code: code)
    #expect(odd == "https://quad.example/join#forbes/B-1%2F2%20%C3%9C/7KQ2M9XA")
  }

  @Test("the longest link there can be is still a picture")
  func longest() throws {
    let host = String(repeating: "x", count: SiteOrigin.maxLength - 8)
    let origin = try #require(SiteOrigin("https://" + host))
    let number = try #require(
      RoomNumber(String(repeating: "\u{1100}\u{1161}\u{11A8}\u{11A8}\u{11A8}\u{11A8}\u{11A8}", count: 8)))
    let room = RoomRow(
      id: .random(), dorm: DormID(checked: String(repeating: "d", count: 32)), dormName: "D",
      number: number.text, joinCode: JoinCode(checked: "7KQ2M9XA"), opened: .sample, openTasks: 0,
      ownCapacity: nil, dormCapacity: 4)
    #expect(throws: Never.self) { try origin.roomCode(room.joinCode, of: room) }
  }
}
