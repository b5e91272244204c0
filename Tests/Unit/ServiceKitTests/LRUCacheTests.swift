@testable import ServiceKit
import TestSupport
import Testing

@Suite("A full cache forgets what was not used for the longest time")
struct LRUCacheTests {
  @Test("one entry for one, and reading and setting count as using")
  func order() {
    var cache = LRUCache<String, Int>(limit: 3)
    for (value, key) in ["a", "b", "c"].enumerated() { cache[key] = value }
    #expect(cache["a"] == 0)
    cache["b"] = 7
    cache["d"] = 3
    #expect(cache["c"] == nil && cache["a"] == 0 && cache["b"] == 7 && cache["d"] == 3)
    #expect(cache.count == 3 && cache.evicted == 1)
    cache["a"] = nil
    cache["none"] = nil
    #expect(cache["a"] == nil && cache.count == 2 && cache.evicted == 1)
    cache.removeAll()
    #expect(cache.isEmpty && cache["b"] == nil)
  }

  @Test("the oldest go up to the first that stays, and all that match")
  func removing() {
    var cache = LRUCache<Int, Int>(limit: 10)
    for number in 1...6 { cache[number] = number }
    _ = cache[1]
    cache.removeOldest { $0 < 4 }
    #expect(cache.values.sorted() == [1, 4, 5, 6])
    cache.removeAll { $0 % 2 == 0 }
    #expect(cache.values.sorted() == [1, 5])
    cache.removeOldest { _ in true }
    #expect(cache.isEmpty && cache.evicted == 0)
  }

  @Test("whatever is done in whatever order, it is what a list of all uses says", arguments: [1, 2, 3, 7])
  func model(_ limit: Int) {
    var cache = LRUCache<Int, Int>(limit: limit)
    var model: [(key: Int, value: Int)] = []
    var evicted = 0
    var generator = Seeded(state: UInt64(limit))
    for step in 0..<5_000 {
      let key = Int.random(in: 0..<10, using: &generator)
      let known = model.firstIndex { $0.key == key }
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        cache[key] = step
        if let known {
          model.remove(at: known)
        } else if model.count == limit {
          model.removeFirst()
          evicted += 1
        }
        model.append((key, step))
      case 4..<8:
        #expect(cache[key] == known.map { model[$0].value })
        if let known { model.append(model.remove(at: known)) }
      case 8:
        cache[key] = nil
        model.removeAll { $0.key == key }
      default:
        let bound = Int.random(in: 0..<10_000, using: &generator)
        cache.removeOldest { $0 < bound }
        while let first = model.first, first.value < bound { model.removeFirst() }
      }
      guard cache.values.sorted() == model.map(\.value).sorted(), cache.evicted == evicted else {
        Issue.record("step \(step)")
        return
      }
    }
  }
}
