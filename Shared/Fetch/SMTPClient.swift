internal import CCurl
internal import Schema
internal import Synchronization
internal import Threads

/// Sends mails to one server, each over a connection of its own, on threads of its own: libcurl blocks while
/// it waits for the reply to a mail, so its loop for HTTP cannot do it. It ignores the environment: no proxy,
/// no .netrc.
package final class SMTPClient: Sendable {
  private let server: SMTPServer
  private let queue: BlockingQueue<MailJob>

  private init(server: SMTPServer, queue: BlockingQueue<MailJob>) {
    self.server = server
    self.queue = queue
  }

  /// - Parameters:
  ///   - threads: The number of mails sent concurrently.
  ///   - waiting: The maximum number of mails waiting for a thread; others are deferred.
  package static func start(
    _ server: SMTPServer, threads: Int = 2, waiting: Int = 64
  ) throws(MailError) -> SMTPClient {
    guard isCurlReady else { throw .deferred(code: nil, text: "libcurl is not ready") }
    let queue = BlockingQueue<MailJob>(limit: waiting)
    for number in 1...max(threads, 1) {
      do {
        try WorkThread.start("mail-\(number)") {
          while let job = queue.takeOne() { job.run(server) }
        }
      } catch {
        queue.close()
        throw .deferred(code: nil, text: "\(error)")
      }
    }
    return SMTPClient(server: server, queue: queue)
  }

  /// Stops the client. Further mails are deferred; waiting ones are still sent. The threads end by
  /// themselves.
  package func stop() { queue.close() }

  deinit { queue.close() }

  /// The number of mails waiting for a thread.
  package var waiting: Int { queue.count }

  /// Returns when the server has accepted the mail. The server's timeout counts from here, so a mail may
  /// spend it waiting for a thread. A canceled mail in progress may still arrive.
  package func send(_ mail: Mail) async throws(MailError) {
    let bytes = try mail.rendered()
    let deadline = ContinuousClock.now + server.timeout
    let job = MailJob(from: mail.from.text, to: mail.to.text, bytes: bytes, deadline: deadline)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<Void, MailError>, Never>) in
        job.wait(continuation)
        if !queue.add(job) {
          job.finish(.failure(.deferred(code: nil, text: "too many mails wait, or the client has stopped")))
        }
      }
    } onCancel: {
      job.finish(.failure(.deferred(code: nil, text: "cancelled")))
    }
    try result.get()
  }
}

/// A mail between its sender and a thread. It has one outcome: the first to finish takes the continuation.
final class MailJob: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Result<Void, MailError>, Never>)
    case finished(Result<Void, MailError>)
  }

  let from: String
  let to: String
  let bytes: [UInt8]
  private let deadline: ContinuousClock.Instant
  private let state = Mutex(State.new)

  init(from: String, to: String, bytes: [UInt8], deadline: ContinuousClock.Instant) {
    self.from = from
    self.to = to
    self.bytes = bytes
    self.deadline = deadline
  }

  func wait(_ continuation: CheckedContinuation<Result<Void, MailError>, Never>) {
    let result: Result<Void, MailError>? = state.withLock { state in
      if case .finished(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(returning: result) }
  }

  func finish(_ result: Result<Void, MailError>) {
    let continuation: CheckedContinuation<Result<Void, MailError>, Never>? = state.withLock { state in
      switch state {
      case .finished: return nil
      case .new:
        state = .finished(result)
        return nil
      case .waiting(let continuation):
        state = .finished(result)
        return continuation
      }
    }
    continuation?.resume(returning: result)
  }

  /// Runs on a work thread and blocks it until the server has replied or the time is over.
  func run(_ server: SMTPServer) {
    if case .finished = state.withLock({ $0 }) { return }
    let left = deadline - ContinuousClock.now
    guard left > .zero else {
      finish(.failure(.deferred(code: nil, text: "no thread was free in time")))
      return
    }
    guard let delivery = Delivery(self, server, within: left) else {
      finish(.failure(.deferred(code: nil, text: "libcurl refused the settings")))
      return
    }
    finish(delivery.perform())
  }
}
