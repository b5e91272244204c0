internal import Threads

/// The threads that wait for workers, and the queue of tasks before them. It ends with its last reference;
/// tasks that wait by then are still done.
final class WorkerPool: Sendable {
  private struct Waiting: Sendable {
    let task: ImageTask
    let done: CheckedContinuation<Result<ImageFacts?, ImageError>, Never>
  }

  private let queue = BlockingQueue<Waiting>(limit: ImageWorkers.maxWaiting)

  init(worker: String, threads: Int, maxTime: Duration) throws(ImageError) {
    let program = WorkerProgram(path: worker, maxTime: maxTime)
    let queue = queue
    for _ in 0..<max(threads, 1) {
      do throws(ThreadError) {
        // The worker's parent is this thread: if it ended, the system would kill the worker.
        try WorkThread.start("image worker") {
          while let waiting = queue.takeOne() {
            waiting.done.resume(
              returning: Result { () throws(ImageError) in try waiting.task.run(with: program) })
          }
        }
      } catch {
        queue.close()
        throw .failed("\(error)")
      }
    }
  }

  deinit { queue.close() }

  var waiting: Int { queue.count }

  /// - Throws: `busy` if the queue is full.
  func make(_ task: ImageTask) async throws(ImageError) -> ImageFacts? {
    let result = await withCheckedContinuation { done in
      if !queue.add(Waiting(task: task, done: done)) { done.resume(returning: .failure(.busy)) }
    }
    return try result.get()
  }
}
