import HTTPServer
import Schema
import Synchronization

/// The live stream of every signed-in person: resumable server-sent events of what they may see.
///
/// The id of an event is a position in the streams of all programs (`LivePosition`). A client that comes back
/// with an id, of this gateway or another, gets what it missed from the ring, which begins with what each
/// program published shortly before this gateway's start. If something is no longer there, it gets `event:
/// reset` and fetches its lists again.
final class LiveStream: Sendable {
  /// The limit on bodies and bookkeeping in the ring, unless `QUAD_LIVE_MIB` sets another one.
  static let maxMebibytes = 64
  static let maxPerPerson = 6
  /// The limits on missed events that are sent, within what a feed takes at once. Whoever missed more is
  /// better off with new lists.
  static let maxMissed = 256
  static let maxMissedBytes = 128 * 1024
  /// The limit on people whose streams have ended and whose events are kept.
  static let maxLeft = 65_536
  static let pulseInterval = Duration.seconds(15)
  static let forgetInterval = Duration.seconds(60)
  /// The number of events forgotten at once after which memory is given back to the system: a busy time is
  /// over.
  static let minGivenBack = 1000

  /// An event of a program that people may see.
  struct Event: Sendable {
    let topic: String
    let audience: Audience
    let body: [UInt8]
    /// Its number in the stream of its program.
    let sequence: Int64
  }

  private struct Listener {
    let session: SessionID
    let scopes: UInt32
    let isNamed: Bool
    let feed: EventFeed
    /// A number that increases from stream to stream.
    let number: Int
    /// Its position when it came, as long as it may say what it missed of programs that were not followed
    /// then.
    let position: LivePosition?
  }

  private struct State {
    var ring: LiveRing
    /// The newest event of each program, whether it is in the ring or of no interest to people.
    var position: LivePosition
    /// The id of the position, once somebody has asked for it.
    var id: String?
    var listeners: [PersonID: [RawUUID: Listener]] = [:]
    /// The people whose last stream ended within the last hour, and its end.
    var left: [PersonID: ContinuousClock.Instant] = [:]
    var isFinished = false
    var opened = 0

    init(programs count: Int, maxBytes: Int) {
      ring = LiveRing(programs: count, maxBytes: maxBytes)
      position = LivePosition(programs: count)
    }

    mutating func pass(to sequence: Int64, of program: Int) {
      guard let head = position.heads[program], head.sequence < sequence else { return }
      position.heads[program]?.sequence = sequence
      id = nil
    }

    mutating func id(by ids: LiveIDs) -> String {
      if let id { return id }
      let text = ids.text(of: position)
      id = text
      return text
    }
  }

  /// The size of the ring.
  struct Figures: Sendable {
    let events: Int
    let bytes: Int
  }

  var figures: Figures { state.withLock { Figures(events: $0.ring.count, bytes: $0.ring.bytes) } }

  /// The header of a reply with the id of the newest event before it was made. A stream opened after that id
  /// misses nothing that the reply doesn't have.
  static let newestHeader = "Quad-Event-ID"

  private let programs: [ProgramName]
  private let ids: LiveIDs
  private let state: Mutex<State>
  /// The programs whose events have begun to arrive.
  private let followed = Mutex<Set<ProgramName>>([])

  /// - Parameters:
  ///   - programs: those that are followed, the same in the same order at every gateway of the site.
  ///   - secret: of the gateways of the site.
  init(programs: [ProgramName], secret: String, mebibytes: Int = LiveStream.maxMebibytes) {
    self.programs = programs
    ids = LiveIDs(secret: secret, programs: programs.count)
    state = Mutex(State(programs: programs.count, maxBytes: mebibytes * 1024 * 1024))
  }

  /// The id of the newest event. Read it before a reply is made: an event that comes in between is then told
  /// again, not lost.
  var newest: String { state.withLock { $0.id(by: ids) } }

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
      let last = lastEventID.map { ids.position(of: $0) ?? LivePosition(programs: programs.count) }
      let listener = Listener(
        session: who.session, scopes: who.scopes, isNamed: isNamed, feed: feed, number: state.opened,
        position: state.position.isComplete ? nil : last)
      state.listeners[person, default: [:]][id] = listener
      var frames = [LiveFrame.welcome]
      if let last { frames += [[10]] + missed(after: last, who.person, who.scopes, isNamed, &state) }
      // A new feed takes them all: they keep to `maxMissed`.
      for frame in frames + [idFrame(for: listener, &state)] { _ = feed.send(frame) }
      return (nil, replaced)
    }
    if let refusal { throw Fault(refusal) }
    replaced?.finish()
    return feed
  }

  /// Publishes an event to the listeners in its audience.
  func publish(_ event: Event, of producer: ProgramName) {
    guard let program = programs.firstIndex(of: producer) else { return }
    let full = state.withLock { state -> [EventFeed] in
      state.pass(to: event.sequence, of: program)
      guard event.audience != .programs else { return [] }
      let entry = LiveRing.Entry(event, of: program)
      state.ring.append(entry)
      // Most events of a busy site reach nobody who listens, so their texts are made for the first who does.
      var texts: [Bool: [UInt8]] = [:]
      var full: [EventFeed] = []
      func send(_ listeners: [RawUUID: Listener]) {
        for listener in listeners.values where listener.scopes & entry.scope != 0 {
          let shared = hasOwnID(listener, state) ? nil : texts[listener.isNamed]
          let text = shared ?? frame(entry, id(for: listener, &state), isNamed: listener.isNamed)
          if !hasOwnID(listener, state) { texts[listener.isNamed] = text }
          if !listener.feed.send(text) { full.append(listener.feed) }
        }
      }
      switch entry.audience {
      case .people(let people): for person in people { if let own = state.listeners[person] { send(own) } }
      case .everyone: for own in state.listeners.values { send(own) }
      case .programs: break
      }
      return full
    }
    for feed in full { feed.finish() }
  }

  /// Notes that the events of a producer up to this one have come, or are of no interest to people.
  func pass(to sequence: Int64, of producer: ProgramName) {
    guard let program = programs.firstIndex(of: producer) else { return }
    state.withLock { $0.pass(to: sequence, of: program) }
  }

  /// Notes that events of this producer arrive.
  func follows(_ producer: ProgramName) {
    followed.withLock { _ = $0.insert(producer) }
  }

  /// False before the first contact with the producer: until then clients miss its events.
  func isFollowing(_ producer: ProgramName) -> Bool { followed.withLock { $0.contains(producer) } }

  /// Begins to follow a producer, or goes on after events of it that are gone for good.
  ///
  /// Each client gets what it missed. Where that is not known, it is reset and fetches its lists again.
  /// - Parameters:
  ///   - start: the producer's newest event.
  ///   - floor: the number after which `events` has every event.
  func begin(
    _ producer: ProgramName, at start: LivePosition.Head, after floor: Int64, with events: [Event]
  ) {
    guard let program = programs.firstIndex(of: producer) else { return }
    let full = state.withLock { state -> [EventFeed] in
      let before = state.position.heads[program]
      state.position.heads[program] = start
      state.id = nil
      state.ring.begin(
        program, after: floor,
        with: events.filter { $0.audience != .programs }.map { LiveRing.Entry($0, of: program) })
      return sendMissed(of: program, before, &state)
    }
    for feed in full { feed.finish() }
  }

  /// - Parameter before: the producer's newest event that every client has, if it was followed already.
  private func sendMissed(
    of program: Int, _ before: LivePosition.Head?, _ state: inout State
  ) -> [EventFeed] {
    var full: [EventFeed] = []
    for (person, own) in state.listeners {
      for listener in own.values {
        // Of the other programs that are followed it has everything.
        var last = listener.position.map(state.position.filled) ?? state.position
        last.heads[program] = before ?? listener.position?.heads[program]
        let frames = missed(after: last, person, listener.scopes, listener.isNamed, &state)
        if !frames.allSatisfy({ listener.feed.send($0) }) { full.append(listener.feed) }
      }
    }
    // Now that it is followed, it belongs to everybody's id.
    return full + sendIDs(&state)
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

  /// Sends the id of the newest event at intervals: only a write shows that a client has gone, and one that
  /// was told nothing for long comes back with an id that is still known.
  func pulse() async {
    let clock = ContinuousClock()
    var looked = clock.now
    while !Task.isCancelled {
      do { try await Task.sleep(for: LiveStream.pulseInterval) } catch { return }
      // Together, so that no event comes between the id and those before it.
      let full = state.withLock { sendIDs(&$0) }
      for feed in full { feed.finish() }
      if clock.now - looked >= LiveStream.forgetInterval {
        if forget(at: clock.now) >= LiveStream.minGivenBack { FreedMemory.giveBack() }
        looked = clock.now
      }
    }
  }

  /// Forgets events that nobody resumes. Returns their number.
  @discardableResult
  func forget(at now: ContinuousClock.Instant) -> Int {
    state.withLock { state in
      let before = state.ring.count
      let hourAgo = now.advanced(by: .zero - LiveRing.keptForReaders)
      state.left = state.left.filter { $0.value >= hourAgo }
      let (listeners, left) = (state.listeners, state.left)
      state.ring.forget(before: now.advanced(by: .zero - LiveRing.keptForAll)) {
        listeners[$0] != nil || left[$0] != nil
      }
      return before - state.ring.count
    }
  }

  /// Sends every listener the id of the newest event. Returns the feeds that are full.
  private func sendIDs(_ state: inout State) -> [EventFeed] {
    var full: [EventFeed] = []
    for listener in state.listeners.values.flatMap(\.values)
    where !listener.feed.send(idFrame(for: listener, &state)) {
      full.append(listener.feed)
    }
    return full
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
      guard state.listeners[person]?.isEmpty == true else { return }
      state.listeners[person] = nil
      if state.left.count < LiveStream.maxLeft { state.left[person] = .now }
    }
  }

  /// The frames of what a reader with that position missed, or the one that resets it.
  private func missed(
    after last: LivePosition, _ person: PersonID, _ scopes: UInt32, _ isNamed: Bool, _ state: inout State
  ) -> [[UInt8]] {
    let found = state.ring.missed(after: last, upTo: state.position.heads, by: person, scopes)
    guard let found else { return [resetFrame(&state, isNamed: isNamed)] }
    var had = last
    return found.map { entry in
      had.heads[entry.program]?.sequence = entry.sequence
      return frame(entry, ids.text(of: had), isNamed: isNamed)
    }
  }

  private func frame(_ entry: LiveRing.Entry, _ id: String, isNamed: Bool) -> [UInt8] {
    LiveFrame.event(entry.topic, entry.body, id, isNamed: isNamed)
  }

  private func resetFrame(_ state: inout State, isNamed: Bool) -> [UInt8] {
    LiveFrame.event("reset", Array("{}".utf8), state.id(by: ids), isNamed: isNamed)
  }

  /// True if the listener came with an id and some programs are not followed yet: its ids keep what it has of
  /// those.
  private func hasOwnID(_ listener: Listener, _ state: State) -> Bool {
    listener.position != nil && !state.position.isComplete
  }

  private func id(for listener: Listener, _ state: inout State) -> String {
    guard hasOwnID(listener, state), let position = listener.position else { return state.id(by: ids) }
    return ids.text(of: state.position.filled(from: position))
  }

  private func idFrame(for listener: Listener, _ state: inout State) -> [UInt8] {
    LiveFrame.id(id(for: listener, &state), isNamed: listener.isNamed)
  }
}
