internal import Dispatch
internal import Synchronization

/// A bounded queue that work threads wait on. Any thread may add; `takeAll` and `takeOne` block the calling
/// thread, so only a `WorkThread` calls them.
package final class BlockingQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isClosed = false
    /// The threads that sleep, or are about to, and have not been woken.
    var sleepers = 0
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  /// The maximum number of waiting elements. Beyond it, `add` returns false.
  package let limit: Int

  package init(limit: Int) {
    self.limit = limit
  }

  /// Returns false if the queue is full or closed: the element was not added.
  package func add(_ element: Element) -> Bool {
    let (isTaken, wakes) = state.withLock { state in
      guard !state.isClosed, state.waiting.count < limit else { return (false, false) }
      state.waiting.append(element)
      guard state.sleepers > 0 else { return (true, false) }
      state.sleepers -= 1
      return (true, true)
    }
    if wakes { wake.signal() }
    return isTaken
  }

  /// Waits for elements and returns all of them, oldest first; nil once the queue is closed and empty.
  package func takeAll() -> [Element]? {
    wait { state in
      guard !state.waiting.isEmpty else { return nil }
      var taken: [Element] = []
      swap(&taken, &state.waiting)
      return taken
    }
  }

  /// Waits for one element; nil once the queue is closed and empty.
  package func takeOne() -> Element? {
    wait { state in state.waiting.isEmpty ? nil : state.waiting.removeFirst() }
  }

  /// Rejects further elements. Waiting elements can still be taken.
  package func close() {
    let sleepers = state.withLock { state in
      state.isClosed = true
      defer { state.sleepers = 0 }
      return state.sleepers
    }
    for _ in 0..<sleepers { wake.signal() }
  }

  package var count: Int { state.withLock { $0.waiting.count } }

  private func wait<Taken>(_ take: (inout State) -> Taken?) -> Taken? {
    while true {
      let (taken, isClosed) = state.withLock { state in
        let taken = take(&state)
        if taken == nil, !state.isClosed { state.sleepers += 1 }
        return (taken, state.isClosed)
      }
      if let taken { return taken }
      if isClosed { return nil }
      wake.wait()
    }
  }
}
