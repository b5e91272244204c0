internal import Dispatch
internal import Schema
internal import Synchronization

/// All open connections. It decides who gives way when there are too many, and ends the slow ones.
///
/// A link leaves the table before its descriptor is closed, and the table's lock is held while one is shut
/// down.
final class LinkTable: Sendable {
  private struct State {
    var links: [ClientAddress: [ObjectIdentifier: Link]] = [:]
    /// Connections without the cut ones.
    var count = 0
    /// Those of an address, without its live streams and the cut ones.
    var counted: [ClientAddress: Int] = [:]
    var streams: Set<ObjectIdentifier> = []
  }

  private let limit: Int
  private let perAddress: Int
  private let pace: ClientPace
  private let idle: Duration
  private let counters: Counters
  private let state = Mutex(State())
  private let isStopped = Atomic(false)
  private let wake = DispatchSemaphore(value: 0)

  init(_ options: HTTPServerOptions, _ counters: Counters) {
    limit = max(1, options.connectionLimit)
    perAddress = options.perAddressLimit
    pace = options.pace
    idle = .seconds(options.timeoutSeconds)
    self.counters = counters
  }

  /// Returns false if a new connection of the address has to be refused: all the others are being served.
  /// Otherwise the oldest unfinished ones give way, several at once so that a flood costs little.
  func admits(_ address: ClientAddress) -> Bool {
    state.withLock { state in
      if perAddress > 0, state.counted[address, default: 0] >= perAddress {
        let own = Array((state.links[address] ?? [:]).values)
        guard makeRoom(&state, among: own, max(1, perAddress / LinkTable.share)) else { return false }
      }
      guard state.count >= limit else { return true }
      let all = state.links.values.flatMap(\.values)
      return makeRoom(&state, among: all, max(1, limit / LinkTable.share))
    }
  }

  /// The part of a limit that gives way at once.
  private static let share = 64

  private func makeRoom(_ state: inout State, among links: [Link], _ wanted: Int) -> Bool {
    let unfinished = links.compactMap { link in link.unfinishedSince.map { (link, $0) } }
    let oldest = unfinished.sorted { $0.1 < $1.1 }.prefix(wanted)
    for (link, _) in oldest { cut(&state, link, counters.cutForRoom) }
    return !oldest.isEmpty
  }

  private func cut(_ state: inout State, _ link: Link, _ counter: borrowing Atomic<Int>) {
    guard link.markCut() else { return }
    // Counted before the client can see it.
    counter.add(1)
    uncount(&state, link)
    link.shutDown()
  }

  private func uncount(_ state: inout State, _ link: Link) {
    state.count -= 1
    guard state.streams.remove(ObjectIdentifier(link)) == nil else { return }
    let left = state.counted[link.address, default: 1] - 1
    state.counted[link.address] = left > 0 ? left : nil
  }

  func add(_ link: Link) {
    state.withLock { state in
      state.links[link.address, default: [:]][ObjectIdentifier(link)] = link
      state.count += 1
      state.counted[link.address, default: 0] += 1
    }
  }

  func remove(_ link: Link) {
    state.withLock { state in
      guard state.links[link.address]?.removeValue(forKey: ObjectIdentifier(link)) != nil else { return }
      if state.links[link.address]?.isEmpty == true { state.links[link.address] = nil }
      if !link.isCut { uncount(&state, link) }
    }
  }

  /// The connection sends a live stream from now on and no longer counts for its address.
  func becomesStream(_ link: Link) {
    link.enter(.stream)
    state.withLock { state in
      guard !link.isCut, state.links[link.address]?[ObjectIdentifier(link)] != nil,
        state.streams.insert(ObjectIdentifier(link)).inserted
      else { return }
      let left = state.counted[link.address, default: 1] - 1
      state.counted[link.address] = left > 0 ? left : nil
    }
  }

  /// The response is complete. A stream that has ended counts for its address again.
  func becomesIdle(_ link: Link) {
    guard link.enter(.idle) == .stream else { return }
    state.withLock { state in
      guard !link.isCut, state.streams.remove(ObjectIdentifier(link)) != nil else { return }
      state.counted[link.address, default: 0] += 1
    }
  }

  /// Ends slow connections until `stop`. Blocks its thread.
  func watch() {
    while !isStopped.load(ordering: .sequentiallyConsistent) {
      _ = wake.wait(timeout: .now() + .milliseconds(Int(clamping: max(pace.interval.milliseconds, 1))))
      cutSlow(now: .now)
    }
  }

  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    wake.signal()
  }

  private func cutSlow(now: ContinuousClock.Instant) {
    state.withLock { state in
      for link in state.links.values.lazy.flatMap(\.values)
      where link.isTooSlow(pace, idle: idle, now: now) {
        cut(&state, link, counters.cutSlow)
      }
    }
  }
}
