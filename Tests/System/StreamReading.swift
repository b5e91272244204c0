import Bus
import JSON
import Schema
import Synchronization
import TestSupport

extension Node {
  /// Everything a program's stream still holds.
  func replayAll(of program: ProgramName) async throws -> [StreamEvent] {
    var events: [StreamEvent] = []
    while true {
      var header = Header(id: .random())
      header.subject = StreamReplay.Ask.subject
      let ask = StreamReplay.Ask(from: (events.last?.sequence ?? 0) + 1)
      let call = OutgoingCall(
        program: program, header: header, body: try JSONCoding.encode(ask), within: .seconds(10))
      guard let answer = StreamReplay.Reply(try await self.call(call).body) else {
        throw TestFailure("unreadable replay of \(program)")
      }
      events += answer.events
      guard let last = answer.events.last, last.sequence < answer.head else { return events }
    }
  }
}

/// What a subscriber of a stream has seen.
final class Witness: Sendable {
  /// An event's place, and which one was there.
  struct Sighting: Hashable, Sendable {
    let epoch: RawUUID
    let sequence: Int64
    let id: RawUUID
  }

  private let seen = Mutex<Set<Sighting>>([])

  init(of program: ProgramName, on node: Node) {
    node.subscribe(to: program) { [weak self] in self?.note($0) }
  }

  private func note(_ signal: StreamSignal) {
    guard case .event(let header, _, _) = signal, let epoch = header.epoch,
      let sequence = header.sequence
    else {
      return
    }
    seen.withLock { _ = $0.insert(Sighting(epoch: epoch, sequence: sequence, id: header.id)) }
  }

  var sightings: Set<Sighting> { seen.withLock { $0 } }

  /// How the stream differs from what was seen of it.
  func compare(_ replay: [StreamEvent]) -> (gone: Int, replaced: Int) {
    let now = Dictionary(
      replay.map { ($0.sequence, Sighting(epoch: $0.epoch, sequence: $0.sequence, id: $0.header.id)) },
      uniquingKeysWith: { first, _ in first })
    let gone = sightings.filter { now[$0.sequence] == nil }
    let replaced = sightings.filter { seen in now[seen.sequence].map { $0 != seen } ?? false }
    return (gone.count, replaced.count)
  }
}
