import GatewayClient
import Schema
import SiteCommands
import Terminal

/// A person's live stream, read until the site rejects it for good. After a break it reconnects and resumes
/// where it ended (`Last-Event-ID`).
final class Following {
  private let visit: Visit
  private var last: String?
  /// The number of times the stream was connected.
  private var stands = 0
  /// The error that a closure threw.
  private var failure: (any Error)?

  /// The first pause before a reconnect; each further one is twice as long.
  static let minPause = Duration.seconds(1)
  static let maxPause = Duration.seconds(30)

  init(_ visit: Visit) { self.visit = visit }

  /// Reads the stream and calls the closures.
  /// - Parameters:
  ///   - onOpen: called when the stream is connected, perhaps again; true if its position was lost, so that
  ///     events may be missing.
  ///   - onEvent: called for each event; an event of the type `LiveEvent.reset` means the same.
  /// - Throws: the closures' errors, the site's faults, and the reason why the first connection failed.
  nonisolated(nonsending) func run(
    onOpen: nonisolated(nonsending) (Bool) async throws -> Void,
    onEvent: nonisolated(nonsending) (LiveEvent) async throws -> Void
  ) async throws {
    var pause = Following.minPause
    var isAway = false
    while true {
      let before = stands
      do { try await receive(onOpen, onEvent) } catch ClientError.refused(let fault)
        where TaskWatch.isFinal(fault)
      { throw fault } catch {
        guard stands > 0 else { throw error }
      }
      if let failure { throw failure }
      if stands > before {
        pause = Following.minPause
        isAway = false
      }
      if !isAway { Output.note("lost the connection to the site; trying again") }
      isAway = true
      // The pause is random, so that clients do not all reconnect at the same moment when a site comes back.
      try await Task.sleep(for: pause * Double.random(in: 0.5...1))
      pause = min(pause * 2, Following.maxPause)
    }
  }

  nonisolated(nonsending) private func receive(
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
