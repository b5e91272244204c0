package import Schema
package import Store
internal import Synchronization

/// A change that is published once at the end of a transaction, however many events contribute to it.
package protocol Gathering: Sendable {
  /// Merges the contribution of a later event.
  mutating func add(_ later: Self)
  /// Publishes the change in the same transaction, on behalf of the event that began it.
  func publish(_ db: borrowing Database, _ call: Call) throws
}

/// The changes gathered from the events of one transaction, in the order they began.
package final class Gathered: Sendable {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let about: RawUUID
    let isSeeded: Bool
  }

  private struct Entry {
    let key: Key
    var value: any Gathering
    let call: Call
  }

  private let entries = Mutex<(all: [Entry], places: [Key: Int])>(([], [:]))

  /// Adds to the gathered change of `about`. Outside a transaction of events it is published at once.
  package static func add<Value: Gathering>(
    _ value: Value, about: RawUUID, _ db: borrowing Database, _ call: Call
  ) throws {
    guard let gathered = call.gathered else { return try value.publish(db, call) }
    gathered.add(value, about: about, call)
  }

  private func add<Value: Gathering>(_ value: Value, about: RawUUID, _ call: Call) {
    let key = Key(type: ObjectIdentifier(Value.self), about: about, isSeeded: call.isSeeded)
    entries.withLock { entries in
      if let place = entries.places[key], var earlier = entries.all[place].value as? Value {
        earlier.add(value)
        entries.all[place].value = earlier
      } else {
        entries.places[key] = entries.all.count
        entries.all.append(Entry(key: key, value: value, call: call))
      }
    }
  }

  func publish(_ db: borrowing Database) throws {
    let all = entries.withLock { entries in
      defer { entries = ([], [:]) }
      return entries.all
    }
    for entry in all { try entry.value.publish(db, entry.call) }
  }
}
