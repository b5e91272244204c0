/// A request to a running program itself, declared once: `$srv.…` is about its process, `$bus.…` about its
/// stream and its dead letters. Every program answers it under the same subject.
package protocol ControlRequest: Codable, Sendable {
  associatedtype Reply: Codable & Sendable

  static var subject: String { get }
  /// The version of the JSON form, as of a `Request`.
  static var version: String { get }
  static var callers: ControlCallers { get }
}

extension ControlRequest {
  package static var version: String { "1.0" }
}

/// A reply of bytes instead of JSON.
package struct RawReply: Codable, Sendable {}

/// The keys that may send a control request.
package enum ControlCallers: Sendable {
  /// Every key of the site.
  case everyone
  /// The operator's command line, and the gateway for the figures it shows.
  case operatorAndGateway
  case operatorOnly
}

extension Catalogue {
  /// Every control request. A program without a store answers those of `ProgramControl` alone.
  package static let controlRequests: [any ControlRequest.Type] = [
    Control.Ping.self, Control.AskInfo.self, Control.AskStats.self, Control.AskSpans.self,
    Control.AskOverview.self, Control.SetLog.self, Control.Drain.self, Control.MoveClock.self,
    Control.AskDue.self,
    Control.BeginBackup.self, Control.ReadBackup.self, Control.EndBackup.self, Control.AskCursors.self,
    DeadLetters.List.self, DeadLetters.Show.self, DeadLetters.Retry.self, DeadLetters.Drop.self,
    StreamReplay.Ask.self, StreamReplay.AskSnapshot.self,
  ]
}
