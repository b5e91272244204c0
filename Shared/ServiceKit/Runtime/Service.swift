package import Schema
package import Store

/// A program that owns a store: `await ServiceHost.run(RoomhubService.self)`.
package protocol Service: Sendable {
  static var program: ProgramName { get }
  static var migrations: [Migration] { get }
  static var storeOptions: StoreOptions { get }

  /// Reads its settings.
  init(_ setup: ServiceSetup) throws

  /// Says what it answers and hears.
  func register(in handlers: inout Handlers)

  /// Work of its own besides requests and events; returns when cancelled.
  func run(_ context: ServiceContext) async throws

  /// When the site's clock brings it work of its own next, besides requests and events; in the past or now
  /// while there is some. Whoever moves a test clock goes from one such moment to the next. Nil for none.
  func nextDue(_ db: borrowing Database) throws -> Instant?
}

extension Service {
  package static var storeOptions: StoreOptions { StoreOptions() }
  package func run(_ context: ServiceContext) async throws {}
  package func nextDue(_ db: borrowing Database) throws -> Instant? { nil }
}
