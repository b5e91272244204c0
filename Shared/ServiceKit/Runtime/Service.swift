package import Schema
package import Store

/// A program that owns a store: `await ServiceHost.run(RoomhubService.self)`.
package protocol Service: Sendable {
  static var program: ProgramName { get }
  static var migrations: [Migration] { get }
  static var storeOptions: StoreOptions { get }

  /// Reads its settings.
  init(_ setup: ServiceSetup) throws

  /// Registers its request handlers and its subscriptions.
  func register(in handlers: inout Handlers)

  /// Runs the program's own work, besides requests and events; returns when canceled.
  func run(_ context: ServiceContext) async throws

  /// Returns the site time at which the program's own work, besides requests and events, is next due. The
  /// time is now or in the past while there is some. A test clock is moved from one such time to the next.
  /// Nil for none.
  func nextDue(_ db: borrowing Database) throws -> Instant?
}

extension Service {
  package static var storeOptions: StoreOptions { StoreOptions() }
  package func run(_ context: ServiceContext) async throws {}
  package func nextDue(_ db: borrowing Database) throws -> Instant? { nil }
}
