internal import Glibc
internal import Synchronization

/// Random bits of the kernel for ids. They are fetched 32 words at a time: a call of the system for each word
/// was 3 % of what planning an alert costs.
enum RandomWords {
  /// 256 bytes, the most that `getentropy` gives at once.
  private static let maxWords = 32
  private static let fetched = Mutex<[UInt64]>([])

  static func two() -> (UInt64, UInt64) {
    fetched.withLock { words in
      if words.count < 2 { words = fetch() }
      return (words.removeLast(), words.removeLast())
    }
  }

  private static func fetch() -> [UInt64] {
    unsafe [UInt64](unsafeUninitializedCapacity: maxWords) { buffer, count in
      count = maxWords
      if unsafe getentropy(buffer.baseAddress, maxWords * MemoryLayout<UInt64>.size) == 0 { return }
      // The library's generator ends the program if it has none either.
      var generator = SystemRandomNumberGenerator()
      for index in 0..<maxWords { unsafe buffer.initializeElement(at: index, to: generator.next()) }
    }
  }
}
