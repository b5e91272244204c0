import Bus
import Schema
@testable import ServiceKit
import Testing

@Suite("Signals wait in a bounded buffer, in order")
struct SignalBufferTests {
  private static let epoch = RawUUID(high: 1, low: 1)

  private func event(_ sequence: Int64, bytes: Int = 10) -> StreamSignal {
    var header = Header(id: .random())
    header.sequence = sequence
    header.epoch = Self.epoch
    return .event(header, [UInt8](repeating: 0, count: bytes), after: sequence - 1)
  }

  private func sequences(_ signals: [StreamSignal]?) -> [Int64] {
    (signals ?? []).compactMap { if case .event(let header, _, _) = $0 { header.sequence } else { nil } }
  }

  @Test("what is added comes out once, in the order it came")
  func order() async {
    let buffer = SignalBuffer()
    for sequence in 1...100 { buffer.add([event(Int64(sequence))]) }
    #expect(sequences(await buffer.take()) == Array(1...100))
    buffer.add([event(101)])
    #expect(sequences(await buffer.take()) == [101])
  }

  @Test("a consumer that waits gets the next signal")
  func waits() async {
    let buffer = SignalBuffer()
    async let taken = buffer.take()
    buffer.add([event(1)])
    #expect(sequences(await taken) == [1])
  }

  @Test("a consumer that waits is not woken by signals that it needs no more")
  func quiet() async {
    let buffer = SignalBuffer()
    let isQuiet: SignalBuffer.Quiet = { signals in sequences(signals).allSatisfy { $0 < 3 } }
    async let taken = buffer.take(except: isQuiet)
    while !buffer.isWaitedFor { await Task.yield() }
    buffer.add([event(1)])
    buffer.add([event(2)])
    #expect(buffer.isWaitedFor)
    buffer.add([event(2), event(3)])
    #expect(sequences(await taken) == [2, 3])
    buffer.add([event(1)])
    #expect(sequences(await buffer.take(except: isQuiet)) == [1], "it did not wait")
  }

  @Test("beyond the number of signals the oldest give way, and the gap is found")
  func overflow() async throws {
    let buffer = SignalBuffer()
    for sequence in 1...(SignalBuffer.maxSignals + 1) { buffer.add([event(Int64(sequence))]) }
    #expect(buffer.dropped == SignalBuffer.maxSignals)
    let left = sequences(await buffer.take())
    let first = try #require(left.first)
    #expect(left.count <= SignalBuffer.maxSignals && left.last == Int64(SignalBuffer.maxSignals + 1))
    let position = StreamPosition(epoch: Self.epoch, sequence: 0)
    #expect(position.sees(event: first, after: first - 1, epoch: Self.epoch) == .replay(from: 1))
  }

  @Test("beyond the bytes too, and what is taken makes room again")
  func bytes() async {
    let buffer = SignalBuffer()
    let large = SignalBuffer.maxBytes / 4
    for sequence in 1...4 { buffer.add([event(Int64(sequence), bytes: large)]) }
    #expect(buffer.dropped > 0)
    let dropped = buffer.dropped
    _ = await buffer.take()
    for sequence in 5...7 { buffer.add([event(Int64(sequence), bytes: large)]) }
    #expect(buffer.dropped == dropped)
    #expect(sequences(await buffer.take()) == [5, 6, 7])
  }

  @Test("what comes together is kept together, and more at once than there is room for shows as a gap")
  func together() async {
    let buffer = SignalBuffer()
    buffer.add((1...3).map { event($0) })
    buffer.add((4...5).map { event($0) })
    #expect(sequences(await buffer.take()) == [1, 2, 3, 4, 5])
    let most = Int64(SignalBuffer.maxSignals)
    buffer.add((6...(most + 6)).map { event($0) })
    #expect(sequences(await buffer.take()) == [most + 6])
    #expect(buffer.dropped == SignalBuffer.maxSignals)
  }

  @Test("closing ends a wait, and nothing is taken in after it")
  func close() async {
    let buffer = SignalBuffer()
    async let taken = buffer.take()
    buffer.close()
    let ended = await taken
    #expect(ended == nil)
    buffer.add([event(1)])
    let after = await buffer.take()
    #expect(after == nil)
  }
}
