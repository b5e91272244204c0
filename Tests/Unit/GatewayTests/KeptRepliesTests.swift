import Bus
import Schema
import ServiceKit
import TestSupport
import Testing

@testable import gateway

/// Random histories of people who read tasks, home pages, roommates and events, write, move and change their
/// profiles through one gateway, while the wires between the programs and the gateway lose, double, reorder
/// and delay messages, things end by themselves, and each side restarts. Each history has to be linearizable:
/// for each program one order of all reads, writes and ends, within the times of each, in which each read
/// returns the list as those before it left it.
@Suite("Kept replies")
struct KeptRepliesTests {
  @Test("10,000 histories are linearizable")
  func histories() {
    var totals = History.Totals()
    for seed in 0..<10_000 {
      var history = History(seed: UInt64(seed), .sound)
      #expect(history.run() == nil, "seed \(seed)")
      totals.add(history.totals)
    }
    #expect(totals.hits > 15_000 && totals.misses > 40_000 && totals.writes > 50_000, "\(totals)")
    #expect(totals.replays > 2000 && totals.gaps > 500 && totals.restarts > 5000, "\(totals)")
    for kind in HistoryKind.allCases { #expect(totals.hitsOf[kind, default: 0] > 2000, "\(kind) \(totals)") }
  }

  /// What the gateway has to do: without it, histories go wrong.
  @Test("red controls", arguments: History.Form.allCases.filter { $0 != .sound })
  func controls(_ form: History.Form) {
    let goesWrong = (0..<10_000).contains { seed in
      var history = History(seed: UInt64(seed), form)
      return history.run() != nil
    }
    #expect(goesWrong)
  }

  @Test("people, replies and bytes have limits, and what nobody asks for goes")
  func limits() {
    var kept = KeptReplies()
    let (start, epoch) = (ContinuousClock.now, RawUUID(high: 7, low: 1))
    let position = StreamPosition(epoch: epoch, sequence: 5)
    func person(_ number: Int) -> PersonID { PersonID(RawUUID(high: 1, low: UInt64(number))) }
    func key(_ number: Int) -> KeptReplies.Key {
      KeptReplies.Key(subject: "roomhub.task.list", params: [.init(name: "n", value: "\(number)")], roles: [])
    }
    func keep(_ number: Int, for owner: Int, bytes: Int, after seconds: Int64 = 0) {
      kept.keep(
        KeptReplies.Kept(body: [UInt8](repeating: 0, count: bytes), tag: ""), for: person(owner),
        key(number),
        [
          Beside(
            program: .roomhub, standing: ReplyStanding(epoch: epoch, newest: 5, shown: 5),
            people: [person(owner), person(1_000_000)])
        ], asked: start, at: start.advanced(by: .seconds(seconds)))
    }
    kept.heard(.roomhub, at: position, start)
    keep(0, for: 0, bytes: KeptReplies.maxBody + 1)
    #expect(kept.count == 0, "too large")
    for number in 0...KeptReplies.maxPerPerson { keep(number, for: 0, bytes: 10) }
    #expect((kept.count, kept.bytes) == (1, 10), "one more than a person's limit")
    let whole = KeptReplies.maxBytes / KeptReplies.maxBody
    for owner in 1...whole { keep(0, for: owner, bytes: KeptReplies.maxBody) }
    #expect((kept.count, kept.bytes) == (whole, KeptReplies.maxBytes), "the first made room")
    #expect(kept.evicted == 1)
    kept.started(.roomhub)
    #expect((kept.count, kept.bytes) == (0, 0))
    kept.heard(.roomhub, at: position, start)
    for owner in 0...KeptReplies.maxPeople { keep(0, for: owner, bytes: 1) }
    #expect((kept.count, kept.bytes) == (KeptReplies.maxPeople, KeptReplies.maxPeople))
    #expect(kept.evicted == 2)
    #expect(kept.reply(to: person(0), key(0), at: start) == nil)
    #expect(kept.reply(to: person(1), key(0), at: start) != nil)
    let later = start.advanced(by: KeptReplies.lifetime)
    kept.heard(.roomhub, at: position, later)
    #expect((kept.count, kept.bytes) == (0, 0))
    for owner in 0..<9 { keep(0, for: owner, bytes: 1, after: 300) }
    #expect(kept.count == 9)
    kept.apply("roomhub.task.added", .people([person(1_000_000)]), sequence: 6, of: .roomhub)
    #expect((kept.count, kept.bytes) == (0, 0), "all show this person")
  }

  /// A person whose client goes from one gateway to another reads what they wrote, or saw, before.
  @Test("a client's mark")
  func marks() throws {
    let epoch = RawUUID(high: 7, low: 1)
    let standing = ReplyStanding(epoch: epoch, newest: 12, shown: nil)
    let mark = SeenMark(standing, of: .roomhub)
    #expect(mark.text == "roomhub.00000000.12")
    #expect(SeenMark.all(in: "auth.01234567.9, \(mark.text)").last == mark)
    for wrong in ["", "roomhub", "roomhub.1", "roomhub.1.x", "roomhub.1.2.3", ",,"] {
      #expect(SeenMark.all(in: wrong) == [], "\(wrong)")
    }
    #expect(mark.isWithin(12, of: epoch) && !mark.isWithin(11, of: epoch))
    #expect(!mark.isWithin(12, of: RawUUID(high: .max, low: 1)) && !mark.isWithin(12, of: nil))
  }
}
