import Schema
import Synchronization
import TestSupport
import Testing

@testable import Bus

@Suite("Events that were committed together leave as few messages")
struct EventBatchTests {
  private let epoch = RawUUID.random()
  private var welcome: Welcome { Welcome(stream: "hub", epoch: epoch, head: 1) }

  private func publications(
    _ numbers: ClosedRange<Int64>, of topicClass: String = "hub.thing", bytes: Int = 10
  ) -> [Publication] {
    numbers.map { number in
      var header = Header(id: .random())
      header.subject = "\(topicClass).told"
      header.stream = "hub"
      header.epoch = epoch
      header.sequence = number
      return Publication(header, body: [UInt8](repeating: 7, count: bytes))
    }
  }

  private func messages(
    _ publications: [Publication], after heads: StreamHeads = StreamHeads(others: 0)
  ) -> [EventBatch.Message] {
    var heads = heads
    return EventBatch.messages(of: publications, welcome, &heads)
  }

  private func sequences(_ messages: [EventBatch.Message]) throws -> [Int64] {
    try messages.flatMap { message in
      try EventBatch.signals(message.wire.body, after: nil).map { signal in
        guard case .event(let header, _, _) = signal else { return -1 }
        return header.sequence ?? -1
      }
    }
  }

  @Test("events in a row of one class are one message, with its class and the numbers before it")
  func runs() throws {
    #expect(messages([]).isEmpty)
    var heads = StreamHeads(others: 1)
    heads.set("hub.thing", to: 4)
    let mixed =
      publications(5...6) + publications(7...7, of: "hub.other") + publications(8...8)
      + publications(9...9, of: "hub.other")
    let found = messages(mixed, after: heads)
    #expect(found.map(\.count) == [2, 1, 1, 1])
    #expect(found.map(\.wire.topicClass) == ["hub.thing", "hub.other", "hub.thing", "hub.other"])
    #expect(found.allSatisfy { $0.wire.kind == .events })
    let numbers = try found.map { message in
      let header = try Header(decoding: message.wire.header)
      #expect(header.stream == "hub" && header.epoch == epoch)
      return try #require(StreamHeads(header.heads ?? [])).numbers
    }
    #expect(
      numbers == [
        ["": 1, "hub.thing": 4], ["": 1, "hub.thing": 6], ["": 1, "hub.thing": 6, "hub.other": 7],
        ["": 1, "hub.thing": 8, "hub.other": 7],
      ])
  }

  @Test("an event comes after the one before it of the classes that are followed")
  func before() throws {
    let body = EventBatch.body(publications(5...7)[...], 0)
    func before(_ newest: Int64?) throws -> [Int64] {
      try EventBatch.signals(body, after: newest).compactMap { signal in
        guard case .event(_, _, let before) = signal else { return nil }
        return before
      }
    }
    #expect(try before(nil) == [4, 5, 6], "of all classes")
    #expect(try before(2) == [2, 5, 6])
  }

  @Test("many and large ones are several messages, in order, none beyond the limits")
  func limits() throws {
    for bytes in [0, 100, 5_000, EventBatch.maxBytes * 3] {
      let found = messages(publications(1...700, bytes: bytes))
      #expect(try sequences(found) == Array(1...700))
      #expect(found.map(\.count).reduce(0, +) == 700)
      for message in found {
        #expect(message.count <= EventBatch.maxEvents)
        #expect(message.count == 1 || message.wire.body.count < EventBatch.maxBytes + bytes + 200)
      }
    }
    let large = messages(publications(1...3, bytes: EventBatch.maxBytes))
    #expect(large.map(\.count) == [1, 1, 1])
  }

  @Test("a message with a part that ends too early, a broken header or too many events is refused as a whole")
  func broken() throws {
    let whole = EventBatch.body(publications(1...3)[...], 0)
    #expect(try EventBatch.signals(whole, after: nil).count == 3)
    for length in [1, 3, 30, whole.count - 1] {
      #expect(throws: FrameError.truncated) {
        try EventBatch.signals(Array(whole.prefix(length)), after: nil)
      }
    }
    var broken = whole
    broken[4] = 9
    #expect(throws: FrameError.version(9)) { try EventBatch.signals(broken, after: nil) }
    let many = EventBatch.body(publications(1...Int64(EventBatch.maxEvents + 1))[...], 0)
    #expect(throws: FrameError.tooLarge) { try EventBatch.signals(many, after: nil) }
  }

  @Test("a subscriber hears what was published together at once, each event in its place")
  func together() async throws {
    try await NodePair.with { pair in
      let hub = try await pair.hub(welcome: welcome, [:])
      let desk = try await pair.desk()
      let heard = Mutex<[[Int64]]>([])
      // The welcome may come before the subscription has arrived, a heartbeat can't.
      let isSubscribed = Mutex(false)
      desk.subscribe(
        to: NodePair.hubName,
        together: { signals in
          let numbers = signals.compactMap { signal -> Int64? in
            if case .heartbeat = signal { isSubscribed.withLock { $0 = true } }
            guard case .event(let header, _, _) = signal else { return nil }
            return header.sequence
          }
          if !numbers.isEmpty { heard.withLock { $0.append(numbers) } }
        })
      #expect(try await eventually { isSubscribed.withLock { $0 } })
      hub.publish(publications(2...60), welcome: Welcome(stream: "hub", epoch: epoch, head: 60))
      hub.publish(publications(61...61), welcome: Welcome(stream: "hub", epoch: epoch, head: 61))
      #expect(try await eventually { heard.withLock { $0.flatMap(\.self).count } == 60 })
      let groups = heard.withLock { $0 }
      #expect(groups.flatMap(\.self) == Array(2...61))
      #expect(groups.first?.count ?? 0 >= 59, "one call for all of one message")
      #expect(await hub.stats().published == 60)
      await desk.stop()
      await hub.stop()
    }
  }
}
