import Schema

@testable import notifier

/// What the slots of one person should be, as simple as it can be said: every answer is worked out anew.
struct SlotModel {
  struct Alert {
    let object: AlertObjectID
    var order: AlertOrder
    var isPinned = false
  }

  private(set) var alerts: [Alert] = []
  private(set) var ended = [AlertState: Int]()

  mutating func plan(_ object: AlertObjectID, _ order: AlertOrder) {
    if let index = alerts.firstIndex(where: { $0.object == object }) {
      alerts[index].order = order
    } else {
      alerts.append(Alert(object: object, order: order))
    }
  }

  mutating func end(_ object: AlertObjectID, as state: AlertState) {
    alerts.removeAll { $0.object == object }
    ended[state, default: 0] += 1
  }

  /// False when 16 are pinned already.
  mutating func pin(_ object: AlertObjectID, _ isPinned: Bool) -> Bool {
    if isPinned, alerts.filter(\.isPinned).count == 16 { return false }
    for index in alerts.indices where alerts[index].object == object { alerts[index].isPinned = isPinned }
    return true
  }

  /// Those pinned, and the first of the others.
  var armed: [AlertObjectID] {
    let pinned = alerts.filter(\.isPinned)
    let others = alerts.filter { !$0.isPinned }.sorted { $0.order < $1.order }
    return (pinned + others.prefix(64 - pinned.count)).sorted { $0.order < $1.order }.map(\.object)
  }

  var queued: [AlertObjectID] {
    let held = Set(armed)
    return alerts.filter { !held.contains($0.object) }.sorted { $0.order < $1.order }.map(\.object)
  }
}
