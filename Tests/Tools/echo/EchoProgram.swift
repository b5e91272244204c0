import Bus
import FoundationEssentials
import JSON
import Schema
import ServiceKit
import Synchronization
import Threads

/// A program without a state, of which several instances run: what the bus does with them is tested on it.
///
/// It answers whoever has a key: `echo.text.echo` with the body, `echo.text.work` after as many milliseconds
/// as the body says, `echo.text.spin` after the same while it lets nothing else run on its threads,
/// `echo.instance.name` with `ECHO_NAME`, `echo.counts.read` with what it saw, `echo.bus.read` with the
/// figures of its bus. `echo.relay.name` asks one of the instances in `BUS_ECHO` for its name, by a call that
/// may be repeated unless the body is `once`.
@main
enum EchoProgram {
  static let program = ProgramName("echo")

  static func main() async {
    await ServiceHost.run(program) { setup in
      let name = setup.settings.text("ECHO_NAME") ?? "echo"
      var options = setup.nodeOptions
      let own = OwnNode()
      options.endpoints = endpoints(
        name, setup.keys,
        atOnce: try setup.settings.number("ECHO_AT_ONCE", in: 1...64, otherwise: 64)
      )
      .merging(relay(own, setup.keys)) { $1 }
      let bus = try await Node.start(options)
      own.set(bus)
      setup.log(.info, "ready")
      try await Signals.waitForTermination()
      await bus.drain(within: ServiceHost.drainLimit)
      await bus.stop()
    }
  }

  private static func endpoints(
    _ name: String, _ keys: KeyRing, atOnce: Int
  ) -> [String: Endpoint] {
    let counts = Counts()
    let instance = RawUUID.random()
    let callers = Set(keys.everybody.curve.keys.map { ProgramName($0) })
    var control = ControlEndpoints(keys)
    control.on(Control.Ping.self) { _ in
      Control.Pong(program: program, instance: instance, isReady: true)
    }
    let own: [String: Endpoint] = [
      "echo.text.echo": Endpoint(callers: callers, version: "1.0") { .reply(body: $0.body) },
      "echo.instance.name": Endpoint(callers: callers) { _ in .reply(body: Array(name.utf8)) },
      "echo.text.work": Endpoint(callers: callers, maxRunning: atOnce) { inbound in
        counts.change { $0.began += 1 }
        let milliseconds = Int(String(decoding: inbound.body, as: UTF8.self)) ?? 0
        do {
          try await Task.sleep(for: .milliseconds(milliseconds))  // not a wait: stands for work
        } catch {
          counts.change { $0.cancelled += 1 }
          return .fault(Fault(.cancelled, processed: .maybe))
        }
        counts.change { $0.finished += 1 }
        return .reply(body: inbound.body)
      },
      "echo.text.spin": Endpoint(callers: callers) { inbound in
        let milliseconds = Int(String(decoding: inbound.body, as: UTF8.self)) ?? 0
        let end = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))
        while ContinuousClock.now < end {}
        return .reply(body: inbound.body)
      },
      "echo.counts.read": Endpoint(callers: callers, isControl: true) { _ in
        do { return .reply(body: try JSONCoding.encode(counts.now)) } catch {
          return .fault(Fault(.internalError))
        }
      },
    ]
    return own.merging(control.all) { own, _ in own }
  }
}

extension EchoProgram {
  /// What needs the program's own node.
  private static func relay(_ own: OwnNode, _ keys: KeyRing) -> [String: Endpoint] {
    let callers = Set(keys.everybody.curve.keys.map { ProgramName($0) })
    return [
      "echo.bus.read": Endpoint(callers: callers, isControl: true) { _ in
        guard let bus = own.node else { return .fault(Fault(.draining)) }
        do { return .reply(body: try JSONCoding.encode(await bus.stats())) } catch {
          return .fault(Fault(.internalError))
        }
      },
      "echo.relay.name": Endpoint(callers: callers) { inbound in
        guard let bus = own.node else { return .fault(Fault(.draining)) }
        var header = Header(id: .random())
        header.subject = "echo.instance.name"
        if inbound.body != Array("once".utf8) { header.flags = .repeatable }
        let left = inbound.deadline - ContinuousClock.now
        do throws(CallError) {
          return .reply(
            body: try await bus.call(OutgoingCall(program: program, header: header, body: [], within: left))
              .body)
        } catch { return .fault(error.fault) }
      },
    ]
  }
}

/// The node of this program, which its handlers need and which starts after them.
final class OwnNode: Sendable {
  private let state = Mutex<Node?>(nil)

  var node: Node? { state.withLock { $0 } }
  func set(_ node: Node) { state.withLock { $0 = node } }
}

/// What became of the requests of `echo.text.work`.
final class Counts: Sendable {
  struct Now: Codable {
    var began = 0
    var finished = 0
    var cancelled = 0
  }

  private let state = Mutex(Now())

  var now: Now { state.withLock { $0 } }
  func change(_ change: (inout Now) -> Void) { state.withLock { change(&$0) } }
}
