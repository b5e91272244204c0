internal import Glibc
internal import Synchronization

/// Random words of the system, fetched for many ids at once: a call of the system for each took longer than
/// all else about an id. Secrets are not made from here.
final class RandomWords: Sendable {
  static let shared = RandomWords()
  static let fetched = 32

  private let words = Mutex<[UInt64]>([])

  /// Each word is given out once.
  func pair() -> (UInt64, UInt64) {
    words.withLock { words in
      if words.count < 2 { words = RandomWords.fetch() }
      return (words.removeLast(), words.removeLast())
    }
  }

  private static func fetch() -> [UInt64] {
    var words = [UInt64](repeating: 0, count: fetched)
    // getentropy(3) gives 256 bytes at most, whole or not at all; then they are asked for word by word.
    let isFilled = unsafe words.withUnsafeMutableBytes { bytes in
      unsafe getentropy(bytes.baseAddress, bytes.count) == 0
    }
    if isFilled { return words }
    var generator = SystemRandomNumberGenerator()
    return words.map { _ in generator.next() }
  }
}
