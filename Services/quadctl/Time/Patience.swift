import Schema

/// The pauses between attempts of a request that a starting or busy program refuses.
struct Patience {
  /// The maximum time for the retries of one request.
  private static let maxTime = Duration.seconds(30)
  private static let maxPause = Duration.seconds(2)

  private let end = ContinuousClock.now.advanced(by: Patience.maxTime)
  private var pause = Duration.milliseconds(50)

  /// Waits for the next attempt. Returns false if none should follow: the fault is not of those that pass,
  /// the time is up, or the task was cancelled.
  mutating func allows(_ fault: Fault) async -> Bool {
    let passes = [FaultCode.busy, .serviceUnavailable, .draining].contains { $0.code == fault.code }
    guard passes, ContinuousClock.now.advanced(by: pause) < end else { return false }
    do { try await Task.sleep(for: pause) } catch { return false }
    pause = min(pause * 2, Patience.maxPause)
    return true
  }
}
