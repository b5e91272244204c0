import Bus
import FoundationEssentials
import Glibc
import Schema
import ServiceKit
import Store
import Synchronization
import Threads

/// `bus-bench call --inflight N --seconds S [--opaque]`, `events --seconds S`, `replay --count N`: the last
/// line of standard output is `rate p50_us p99_us`. `shed --inflight N --seconds S` ends with the
/// microseconds of the serving program for one shed request: all, those of the bus, those of libzmq's own
/// thread. `serve FOLDER` is the other process of it.
enum BusBench {
  static func main(_ arguments: [String]) async {
    Signals.prepare()
    do {
      switch arguments.first {
      case "call": try await CallBench.run(Options(arguments))
      case "events": try await EventBench.run(Options(arguments))
      case "replay": try await EventBench.replay(Options(arguments))
      case "shed": try await ShedBench.run(Options(arguments))
      case "serve": try await Peer.serve(arguments[1])
      case "tell": try await Peer.publish(arguments[1])
      default:
        write("usage: bus-bench call|events|replay|shed [--inflight N] [--seconds S] [--count N] [--opaque]")
      }
      exit(0)
    } catch {
      write("bus-bench: \(error)")
      exit(1)
    }
  }

  static func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  static func report(_ count: Int, _ seconds: Double, _ latencies: [Double]) {
    let sorted = latencies.sorted()
    func percentile(_ part: Double) -> Double {
      sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)]
    }
    write("\(Int(Double(count) / seconds)) \(Int(percentile(0.5))) \(Int(percentile(0.99)))")
  }
}

struct Options {
  var inflight = 1
  var seconds = 5.0
  var count = 100_000
  var isOpaque = false

  init(_ arguments: [String]) throws {
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      switch name {
      case "--inflight": inflight = rest.popFirst().flatMap { Int($0) } ?? 1
      case "--seconds": seconds = rest.popFirst().flatMap { Double($0) } ?? 5
      case "--count": count = rest.popFirst().flatMap { Int($0) } ?? 100_000
      case "--opaque": isOpaque = true
      default: throw SettingError(name: name, problem: "is not an option")
      }
    }
  }
}

/// A typed message of about 256 bytes as JSON.
struct Echo: Request {
  typealias Reply = Echo
  static let subject = "echo.text.echo"
  static let summary = "Gives back what it gets."
  let id: String
  let number: Int64
  let text: String
  let isMarked: Bool

  static let sample = Echo(
    id: "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7", number: 1_788_264_000_000,
    text: String(repeating: "quad ", count: 30),
    isMarked: true)
}
