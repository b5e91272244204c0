import Bus
import JSON
import Schema
import Synchronization
import TestSupport

/// A producer of auth's stream that a test holds in its hand: it keeps every event for replays, and sends to
/// its subscribers what the test says.
final class ScriptedProducer: Sendable {
  private let epoch = RawUUID.random()
  private let events = Mutex<[StreamEvent]>([])
  /// The newest number of each class up to each event.
  private let heads = Mutex<[StreamHeads]>([])
  private let replayed = Mutex(0)
  private let asked = Mutex(0)
  private let node = Mutex<Node?>(nil)

  /// Speaks as auth, which does not run meanwhile.
  nonisolated(nonsending) static func with(
    _ site: Site, _ body: nonisolated(nonsending) (ScriptedProducer) async throws -> Void
  ) async throws {
    let producer = ScriptedProducer()
    var options = NodeOptions(
      program: .auth, keys: try KeyRing.load(.auth, from: site.keys), address: BusAddress(run: site.run))
    options.welcome = Welcome(stream: "auth", epoch: producer.epoch, head: 0)
    options.endpoints = [
      StreamReplay.Ask.subject: Endpoint(callers: [.roomhub, .gateway], isControl: true) {
        producer.replay($0)
      }
    ]
    let node = try await Node.start(options)
    producer.node.withLock { $0 = node }
    do { try await body(producer) } catch {
      await node.stop()
      throw error
    }
    await node.stop()
  }

  var head: Int64 { Int64(events.withLock { $0.count }) }
  /// Events given in answer to replays.
  var replayedEvents: Int { replayed.withLock { $0 } }

  /// Replays that were asked for.
  var replays: Int { asked.withLock { $0 } }

  /// Events handed to libzmq.
  var published: Int64 {
    get async {
      guard let node = node.withLock({ $0 }) else { return 0 }
      let stats = await node.stats()
      return Int64(stats.published + stats.publicationsDropped)
    }
  }

  /// Keeps a sign-up for a room of this number, without sending it.
  func keepSignUp(room: Int) throws -> PersonID {
    let person = PersonID.random()
    let event = Auth.SignedUp(person: person, firstName: "A", lastName: "B", room: try .forbes(room))
    try keep(Auth.SignedUp.topic, try JSONCoding.encode(event))
    return person
  }

  /// Keeps events of so many bytes each, of a class that roomhub hears, but of which it does nothing.
  func keepOthers(_ count: Int, bytes: Int) throws {
    let body = [UInt8](repeating: 0x20, count: bytes)
    for _ in 0..<count { try keep("auth.person.looked", body) }
  }

  private func keep(_ topic: String, _ body: [UInt8]) throws {
    try events.withLock { events in
      var header = Header(id: .random())
      header.subject = topic
      header.schema = "\(topic)@1.0"
      header.stream = "auth"
      header.epoch = epoch
      header.sequence = Int64(events.count) + 1
      header.audience = Audience.programs.encoded
      guard let event = StreamEvent(header: header, body: body) else { throw TestFailure("no event") }
      events.append(event)
      heads.withLock { heads in
        var newest = heads.last ?? StreamHeads(others: 0)
        newest.set(TopicClass.of(topic), to: event.sequence)
        heads.append(newest)
      }
    }
  }

  /// Sends events by their numbers, in this order; heartbeats and welcomes tell of all that are kept, or of
  /// another head.
  func send(_ sequences: some Sequence<Int64>, telling head: Int64? = nil) {
    let head = head ?? self.head
    let welcome = Welcome(stream: "auth", epoch: epoch, head: head, heads: heads(through: head))
    let node = node.withLock { $0 }
    for sequence in sequences {
      let event = events.withLock { $0[Int(sequence) - 1] }
      node?.publish(
        [Publication(event.header, body: event.body)], after: heads(through: sequence - 1), welcome: welcome)
    }
    node?.publish([], welcome: welcome)
  }

  private func heads(through sequence: Int64) -> StreamHeads {
    sequence == 0 ? StreamHeads(others: 0) : heads.withLock { $0[Int(sequence) - 1] }
  }

  private func replay(_ inbound: Inbound) -> Outbound {
    asked.withLock { $0 += 1 }
    do {
      let ask = try JSONCoding.decode(StreamReplay.Ask.self, from: inbound.body)
      let page = events.withLock { Array($0.dropFirst(Int(ask.from) - 1).prefix(StreamReplay.maxEvents)) }
      let wanted = page.filter { ask.classes?.contains(TopicClass.of($0.header.subject)) ?? true }
      replayed.withLock { $0 += wanted.count }
      let answer = StreamReplay.Reply(
        epoch: epoch, head: head, through: page.last?.sequence ?? head, retainedFrom: 1, events: wanted)
      return .reply(body: try answer.encoded())
    } catch { return .fault(Fault(.internalError)) }
  }
}
