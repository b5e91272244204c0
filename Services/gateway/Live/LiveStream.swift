import HTTPServer
import Schema
import Synchronization

/// The live stream of every signed-in person: resumable server-sent events of what they may see.
///
/// The id of an event is `<gateway start>.<position>`. A client that reconnects with an id of this gateway
/// gets the missed events from the ring; with any other id it gets `event: reset` and fetches its lists
/// again. A browser's EventSource delivers only events whose names it was given in advance, so it gets each
/// event without a name, with its topic next to its data.
final class LiveStream: Sendable {
  static let maxEvents = 100_000
  /// The limit on bodies and bookkeeping in the ring, unless `QUAD_LIVE_MIB` sets another one.
  static let maxMebibytes = 64
  static let maxPerPerson = 6
  static let pulseInterval = Duration.seconds(15)

  private struct Entry {
    let topic: String
    let audience: Audience
    let body: [UInt8]
    /// The scope that a token needs to receive the event: the read scope of its program.
    let scope: UInt32

    init(topic: String, audience: Audience, body: [UInt8]) {
      self.topic = topic
      self.audience = audience
      self.body = body
      let program = ProgramName(of: topic)
      scope = TokenScope.standard(of: program, .signedIn, .reads)?.bit ?? TokenScope.sessionBit
    }
  }

  private struct Listener {
    let session: SessionID
    let scopes: UInt32
    let isNamed: Bool
    let feed: EventFeed
    /// A number that increases from stream to stream.
    let number: Int
  }

  private struct State {
    var ring: [Entry] = []
    /// The position of the first entry in the ring.
    var first = 1
    var bytes = 0
    var listeners: [PersonID: [RawUUID: Listener]] = [:]
    var isFinished = false
    var opened = 0

    var next: Int { first + ring.count }
  }

  /// The size of the ring.
  struct Figures: Sendable {
    let events: Int
    let bytes: Int
  }

  var figures: Figures { state.withLock { Figures(events: $0.ring.count, bytes: $0.bytes) } }

  /// The header of a reply with the id of the newest event before it was made. A stream opened after that id
  /// misses nothing that the reply doesn't have.
  static let newestHeader = "Quad-Event-ID"

  private let start: Int64
  private let maxBytes: Int
  private let state = Mutex(State())
  /// The programs whose events have begun to arrive.
  private let followed = Mutex<Set<ProgramName>>([])

  init(start: Instant, mebibytes: Int = LiveStream.maxMebibytes) {
    self.start = start.milliseconds
    maxBytes = mebibytes * 1024 * 1024
  }

  /// The id of the newest event, or that of none where no event has come yet. Read it before a reply is made:
  /// an event that comes in between is then told again, not lost.
  var newest: String { "\(start).\(state.withLock { $0.next - 1 })" }

  /// Opens a feed that begins with the events missed since `lastEventID`. Beyond the limit it replaces the
  /// oldest stream of the same session, whose reader has most likely left: that is noticed only at the next
  /// line.
  /// - Parameter isNamed: true if the topic is the event's name; otherwise it is next to the data.
  func open(
    _ who: SessionCache.Resolved, after lastEventID: String?, isNamed: Bool = true
  ) throws(Fault) -> EventFeed {
    let person = who.person
    let id = RawUUID.random()
    let feed = EventFeed { [weak self] in self?.close(person, id) }
    let (refusal, replaced) = state.withLock { state -> (FaultCode?, EventFeed?) in
      guard !state.isFinished else { return (.draining, nil) }
      let own = state.listeners[person] ?? [:]
      var replaced: EventFeed?
      if own.count >= LiveStream.maxPerPerson {
        let oldest = own.filter { $0.value.session == who.session }.min { $0.value.number < $1.value.number }
        guard let oldest else { return (.tooManyStreams, nil) }
        state.listeners[person]?[oldest.key] = nil
        replaced = oldest.value.feed
      }
      state.opened += 1
      state.listeners[person, default: [:]][id] = Listener(
        session: who.session, scopes: who.scopes, isNamed: isNamed, feed: feed, number: state.opened)
      var isTaken = feed.send(Array(": welcome\nretry: 2000\n\n".utf8))
      for frame in missed(lastEventID, who, isNamed, state) where isTaken { isTaken = feed.send(frame) }
      return (nil, replaced)
    }
    if let refusal { throw Fault(refusal) }
    replaced?.finish()
    return feed
  }

  /// Publishes an event to the listeners in its audience.
  func publish(topic: String, audience: Audience, body: [UInt8]) {
    guard audience != .programs else { return }
    let full = state.withLock { state -> [EventFeed] in
      let position = state.next
      let entry = Entry(topic: topic, audience: audience, body: body)
      state.ring.append(entry)
      state.bytes += body.count + 128
      trim(&state)
      // Most events of a busy site reach nobody who listens, so their texts are made for the first who does.
      lazy var named = frame(entry.topic, entry.body, position, isNamed: true)
      lazy var unnamed = frame(entry.topic, entry.body, position, isNamed: false)
      var full: [EventFeed] = []
      func send(_ listeners: [RawUUID: Listener]) {
        for listener in listeners.values where listener.scopes & entry.scope != 0 {
          if !listener.feed.send(listener.isNamed ? named : unnamed) { full.append(listener.feed) }
        }
      }
      switch audience {
      case .people(let people): for person in people { if let own = state.listeners[person] { send(own) } }
      case .everyone: for own in state.listeners.values { send(own) }
      case .programs: break
      }
      return full
    }
    for feed in full { feed.finish() }
  }

  /// Notes that events of this producer arrive.
  func follows(_ producer: ProgramName) {
    followed.withLock { _ = $0.insert(producer) }
  }

  /// False before the first contact with the producer: until then clients miss its events.
  func isFollowing(_ producer: ProgramName) -> Bool { followed.withLock { $0.contains(producer) } }

  /// Resets every client, so that it fetches its lists again, because events of a producer were missed. A
  /// client that connects later with an id from before is reset, too.
  func reset() {
    let (listeners, next) = state.withLock { state -> ([Listener], Int) in
      // The reset takes a position of its own.
      state.first = state.next + 1
      state.ring.removeAll()
      state.bytes = 0
      return (state.listeners.values.flatMap(\.values), state.next)
    }
    for listener in listeners where !listener.feed.send(resetFrame(next, isNamed: listener.isNamed)) {
      listener.feed.finish()
    }
  }

  /// Ends the streams of a session that ended.
  func end(_ session: SessionID) {
    let feeds = state.withLock { state in
      state.listeners.values.flatMap { $0.values.filter { $0.session == session }.map(\.feed) }
    }
    for feed in feeds { feed.finish() }
  }

  /// Ends every stream. The clients reconnect with their tokens, which are checked again.
  func endAll() {
    let feeds = state.withLock { state in state.listeners.values.flatMap { $0.values.map(\.feed) } }
    for feed in feeds { feed.finish() }
  }

  /// Sends a comment line at intervals, because only a write shows that a client has gone.
  func pulse() async {
    while !Task.isCancelled {
      do { try await Task.sleep(for: LiveStream.pulseInterval) } catch { return }
      let feeds = state.withLock { state in state.listeners.values.flatMap { $0.values.map(\.feed) } }
      for feed in feeds where !feed.send(Array(": \n\n".utf8)) { feed.finish() }
    }
  }

  func finish() {
    let feeds = state.withLock { state in
      state.isFinished = true
      return state.listeners.values.flatMap { $0.values.map(\.feed) }
    }
    for feed in feeds { feed.finish() }
  }

  private func close(_ person: PersonID, _ id: RawUUID) {
    state.withLock { state in
      state.listeners[person]?[id] = nil
      if state.listeners[person]?.isEmpty == true { state.listeners[person] = nil }
    }
  }

  private func missed(
    _ lastEventID: String?, _ who: SessionCache.Resolved, _ isNamed: Bool, _ state: borrowing State
  ) -> [[UInt8]] {
    guard let lastEventID else { return [] }
    let parts = lastEventID.split(separator: ".")
    guard parts.count == 2, Int64(parts[0]) == start, let last = Int(parts[1]),
      (state.first - 1..<state.next).contains(last)
    else { return [resetFrame(state.next, isNamed: isNamed)] }
    var frames: [[UInt8]] = []
    for (index, entry) in state.ring.enumerated().dropFirst(last + 1 - state.first) where sees(who, entry) {
      frames.append(frame(entry.topic, entry.body, state.first + index, isNamed: isNamed))
    }
    return frames
  }

  private func sees(_ who: SessionCache.Resolved, _ entry: Entry) -> Bool {
    guard who.scopes & entry.scope != 0 else { return false }
    return switch entry.audience {
    case .people(let people): people.contains(who.person)
    case .everyone: true
    case .programs: false
    }
  }

  private func trim(_ state: inout State) {
    guard state.ring.count > LiveStream.maxEvents || state.bytes > maxBytes else { return }
    // Removes a quarter at once, so that the cost of moving the rest is spread over many events.
    let count = state.ring.count / 4 + 1
    for entry in state.ring.prefix(count) { state.bytes -= entry.body.count + 128 }
    state.ring.removeFirst(count)
    state.first += count
  }

  /// An event as text. Our JSON contains no line break, so one `data` line is enough.
  private func frame(_ topic: String, _ body: [UInt8], _ position: Int, isNamed: Bool) -> [UInt8] {
    let id = "id: \(start).\(position)\n"
    if isNamed { return Array("\(id)event: \(topic)\ndata: ".utf8) + body + [10, 10] }
    return Array("\(id)data: {\"topic\":\"\(topic)\",\"data\":".utf8) + body + Array("}\n\n".utf8)
  }

  private func resetFrame(_ next: Int, isNamed: Bool) -> [UInt8] {
    frame("reset", Array("{}".utf8), next - 1, isNamed: isNamed)
  }
}
