package import Schema
package import Store
internal import Synchronization

/// What is told once at the end of a transaction, however many of its events add to it.
package protocol Gathering: Sendable {
  /// What an event added later.
  mutating func add(_ later: Self)
  /// In the same transaction, in the name of the event that began it.
  func tell(_ db: borrowing Database, _ call: Call) throws
}

/// What the events that one transaction applies have gathered, in the order in which it was begun.
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

  /// Adds to what is told about this; without a transaction of events it is told at once.
  package static func add<Value: Gathering>(
    _ value: Value, about: RawUUID, _ db: borrowing Database, _ call: Call
  ) throws {
    guard let gathered = call.gathered else { return try value.tell(db, call) }
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

  func tell(_ db: borrowing Database) throws {
    let all = entries.withLock { entries in
      defer { entries = ([], [:]) }
      return entries.all
    }
    for entry in all { try entry.value.tell(db, entry.call) }
  }
}
