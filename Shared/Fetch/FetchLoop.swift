internal import CCurl
internal import Synchronization

/// Orders on their way to libcurl's thread.
final class FetchMailbox: Sendable {
  enum Order: Sendable {
    case start(TransferOrder)
    case goOn(UInt64)
    case cancel(UInt64)
    /// Ends a stream as if its sender had, because its reader needs no more.
    case conclude(UInt64)
    case stop
  }

  fileprivate struct State {
    var orders: [Order] = []
    /// The number of transfers that were accepted and have not ended.
    var open = 0
    var isStopped = false
    /// libcurl's multi handle, while it may be woken.
    var multi: UInt?
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Returns false if too many transfers are open, or the client has stopped.
  func start(_ order: TransferOrder) -> Bool {
    state.withLock { state in
      guard !state.isStopped, state.open < limit else { return false }
      state.open += 1
      state.orders.append(.start(order))
      state.wake()
      return true
    }
  }

  /// Posts an order about an open transfer; there are at most a few for each.
  func post(_ order: Order) {
    state.withLock { state in
      if case .stop = order { state.isStopped = true }
      state.orders.append(order)
      state.wake()
    }
  }

  func ended() { state.withLock { $0.open -= 1 } }

  func take() -> [Order] {
    state.withLock { state in
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// Sets the handle to wake; nil before the handle is destroyed.
  func wakes(_ multi: UnsafeMutableRawPointer?) {
    state.withLock { $0.multi = multi.map { UInt(bitPattern: $0) } }
  }
}

extension FetchMailbox.State {
  /// Wakes libcurl's thread. Runs under the lock, so that the handle is alive. It writes to an eventfd and
  /// calls nothing back.
  fileprivate func wake() {
    guard let multi, let pointer = UnsafeMutableRawPointer(bitPattern: multi) else { return }
    _ = curl_multi_wakeup(pointer)
  }
}

/// libcurl's thread: everything that touches a handle happens here.
struct FetchLoop {
  private let mailbox: FetchMailbox
  private let multi: UnsafeMutableRawPointer
  /// The number of connections that are kept when they are idle.
  private static let maxKept = 256

  private var transfers: [UInt64: Transfer] = [:]
  /// The transfers by libcurl's handle.
  private var ids: [UnsafeMutableRawPointer: UInt64] = [:]

  private init(mailbox: FetchMailbox, multi: UnsafeMutableRawPointer) {
    self.mailbox = mailbox
    self.multi = multi
  }

  /// Runs until the mailbox has a stop order. Ends at once if libcurl provides no handle.
  static func run(_ mailbox: FetchMailbox) {
    let multi = curl_multi_init()
    mailbox.wakes(multi)
    if let multi {
      _ = quad_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, FetchLoop.maxKept)
      var loop = FetchLoop(mailbox: mailbox, multi: multi)
      while loop.turn() {}
      mailbox.wakes(nil)
      curl_multi_cleanup(multi)
    }
    mailbox.post(.stop)
    for case .start(let order) in mailbox.take() { order.finish(.failure(.unavailable)) }
  }

  private mutating func turn() -> Bool {
    for order in mailbox.take() {
      switch order {
      case .start(let order): start(order)
      case .goOn(let id): transfers[id]?.goOn()
      case .cancel(let id): remove(id)?.end(.cancelled)
      case .conclude(let id): remove(id)?.end(CURLE_OK)
      case .stop:
        for id in Array(transfers.keys) { remove(id)?.end(.unavailable) }
        return false
      }
    }
    var running: Int32 = 0
    _ = curl_multi_perform(multi, &running)
    var result = CURLE_OK
    while let easy = quad_curl_multi_next_done(multi, &result) {
      guard let id = ids[easy] else { continue }
      remove(id)?.end(result)
    }
    endSilentStreams()
    // A silent stream is detected up to a second late. Orders and sockets wake the thread at once.
    _ = curl_multi_poll(multi, nil, 0, transfers.isEmpty ? 60_000 : 1000, nil)
    return true
  }

  private mutating func start(_ order: TransferOrder) {
    guard let transfer = Transfer(order) else {
      mailbox.ended()
      order.finish(.failure(.refused(.request)))
      return
    }
    guard curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
      mailbox.ended()
      transfer.end(.unavailable)
      return
    }
    transfers[order.id] = transfer
    ids[transfer.easy] = order.id
  }

  private mutating func remove(_ id: UInt64) -> Transfer? {
    guard let transfer = transfers.removeValue(forKey: id) else { return nil }
    ids[transfer.easy] = nil
    curl_multi_remove_handle(multi, transfer.easy)
    mailbox.ended()
    return transfer
  }

  private mutating func endSilentStreams() {
    let now = ContinuousClock.now
    let silent = transfers.values.filter { transfer in
      transfer.order.lines != nil && !transfer.isPaused && now - transfer.lastByte > transfer.order.timeout
    }
    for transfer in silent { remove(transfer.order.id)?.end(.timedOut) }
  }
}
