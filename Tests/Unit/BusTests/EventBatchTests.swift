import Schema
import Synchronization
import TestSupport
import Testing

@testable import Bus

@Suite("Events that were committed together leave as few messages")
struct EventBatchTests {
  private let epoch = RawUUID.random()
  private var welcome: Welcome { Welcome(stream: "hub", epoch: epoch, head: 1) }

  private func publications(_ numbers: ClosedRange<Int64>, bytes: Int = 10) -> [Publication] {
    numbers.map { number in
      var header = Header(id: .random())
      header.stream = "hub"
      header.epoch = epoch
      header.sequence = number
      return Publication(header: header.encoded(), body: [UInt8](repeating: 7, count: bytes))
    }
  }

  private func sequences(_ messages: [EventBatch.Message]) throws -> [Int64] {
    try messages.flatMap { message -> [Int64] in
      guard message.frames[0] == FrameKind.events.frame else {
        return [try Header(decoding: message.frames[1]).sequence ?? -1]
      }
      return try EventBatch.signals(message.frames[2]).map { signal in
        guard case .event(let header, _) = signal else { return -1 }
        return header.sequence ?? -1
      }
    }
  }

  @Test("one event is a message of its own kind, several are one")
  func kinds() throws {
    #expect(EventBatch.messages(of: [], welcome).isEmpty)
    let one = EventBatch.messages(of: publications(1...1), welcome)
    #expect(one.map(\.count) == [1] && one[0].frames[0] == FrameKind.event.frame)
    let two = EventBatch.messages(of: publications(1...2), welcome)
    #expect(two.map(\.count) == [2] && two[0].frames[0] == FrameKind.events.frame)
    let header = try Header(decoding: two[0].frames[1])
    #expect(header.stream == "hub" && header.epoch == epoch)
  }

  @Test("many and large ones are several messages, in order, none beyond the limits")
  func limits() throws {
    for bytes in [0, 100, 5_000, EventBatch.maxBytes * 3] {
      let messages = EventBatch.messages(of: publications(1...700, bytes: bytes), welcome)
      #expect(try sequences(messages) == Array(1...700))
      #expect(messages.map(\.count).reduce(0, +) == 700)
      for message in messages {
        #expect(message.count <= EventBatch.maxEvents)
        #expect(message.count == 1 || message.frames[2].count < EventBatch.maxBytes + bytes + 200)
      }
    }
    let large = EventBatch.messages(of: publications(1...3, bytes: EventBatch.maxBytes), welcome)
    #expect(large.map(\.count) == [1, 1, 1])
  }

  @Test("a message with a part that ends too early, a broken header or too many events is refused as a whole")
  func broken() throws {
    let whole = EventBatch.body(publications(1...3)[...], 0)
    #expect(try EventBatch.signals(whole).count == 3)
    for length in [1, 3, 30, whole.count - 1] {
      #expect(throws: FrameError.truncated) { try EventBatch.signals(Array(whole.prefix(length))) }
    }
    var broken = whole
    broken[4] = 9
    #expect(throws: FrameError.version(9)) { try EventBatch.signals(broken) }
    let many = EventBatch.body(publications(1...Int64(EventBatch.maxEvents + 1))[...], 0)
    #expect(throws: FrameError.tooLarge) { try EventBatch.signals(many) }
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
            guard case .event(let header, _) = signal else { return nil }
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
