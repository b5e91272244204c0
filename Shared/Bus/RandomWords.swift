internal import Glibc
package import Schema
internal import Synchronization

/// Random bits from the system, fetched 32 words at a time: one system call per word costs more than the rest
/// of an id.
///
/// For ids of requests and traces, of which there are many. Secrets and stored ids are created one by one.
/// Nothing here forks, so no two programs produce the same words.
package enum RandomWords {
  /// getentropy returns at most 256 bytes a call.
  private static let maxCount = 32

  private struct State {
    var words = [UInt64](repeating: 0, count: maxCount)
    var left = 0
  }

  private static let state = Mutex(State())

  package static func next() -> UInt64 {
    state.withLock { state in
      if state.left == 0 { fill(&state) }
      state.left -= 1
      return state.words[state.left]
    }
  }

  private static func fill(_ state: inout State) {
    let isFilled = state.words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
    // A kernel without that call provides the same bits in another way.
    if !isFilled { for index in 0..<maxCount { state.words[index] = UInt64.random(in: .min ... .max) } }
    state.left = maxCount
  }
}

extension RawUUID {
  /// Creates a version 4 UUID for an id that lives as long as a request.
  package static func passing() -> RawUUID {
    RawUUID(
      high: RandomWords.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
      low: RandomWords.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
