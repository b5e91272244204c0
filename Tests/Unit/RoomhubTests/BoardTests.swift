import Schema
import Testing

@testable import roomhub

/// An hour of the first day of September 2026.
private func hour(_ number: Int64) -> Instant {
  Instant(milliseconds: 1_788_220_800_000 + number * 3_600_000)
}

@Suite("A read mark reaches as far as there is something to read")
struct ReadMarkTests {
  @Test(
    "A later hour is unread, an earlier one read, the marked one unread when one came since",
    arguments: [(4, 3, false), (5, 2, false), (5, 3, true), (6, 0, true)] as [(Int64, Int64, Bool)])
  func unread(messageHour: Int64, posted: Int64, isUnread: Bool) {
    let mark = ReadMark(hour: hour(5), seen: 2)
    #expect(mark.isUnread(hour(messageHour), posted: posted) == isUnread)
  }

  @Test("The count is that of the messages shown as unread, for every mark")
  func countAgrees() {
    let posted: [Int64] = [3, 0, 1, 4]
    for marked in Int64(-1)...4 {
      for seen in Int64(0)...5 {
        let mark = ReadMark(hour: hour(marked), seen: seen)
        let inMarked = posted.indices.contains(Int(marked)) ? posted[Int(marked)] : 0
        let later = posted.enumerated().filter { hour(Int64($0.offset)) > mark.hour }.map(\.element)
        let shown = posted.enumerated()
          .filter { mark.isUnread(hour(Int64($0.offset)), posted: inMarked) }.map(\.element)
        #expect(
          mark.unread(later: later.reduce(0, +), posted: inMarked) == shown.reduce(0, +),
          "hour \(marked), seen \(seen)")
      }
    }
  }

  @Test("No more is seen than there is; an hour without messages stands for all before it")
  func held() {
    let newest = ReadMark.Hour(hour: hour(5), posted: 4)
    #expect(ReadMark.reaching(9, of: hour(5), newest: newest) == ReadMark(hour: hour(5), seen: 4))
    #expect(ReadMark.reaching(1, of: hour(5), newest: newest) == ReadMark(hour: hour(5), seen: 1))
    #expect(ReadMark.reaching(1, of: hour(8), newest: newest) == ReadMark(hour: hour(5), seen: 4))
  }

  @Test("A mark never moves back")
  func neverBack() {
    let marks = [
      ReadMark(hour: hour(4), seen: 9), ReadMark(hour: hour(5), seen: 1), ReadMark(hour: hour(5), seen: 2),
    ]
    for (index, mark) in marks.enumerated() {
      for (other, further) in marks.enumerated() {
        #expect(mark.further(further) == marks[max(index, other)])
      }
    }
  }

  @Test("Who moves in finds the hour they came in unread, and nothing before it")
  func movedIn() {
    let mark = ReadMark.movedIn(at: hour(5).advanced(by: .seconds(1800)))
    #expect(mark.isUnread(hour(5), posted: 0))
    #expect(!mark.isUnread(hour(4), posted: 10))
  }
}

@Suite("More than half of the members hide a message, and never one alone")
struct HidingVoteTests {
  @Test(arguments: [(1, 2), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (20, 11)])
  func needed(members: Int, needed: Int) {
    #expect(HidingVote.needed(members: members) == needed)
    #expect(needed * 2 > members)
  }

  @Test("With fewer than three the others know who wrote")
  func guessable() {
    #expect((1...4).map { HidingVote.isGuessable(members: $0) } == [true, true, false, false])
  }
}

@Suite("The hash of an hour depends on every message and on the hour before")
struct BoardChainTests {
  private let links = (1...3).map {
    BoardChain.Link(id: MessageID(RawUUID(high: UInt64($0), low: 7)), text: "Message \($0)")
  }

  /// Computed by hashlib.blake2b(digest_size=32) from the formula in the service's README.
  @Test("The formula gives what another implementation gives")
  func vector() {
    let hash = BoardChain.hash(after: nil, hour: hour(0), links)
    #expect(hex(hash) == "1892032b73bce79dc286e66b18c2b272e9ba5281a92a6b279af2cb2742b8acb6")
    #expect(
      hex(BoardChain.hash(after: hash, hour: hour(1), []))
        == "2ac2d07af10bac89980482a9faba9368b22fcee554d5d8dbe9042bb2d6cfee7b")
  }

  @Test("Any change gives another hash")
  func changes() {
    let changed = [BoardChain.Link(id: links[0].id, text: "Message 1.")] + links.dropFirst()
    let hashes = [
      BoardChain.hash(after: nil, hour: hour(0), links),
      BoardChain.hash(after: nil, hour: hour(1), links),
      BoardChain.hash(after: [UInt8](repeating: 1, count: 32), hour: hour(0), links),
      BoardChain.hash(after: nil, hour: hour(0), Array(links.dropLast())),
      BoardChain.hash(after: nil, hour: hour(0), links.reversed()),
      BoardChain.hash(after: nil, hour: hour(0), changed),
    ]
    #expect(Set(hashes).count == hashes.count)
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }
}
