internal import Bus
internal import Schema
internal import Store

/// Says what the replies to a request show of the program's stream, for the gateway, which keeps some.
struct StandingRule: Sendable {
  /// The topic classes of the events that change the program's kept replies.
  private let classes: [String]
  /// True if this request's replies may be kept.
  private let isKept: Bool

  /// Nil in a program whose replies nobody keeps, and for a request that must not be linked to a person.
  init?<R: Request>(_ request: R.Type) {
    classes = Catalogue.changingClasses(of: R.program)
    isKept = R.changedBy != nil
    if classes.isEmpty || R.isUnlinkable { return nil }
  }

  /// - Parameter head: the newest committed event before the handler began: everything up to it was visible.
  func standing(in store: ProgramStore, since head: Int64) -> ReplyStanding {
    ReplyStanding(
      epoch: store.epoch, newest: store.heads.newest(of: classes), shown: isKept ? head : nil)
  }
}
