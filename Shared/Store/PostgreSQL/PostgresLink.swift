internal import CPostgreSQL
internal import Glibc

/// The session with a server. libpq's own calls would wait for a server that froze, or for a network that
/// swallows everything, without an end: here each has a deadline, after which the session is given up.
final class PostgresLink {
  private let handle: OpaquePointer
  /// The number of the server's process for this session.
  private(set) var process: Int64 = 0
  /// The reason why the session is of no use any more.
  private(set) var loss: String?
  /// The time that the thread looks for an answer before it sleeps. To wake it may cost more than the
  /// statement does: a server on the same machine has answered by then most times.
  var patience = Duration.zero
  /// The times that answers of the server were waited for.
  private(set) var roundTrips = 0
  /// Requests whose results nobody has taken.
  private(set) var queuedCount = 0
  /// True if the server was told that no more of them follow.
  private(set) var isReleased = false

  private init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQfinish(handle) }

  /// Connects to a server.
  /// - Parameter words: libpq's keywords and values.
  static func open(_ words: [(String, String)], within limit: Duration) throws(ConnectionRefusal)
    -> PostgresLink
  {
    let texts = words.flatMap { [strdup($0.0), strdup($0.1)] }
    defer { for text in texts { free(text) } }
    let keywords = stride(from: 0, to: texts.count, by: 2).map { UnsafePointer(texts[$0]) } + [nil]
    let values = stride(from: 1, to: texts.count, by: 2).map { UnsafePointer(texts[$0]) } + [nil]
    guard let handle = PQconnectStartParams(keywords, values, 1) else {
      throw ConnectionRefusal(state: "", detail: "no memory")
    }
    let link = PostgresLink(handle)
    // The state of a refusal is known by its text alone, and the text is in the server's language.
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    let deadline = ContinuousClock.now.advanced(by: limit)
    var step = PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    while step != PGRES_POLLING_OK {
      guard step != PGRES_POLLING_FAILED else { throw ConnectionRefusal(text: link.message) }
      guard link.wait(for: step == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: deadline) else {
        throw ConnectionRefusal(state: "", detail: "no answer within \(limit)")
      }
      step = PQconnectPoll(handle)
    }
    PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    PQsetnonblocking(handle, 1)
    link.process = Int64(PQbackendPID(handle))
    return link
  }

  /// Sends a request by one of libpq's calls for that, and returns the last of its results.
  /// - Returns: Nil if the session is lost.
  func ask(within limit: Duration, _ send: (OpaquePointer) -> Int32) -> OpaquePointer? {
    guard loss == nil else { return nil }
    let deadline = ContinuousClock.now.advanced(by: limit)
    guard send(handle) == 1 else { return PQstatus(handle) == CONNECTION_BAD ? lose(message) : nil }
    guard flush(until: deadline) else { return lose(message) }
    roundTrips += 1
    return lastResult(until: deadline, limit)
  }

  /// Puts a request behind those whose results nobody has taken yet.
  /// - Returns: False if it cannot be sent.
  func queue(_ send: (OpaquePointer) -> Int32) -> Bool {
    guard loss == nil else { return false }
    if queuedCount == 0 { PQenterPipelineMode(handle) }
    guard send(handle) == 1 else {
      if PQstatus(handle) == CONNECTION_BAD { lose(message) }
      return false
    }
    queuedCount += 1
    return true
  }

  /// Sends what was queued, and leaves the results for later.
  func release() {
    guard queuedCount > 0, !isReleased, loss == nil else { return }
    isReleased = PQpipelineSync(handle) == 1
    // The rest is sent when the results are taken.
    if PQflush(handle) < 0 { lose(message) }
  }

  /// Waits for the results of all queued requests.
  /// - Returns: The last result of each, nil for those that have none because the session is lost.
  func collect(within limit: Duration) -> [OpaquePointer?] {
    let deadline = ContinuousClock.now.advanced(by: limit)
    var results: [OpaquePointer?] = []
    roundTrips += 1
    release()
    if loss == nil, !flush(until: deadline) { lose(message) }
    while results.count < queuedCount { results.append(lastResult(until: deadline, limit)) }
    if loss == nil {
      // The answer to all of them.
      PQclear(result(until: deadline, limit))
      if PQexitPipelineMode(handle) != 1 { lose(message) }
    }
    (queuedCount, isReleased) = (0, false)
    return results
  }

  /// Sends the rows of a COPY.
  /// - Parameter next: Returns the next part of them, nil after the last.
  /// - Returns: The result of the command, nil if the session is lost.
  func copy(
    _ command: String, within limit: Duration, _ next: () throws -> [UInt8]?
  ) throws -> OpaquePointer? {
    guard loss == nil, PQsendQuery(handle, command) == 1 else { return lose(message) }
    func deadline() -> ContinuousClock.Instant { .now.advanced(by: limit) }
    func end(_ reason: String?) -> OpaquePointer? {
      guard PQputCopyEnd(handle, reason) == 1, flush(until: deadline()) else { return lose(message) }
      roundTrips += 1
      return lastResult(until: deadline(), limit)
    }
    guard flush(until: deadline()) else { return lose(message) }
    let begun = result(until: deadline(), limit)
    guard PQresultStatus(begun) == PGRES_COPY_IN else {
      // What follows is the end of the command.
      if begun != nil { PQclear(lastResult(until: deadline(), limit)) }
      return begun
    }
    PQclear(begun)
    do {
      while let part = try next() {
        let isTaken = part.withUnsafeBufferPointer { buffer in
          buffer.withMemoryRebound(to: CChar.self) { PQputCopyData(handle, $0.baseAddress, Int32($0.count)) }
        }
        guard isTaken == 1, flush(until: deadline()) else { return lose(message) }
      }
    } catch {
      PQclear(end("the rows cannot be read"))
      throw error
    }
    return end(nil)
  }

  private func lastResult(until deadline: ContinuousClock.Instant, _ limit: Duration) -> OpaquePointer? {
    var last: OpaquePointer?
    while let next = result(until: deadline, limit) {
      PQclear(last)
      last = next
    }
    guard loss == nil else {
      PQclear(last)
      return nil
    }
    if PQstatus(handle) == CONNECTION_BAD { lose(message) }
    return last
  }

  private func result(until deadline: ContinuousClock.Instant, _ limit: Duration) -> OpaquePointer? {
    guard loss == nil else { return nil }
    while PQisBusy(handle) == 1 {
      guard wait(for: POLLIN, until: deadline) else { return lose("no answer within \(limit)") }
      // The next result tells the failure.
      guard PQconsumeInput(handle) == 1 else { break }
    }
    return PQgetResult(handle)
  }

  /// Returns a parameter that the server reports by itself.
  func reported(_ name: String) -> String? { PQparameterStatus(handle, name).map { String(cString: $0) } }

  var version: Int32 { PQserverVersion(handle) }

  var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

  var message: String {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? "no memory"
    return text.split(separator: "\n").joined(separator: " ")
  }

  @discardableResult
  private func lose(_ reason: String) -> OpaquePointer? {
    loss = loss ?? reason
    return nil
  }

  /// Sends what libpq could not send at once.
  private func flush(until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = PQflush(handle)
      guard left == 1 else { return left == 0 }
      // A server that has much to say first does not read meanwhile.
      guard wait(for: POLLIN | POLLOUT, until: deadline), PQconsumeInput(handle) == 1 else { return false }
    }
  }

  private func wait(for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    var socket = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    let looking = ContinuousClock.now.advanced(by: patience)
    while patience > .zero, ContinuousClock.now < looking {
      if poll(&socket, 1, 0) > 0 { return true }
    }
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return false }
      let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
      let count = poll(&socket, 1, Int32(clamping: milliseconds + 1))
      if count > 0 { return true }
      guard count == 0 || errno == EINTR else { return false }
    }
  }
}

/// A server's or libpq's reason for having no session.
struct ConnectionRefusal: Error {
  /// The SQLSTATE, empty if no server answered.
  let state: String
  let detail: String

  var isForLackOfRoom: Bool { state == "53300" }

  init(state: String, detail: String) {
    (self.state, self.detail) = (state, detail)
  }

  /// - Parameter text: libpq's message at its most verbose: `… FATAL:  53300: too many … LOCATION:  …`.
  init(text: String) {
    let plain = text.split(separator: "LOCATION: ", maxSplits: 1).first.map(String.init) ?? text
    let found = plain.firstMatch(of: #/:[ ]{2}([0-9A-Z]{5}):[ ]/#)
    state = found.map { String($0.1) } ?? ""
    detail = found.map { plain.replacingCharacters(in: $0.range, with: ": ") } ?? plain
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return copy
  }
}
