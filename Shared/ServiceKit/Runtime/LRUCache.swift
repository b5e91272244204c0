/// A map of at most `limit` entries. One more takes the place of the entry that was not used for the longest
/// time. Reading, setting and removing an entry take the same time, however many there are.
///
/// It is inlinable, because a generic type is not specialized across modules otherwise.
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// An entry, linked to the ones that were used just before and after it; -1 is none.
  @usableFromInline struct Node: Sendable {
    @usableFromInline var key: Key
    @usableFromInline var value: Value
    @usableFromInline var older: Int
    @usableFromInline var newer = -1

    @inlinable init(key: Key, value: Value, older: Int) {
      self.key = key
      self.value = value
      self.older = older
    }
  }

  package let limit: Int
  /// The number of entries that had to make room for others so far.
  package private(set) var evicted = 0
  @usableFromInline var places: [Key: Int] = [:]
  @usableFromInline var nodes: [Node] = []
  @usableFromInline var newest = -1
  @usableFromInline var oldest = -1

  /// - Parameter limit: At least 1.
  package init(limit: Int) { self.limit = Swift.max(limit, 1) }

  package var count: Int { nodes.count }
  package var isEmpty: Bool { nodes.isEmpty }
  package var entries: some Sequence<(key: Key, value: Value)> {
    nodes.lazy.map { (key: $0.key, value: $0.value) }
  }
  package var values: some Sequence<Value> { nodes.lazy.map(\.value) }

  /// Reading and setting an entry counts as using it. Nil removes it.
  @inlinable package subscript(key: Key) -> Value? {
    mutating get {
      guard let place = places[key] else { return nil }
      use(place)
      return nodes[place].value
    }
    set {
      guard let newValue else { return remove(key) }
      if let place = places[key] {
        nodes[place].value = newValue
        return use(place)
      }
      insert(key, newValue)
    }
  }

  /// Removes the entries from the one that was not used for the longest time up to the first that does not
  /// match.
  package mutating func removeOldest(while matches: (Value) -> Bool) {
    while oldest >= 0, matches(nodes[oldest].value) { remove(nodes[oldest].key) }
  }

  /// Removes the entries that match, after a look at each.
  package mutating func removeAll(where matches: (Value) -> Bool) {
    let keys = nodes.compactMap { matches($0.value) ? $0.key : nil }
    for key in keys { remove(key) }
  }

  /// Removes all entries and frees their memory.
  package mutating func removeAll() {
    places = [:]
    nodes = []
    newest = -1
    oldest = -1
  }

  @usableFromInline mutating func insert(_ key: Key, _ value: Value) {
    if nodes.count >= limit {
      remove(nodes[oldest].key)
      evicted += 1
    }
    let place = nodes.count
    nodes.append(Node(key: key, value: value, older: newest))
    places[key] = place
    if newest >= 0 { nodes[newest].newer = place } else { oldest = place }
    newest = place
  }

  @usableFromInline mutating func use(_ place: Int) {
    guard place != newest else { return }
    unlink(place)
    nodes[place].older = newest
    nodes[place].newer = -1
    nodes[newest].newer = place
    newest = place
  }

  @usableFromInline mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key) else { return }
    unlink(place)
    // The last node fills the gap.
    let last = nodes.removeLast()
    guard place < nodes.count else { return }
    nodes[place] = last
    places[last.key] = place
    if last.older >= 0 { nodes[last.older].newer = place } else { oldest = place }
    if last.newer >= 0 { nodes[last.newer].older = place } else { newest = place }
  }

  private mutating func unlink(_ place: Int) {
    let (older, newer) = (nodes[place].older, nodes[place].newer)
    if older >= 0 { nodes[older].newer = newer } else { oldest = newer }
    if newer >= 0 { nodes[newer].older = older } else { newest = older }
  }
}
