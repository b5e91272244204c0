import GatewayClient
import Schema

/// The live stream of a person, heard until it is refused for good: after a break it connects again and goes
/// on where it was (`Last-Event-ID`).
final class Following {
  private let visit: Visit
  private var last: String?
  /// How often the stream stood.
  private var stands = 0
  /// What ended it from within.
  private var failure: (any Error)?

  /// The first pause before it connects again; each further one is twice as long.
  static let minPause = Duration.seconds(1)
  static let maxPause = Duration.seconds(30)

  init(_ visit: Visit) { self.visit = visit }

  /// - Parameters:
  ///   - onOpen: the stream stands, perhaps again; true when it does not know where it was, so that events
  ///     may be missing.
  ///   - onEvent: an event of the type `LiveEvent.reset` says the same.
  /// - Throws: what the closures throw, what the site refuses, and why it cannot be reached the first time.
  nonisolated(nonsending) func run(
    onOpen: nonisolated(nonsending) (Bool) async throws -> Void,
    onEvent: nonisolated(nonsending) (LiveEvent) async throws -> Void
  ) async throws {
    var pause = Following.minPause
    var isAway = false
    while true {
      let before = stands
      do { try await hear(onOpen, onEvent) } catch ClientError.refused(let fault)
        where TaskWatch.isFinal(fault)
      { throw fault } catch {
        guard stands > 0 else { throw error }
      }
      if let failure { throw failure }
      if stands > before {
        pause = Following.minPause
        isAway = false
      }
      if !isAway { Output.tell("the site is away; trying again") }
      isAway = true
      // Not all at the same moment when a site comes back.
      try await Task.sleep(for: pause * Double.random(in: 0.5...1))
      pause = min(pause * 2, Following.maxPause)
    }
  }

  nonisolated(nonsending) private func hear(
    _ onOpen: nonisolated(nonsending) (Bool) async throws -> Void,
    _ onEvent: nonisolated(nonsending) (LiveEvent) async throws -> Void
  ) async throws(ClientError) {
    try await visit.client.events(after: last) {
      stands += 1
      do { try await onOpen(stands > 1 && last == nil) } catch { failure = error }
    } onEvent: { event in
      last = event.id
      guard failure == nil else { return false }
      do { try await onEvent(event) } catch { failure = error }
      return failure == nil
    }
  }
}
