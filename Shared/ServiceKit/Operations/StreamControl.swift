internal import Bus
internal import Schema
internal import Store

/// The control endpoints of a producer's stream: its events again, and its state.
struct StreamControl: Sendable {
  let place: ContextSlot
  let handlers: Handlers

  func register(in endpoints: inout ControlEndpoints) {
    endpoints.onPacked(StreamReplay.Ask.self) { try await replay($0).encoded() }
    endpoints.onPacked(StreamReplay.AskSnapshot.self) { ask in
      try await handlers.snapshot(after: ask.after, classes: ask.classes, of: await place.context).encoded()
    }
  }

  private func replay(_ ask: StreamReplay.Ask) async throws -> StreamReplay.Reply {
    let context = await place.context
    let store = context.store
    let found = try store.replay(
      from: max(ask.from, 1), of: ask.classes, limit: StreamReplay.maxEvents,
      maxBytes: StreamReplay.maxBytes)
    // Read after the events: those deleted meanwhile are known to be missing.
    return StreamReplay.Reply(
      epoch: store.epoch, head: store.head, through: found.through, retainedFrom: store.retainedFrom,
      events: found.events.compactMap { StreamEvent($0, of: context) }, isReplacement: store.isReplacement)
  }
}

extension Handlers {
  /// Reads a page of the program's snapshot.
  func snapshot(
    after cursor: String?, classes: [String]? = nil, of context: ServiceContext,
    _ limits: SnapshotPage.Limits = SnapshotPage.Limits()
  ) async throws -> StreamReplay.Reply {
    guard let tables = snapshot else { throw Fault(.unknownSubject) }
    let epoch = context.store.epoch
    let page = try await context.store.read { db in
      try SnapshotPage(after: cursor, of: tables, classes: classes, epoch: epoch, db, limits)
    }
    return StreamReplay.Reply(
      epoch: epoch, head: page.firstHead, retainedFrom: context.store.retainedFrom,
      events: page.events.compactMap { StreamEvent(StoredEvent(seq: page.head, event: $0), of: context) },
      more: page.next, isReplacement: context.store.isReplacement)
  }
}

extension StreamEvent {
  /// A stored event, sent again.
  fileprivate init?(_ stored: StoredEvent, of context: ServiceContext) {
    var header = Outlet.header(stored, stream: context.program.text, epoch: context.store.epoch)
    header.flags.insert(.replayed)
    self.init(header: header, body: stored.event.body)
  }
}
